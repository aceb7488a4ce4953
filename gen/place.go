package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/hosts"
	"bale/model"
)

// findOutput sets the path of the file to write, and reads the header of the file if it exists.
func (t *target) findOutput() model.Errors {
	t.oldHeader = &header{}
	if t.src.Name == "" {
		return nil // the files have no package clause, which parse reports
	}
	t.out = filepath.Join(t.src.Dir, t.src.Name+"_bale.go")
	switch {
	case t.Out != "":
		t.out = filepath.Join(t.src.Dir, t.Out)
		if filepath.Base(t.Out) != t.Out {
			t.out = t.Out
			if !filepath.IsAbs(t.out) {
				t.out = filepath.Join(t.Dir, t.Out)
			}
		}
	case t.keepsFlags():
		t.out = t.existingFile()
	}
	switch name := filepath.Base(t.out); {
	case !sameFolder(filepath.Dir(t.out), t.src.Dir):
		return oneError("-o %s is not in %s: methods must be in the package of their type", t.Out, t.src.Dir)
	case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
		return oneError("-o %s: want a name that ends in .go and not in _test.go", t.Out)
	case t.Out == "" && strings.HasPrefix(name, "_"):
		return oneError("%s: the go command ignores files whose names begin with _: name another file with -o", name)
	case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "."):
		return oneError("-o %s: the go command ignores files whose names begin with _ or .: take another name", t.Out)
	}
	t.out = filepath.Join(t.src.Dir, filepath.Base(t.out)) // the folder as the go command spells it
	files := []string{t.out, t.testFile()}
	for _, x := range t.libraries() {
		files = append(files, x.File(t.out))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && len(strings.TrimSpace(string(text))) > 0 && !model.Generated(text) && hosts.Of(text) == nil {
			return oneError("%s exists, and was not written by bale gen: name another file with -o", t.notes.ShortPath(file))
		}
		if file != t.out || err != nil {
			continue
		}
		if x := hosts.Of(text); x != nil {
			return oneError("-o %s: the file is one of -%s: take another name", t.Out, x.Flag)
		}
		past, err := readHeader(string(text), t.Known)
		if err != nil {
			return oneError("%s %v", t.notes.ShortPath(file), err)
		}
		t.oldHeader, t.outExists = past, generated.Match(text)
		head, _, _ := strings.Cut(string(text), "\npackage ")
		t.excluded = t.outExists && strings.Contains(head, "\n//go:build ") && !slices.Contains(t.src.Files, t.out)
	}
	return nil
}

// checkProto returns an error if the file of -proto exists and is not the .proto file of an earlier run.
func (t *target) checkProto(path string) error {
	text, err := os.ReadFile(path)
	if err != nil || len(strings.TrimSpace(string(text))) == 0 || generated.Match(text) && strings.Contains(string(text), "\nsyntax = ") {
		return nil
	}
	return oneError("-proto %s: the file exists, and is not a .proto file that bale gen has written: take another name", t.Proto)
}

// existingFile returns the generated file that the package has, or else the default path.
func (t *target) existingFile() string {
	for _, file := range t.src.Files {
		if text, err := os.ReadFile(file); err == nil && model.Generated(text) {
			return file
		}
	}
	return t.out
}

// testFile returns the path of the generated tests.
func (t *target) testFile() string { return strings.TrimSuffix(t.out, ".go") + "_test.go" }

// writesTests reports whether tests are generated: on request, or because the file exists.
func (t *target) writesTests() bool {
	if t.Program {
		return false
	}
	_, err := os.Stat(t.testFile())
	return t.Tests || err == nil
}

// sameFolder reports whether two paths are the same folder on disk.
func sameFolder(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// oneError returns a list with one error, which has no position.
func oneError(format string, args ...any) model.Errors {
	return model.Errors{{Msg: fmt.Sprintf(format, args...)}}
}
