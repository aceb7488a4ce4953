package main

import (
	"fmt"

	"github.com/rogpeppe/go-internal/diff"

	"bale/gen"
)

// upToDate prints the names of files that are missing or out of date, and, with diffs, how they differ, and those of stale files. It returns errDiffers if
// there are any.
func upToDate(io streams, dir string, files []gen.File, stale []string, diffs bool) error {
	var differs error
	for _, file := range stale {
		fmt.Fprintf(io.err, "%s is of no use any more: run bale gen again, which deletes it\n", relPath(dir, file))
		differs = errDiffers
	}
	for _, f := range files {
		problem, err := f.Problem()
		if err != nil {
			return err
		}
		if problem == "" {
			continue
		}
		name := relPath(dir, f.Path)
		fmt.Fprintf(io.err, "%s %s\n", name, problem)
		differs = errDiffers
		if !diffs {
			continue
		}
		if err := printDiff(io, dir, f); err != nil {
			return err
		}
	}
	return differs
}

// printDiff prints how a file on disk differs from what it should be.
func printDiff(io streams, dir string, f gen.File) error {
	old, _ := f.OnDisk() // empty if the file is missing
	name := relPath(dir, f.Path)
	_, err := io.out.Write(diff.Diff(name+".orig", old, name, f.Data))
	return err
}
