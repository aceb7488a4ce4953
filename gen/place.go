package gen

import (
	"os"
	"slices"
	"strings"

	"bale/gen/header"
	"bale/gen/hosts"
	"bale/gen/source"
	"bale/model"
)

// onDisk is the generated file that a package has.
type onDisk struct {
	text   []byte         // nil if there is no file
	header *header.Header // empty if there is no generated file
	exists bool           // it is a generated file
	// excluded means that the build constraint of the file does not hold, so its types are not built either.
	excluded bool
}

// findOutput sets the path of the file to write, and reads the file if it exists.
func (t *target) findOutput() model.Errors {
	t.onDisk = &onDisk{header: header.New(t.Known)}
	if t.src.Name == "" {
		return nil // the files have no package clause, which Parse reports
	}
	if errs := t.src.Place(t.Out, t.Dir, t.general()); errs != nil {
		return errs
	}
	files := []string{t.src.Out, t.src.OldFile(), t.src.TestFile()}
	for _, x := range t.libraries() {
		files = append(files, x.File(t.src.Out))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && len(strings.TrimSpace(string(text))) > 0 && !model.Generated(text) && model.Codec(text) == "" {
			return source.OneError("%s exists, and was not written by bale gen: name another file with -o", t.src.Notes.ShortPath(file))
		}
		if file != t.src.Out || err != nil {
			continue
		}
		if x := hosts.Of(text); x != nil {
			return source.OneError("-o %s: the file is one of -%s: take another name", t.Out, x.Flag)
		}
		past, err := header.Read(string(text), t.Known)
		if err != nil {
			return source.OneError("%s %v", t.src.Notes.ShortPath(file), err)
		}
		head, _, _ := strings.Cut(string(text), "\npackage ")
		t.onDisk = &onDisk{text: text, header: past, exists: header.Is(text)}
		t.onDisk.excluded = t.onDisk.exists && strings.Contains(head, "\n//go:build ") && !slices.Contains(t.src.Files, t.src.Out)
	}
	return nil
}

// checkProto returns an error if the file of -proto exists and is not the .proto file of an earlier run.
func (t *target) checkProto(path string) error {
	text, err := os.ReadFile(path)
	if err != nil || len(strings.TrimSpace(string(text))) == 0 || header.Is(text) && strings.Contains(string(text), "\nsyntax = ") {
		return nil
	}
	return source.OneError("-proto %s: the file exists, and is not a .proto file that bale gen has written: take another name", t.Proto)
}

// writesTests reports whether tests are generated: on request, or because the file exists.
func (t *target) writesTests() bool {
	if t.Program {
		return false
	}
	_, err := os.Stat(t.src.TestFile())
	return t.Tests || err == nil
}

// libraries returns the libraries for which files are written: on request, or because the file exists.
func (t *target) libraries() (list []*hosts.Library) {
	for _, x := range hosts.All {
		if _, err := os.Stat(x.File(t.src.Out)); t.requested(x) || err == nil {
			list = append(list, x)
		}
	}
	return list
}

// requested reports whether the request has the flag of the library.
func (r *Request) requested(x *hosts.Library) bool {
	return x == hosts.GRPC && r.GRPC || x == hosts.Connect && r.Connect || x == hosts.Beam && r.Beam
}
