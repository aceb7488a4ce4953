package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bale/schema"
)

// place finds out which file is written, and what its header says if it is there.
func (t *target) findOutput() schema.Errors {
	t.oldHeader = &header{}
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
	case t.several():
		t.out = t.existingFile()
	}
	switch name := filepath.Base(t.out); {
	case !sameFolder(filepath.Dir(t.out), t.src.Dir):
		return oneError("-o %s is not in %s: methods stand in the package of their type", t.Out, t.src.Dir)
	case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
		return oneError("-o %s: want a name that ends in .go and not in _test.go", t.Out)
	}
	t.out = filepath.Join(t.src.Dir, filepath.Base(t.out)) // as the go command has it
	for _, file := range []string{t.out, t.testFile()} {
		text, err := os.ReadFile(file)
		if err == nil && len(strings.TrimSpace(string(text))) > 0 && !generated.Match(text) {
			return oneError("%s is there, and not written by bale gen: name another file with -o", t.notes.Shown(file))
		}
		if file != t.out || err != nil {
			continue
		}
		past, err := readHeader(string(text), t.Known)
		if err != nil {
			return oneError("%s %v", t.notes.Shown(file), err)
		}
		t.oldHeader, t.outExists = past, generated.Match(text)
	}
	return nil
}

// found returns the generated file that the package has, or else the default.
func (t *target) existingFile() string {
	for _, file := range t.src.Files {
		if text, err := os.ReadFile(file); err == nil && schema.Generated(text) {
			return file
		}
	}
	return t.out
}

func (t *target) testFile() string { return strings.TrimSuffix(t.out, ".go") + "_test.go" }

// testing reports whether a file of tests is written: if it is asked for, or is there.
func (t *target) writesTests() bool {
	_, err := os.Stat(t.testFile())
	return t.Tests || err == nil
}

func sameFolder(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

func oneError(format string, args ...any) schema.Errors {
	return schema.Errors{{Msg: fmt.Sprintf(format, args...)}}
}
