package main

import (
	"os"
	"path/filepath"
	"testing"

	"bale/program/build"
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
	if !build.IsNew(cache) {
		t.Error("a run without a cache is not the first")
	}
	write("bale/runners/0123456789abcdef0123456789abcdef/runner", 1500)
	write("go-build/new", 2000)
	write("mod/m@v1.0.0/m.go", 300)
	want := "This first run left 1.5 kB in " + cache + " ('bale clean' removes it). The go command shares 2 kB in " + compiled + " and 300 B in " + modules +
		" between all programs ('go clean -cache -modcache' empties both)."
	if got := cacheSizes(cache); got != want {
		t.Errorf("got\n%v, want\n%s", got, want)
	}
	if build.IsNew(cache) {
		t.Error("a later run is the first")
	}
}
