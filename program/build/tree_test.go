package build

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDigestTree checks that the digest depends on the files that a build reads, and on other files only if there is an embed directive, and
// that files that cannot be read are no error.
func TestDigestTree(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, "gone.go")); err != nil {
		t.Log(err)
	}
	last := ""
	for _, c := range []struct {
		name, text string
		changes    bool
	}{
		{"a.go", "package a", true},
		{"out.txt", "a table", false},
		{"a.go", "package a // again", true},
		{"a.s", "TEXT", true},
		{"testdata/b.go", "package b", false},
		{"bale-results/run/rounds.txt", "", false},
		{"bale-results/run/main.go", "package c", false},
		{"go.mod", "module a", true},
		{".idea/a.go", "package a", false},
		{".#a.go", "", false},
		{"embed.go", "package a\n\n//go:embed *.txt", true},
		{"more.txt", "text", true},
		{"testdata/in/c.txt", "text", true},
		{"node_modules/d.js", "text", false},
		{".static/e.txt", "text", false},
		{"again.go", "package a\n\n//go:embed .static", true},
		{".static/f.txt", "text", true},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		sum, err := digestTree(dir)
		if err != nil {
			t.Fatal(err)
		}
		if (sum != last) != c.changes {
			t.Errorf("%s: the digest changes: %t, want %t", c.name, sum != last, c.changes)
		}
		last = sum
	}
}
