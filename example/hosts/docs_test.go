package hosts_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs checks that each block of code on the pages about this module is in one of its files, line after line.
func TestDocs(t *testing.T) {
	var files []string
	if err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		files = append(files, trimLines(string(text)))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]int{"hosts.md": 25, "migrate.md": 10} {
		text, err := os.ReadFile(filepath.Join("../../docs", page))
		if err != nil {
			t.Fatal(err)
		}
		blocks := codeBlocks(string(text))
		if len(blocks) < want {
			t.Errorf("%s has %d blocks of code, want at least %d", page, len(blocks), want)
		}
		for _, b := range blocks {
			found := false
			for _, f := range files {
				found = found || strings.Contains(f, "\n"+trimLines(b))
			}
			if !found {
				t.Errorf("%s: no file has these lines:\n%s", page, b)
			}
		}
	}
}

// codeBlocks returns the blocks of indented lines on a page. Shell commands are not among them.
func codeBlocks(page string) (blocks []string) {
	block := ""
	for line := range strings.Lines(page + "\n") {
		if strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "    go test ") {
			block += line
		} else if block != "" {
			blocks, block = append(blocks, block), ""
		}
	}
	return blocks
}

// trimLines removes the indentation.
func trimLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}
