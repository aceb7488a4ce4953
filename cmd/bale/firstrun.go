package main

import (
	"fmt"

	"bale/lab/build"
)

// A firstRun says how large the caches have become in the first comparison on a machine.
type firstRun struct {
	cache  string
	shared []growingFolder // of the go command
}

// A growingFolder is a folder with its size at the beginning of the run.
type growingFolder struct {
	path   string
	before int64
}

// newFirstRun returns nil if bale has built something on this machine before.
func newFirstRun(cache string) *firstRun {
	if !build.IsNew(cache) {
		return nil
	}
	f := &firstRun{cache: cache}
	compiled, modules := build.GoCaches()
	for _, path := range []string{compiled, modules} {
		if path != "" {
			f.shared = append(f.shared, growingFolder{path, treeSize(path)})
		}
	}
	return f
}

// String returns a line with the sizes and the commands that remove the caches.
func (f *firstRun) String() string {
	text := fmt.Sprintf("This first run left %s in %s ('bale clean' removes it)", humanSize(treeSize(f.cache)), f.cache)
	if len(f.shared) < 2 {
		return text + "."
	}
	compiled, modules := f.shared[0], f.shared[1]
	return fmt.Sprintf("%s, and added %s to %s and %s to %s, which the go command shares between all programs ('go clean -cache -modcache' empties both).",
		text, humanSize(treeSize(compiled.path)-compiled.before), compiled.path, humanSize(treeSize(modules.path)-modules.before), modules.path)
}
