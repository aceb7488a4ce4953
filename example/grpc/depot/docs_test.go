package depot_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs checks that the examples in the section about gRPC and Connect of docs/messages.md are lines of this module.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../../docs/messages.md")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		source.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "\n## gRPC and Connect\n")
	if !ok {
		t.Fatal("the page has no section about gRPC and Connect")
	}
	n := 0
	for line := range strings.Lines(section) {
		if example, ok := strings.CutPrefix(line, "    "); ok {
			n++
			if !strings.Contains(source.String(), strings.TrimSpace(example)+"\n") {
				t.Errorf("no file has the line %q", strings.TrimSpace(example))
			}
		}
	}
	if n < 5 {
		t.Errorf("the page has %d lines of examples", n)
	}
}
