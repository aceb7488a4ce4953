package lab

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDigestTree checks that the digest depends on the files that a build reads, and on other files only if there is an embed directive.
func TestDigestTree(t *testing.T) {
	dir := t.TempDir()
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
		{"embed.go", "package a\n\n//go:embed *.txt", true},
		{"more.txt", "text", true},
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
