package gen

import (
	"os"
	"slices"
	"strings"

	"bale/gen/hosts"
	"bale/gen/source"
	"bale/model"
)

// findOutput sets the path of the file to write, and reads the header of the file if it exists.
func (t *target) findOutput() model.Errors {
	t.oldHeader = &header{}
	if t.src.Name == "" {
		return nil // the files have no package clause, which Parse reports
	}
	if errs := t.src.Place(t.Out, t.Dir, t.keepsFlags()); errs != nil {
		return errs
	}
	files := []string{t.src.Out, t.src.TestFile()}
	for _, x := range t.libraries() {
		files = append(files, x.File(t.src.Out))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && len(strings.TrimSpace(string(text))) > 0 && !model.Generated(text) && hosts.Of(text) == nil {
			return source.OneError("%s exists, and was not written by bale gen: name another file with -o", t.src.Notes.ShortPath(file))
		}
		if file != t.src.Out || err != nil {
			continue
		}
		if x := hosts.Of(text); x != nil {
			return source.OneError("-o %s: the file is one of -%s: take another name", t.Out, x.Flag)
		}
		past, err := readHeader(string(text), t.Known)
		if err != nil {
			return source.OneError("%s %v", t.src.Notes.ShortPath(file), err)
		}
		t.oldHeader, t.outExists = past, generated.Match(text)
		head, _, _ := strings.Cut(string(text), "\npackage ")
		t.excluded = t.outExists && strings.Contains(head, "\n//go:build ") && !slices.Contains(t.src.Files, t.src.Out)
	}
	return nil
}

// checkProto returns an error if the file of -proto exists and is not the .proto file of an earlier run.
func (t *target) checkProto(path string) error {
	text, err := os.ReadFile(path)
	if err != nil || len(strings.TrimSpace(string(text))) == 0 || generated.Match(text) && strings.Contains(string(text), "\nsyntax = ") {
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
