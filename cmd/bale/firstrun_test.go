package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFirstRun checks the line about the caches, and that only a run with an empty cache has it.
func TestFirstRun(t *testing.T) {
	root := t.TempDir()
	write := func(name string, size int) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cache, compiled, modules := filepath.Join(root, "bale"), filepath.Join(root, "go-build"), filepath.Join(root, "mod")
	t.Setenv("GOCACHE", compiled)
	t.Setenv("GOMODCACHE", modules)
	write("go-build/old", 5000)
	first := newFirstRun(cache)
	write("bale/runners/0123456789abcdef0123456789abcdef/runner", 1500)
	write("go-build/new", 2000)
	write("mod/m@v1.0.0/m.go", 300)
	want := "This first run left 1.5 kB in " + cache + " ('bale clean' removes it), and added 2 kB to " + compiled + " and 300 B to " + modules +
		", which the go command shares between all programs ('go clean -cache -modcache' empties both)."
	if first == nil || first.String() != want {
		t.Errorf("got\n%v, want\n%s", first, want)
	}
	if again := newFirstRun(cache); again != nil {
		t.Errorf("a later run says: %v", again)
	}
}
