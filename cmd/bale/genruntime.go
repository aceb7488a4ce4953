package main

import (
	"fmt"
	"slices"

	"bale/gen"
)

// finishRuntimes prints a line for each folder with packages of the runtime that has been written, and removes its stale files.
func finishRuntimes(io streams, dir string, outputs []*gen.Output, written map[string]bool) error {
	for _, rt := range runtimesOf(outputs) {
		n := 0
		for _, f := range rt.Files {
			if written[f.Path] {
				n++
			}
		}
		if n > 0 {
			fmt.Fprintf(io.err, "wrote %d files in %s, which the code imports\n", n, relPath(dir, rt.Dir))
		}
		if err := remove(io, dir, rt.Stale); err != nil {
			return err
		}
	}
	return nil
}

// runtimesUpToDate prints a line for each folder with packages of the runtime that are missing or out of date and, with diffs, how their files differ.
// It returns errDiffers if there are any.
func runtimesUpToDate(io streams, dir string, outputs []*gen.Output, diffs bool) (differs error) {
	for _, rt := range runtimesOf(outputs) {
		n := len(rt.Stale)
		for _, f := range rt.Files {
			if !f.Differs() {
				continue
			}
			n++
			if diffs {
				if err := printDiff(io, dir, f); err != nil {
					return err
				}
			}
		}
		if n > 0 {
			fmt.Fprintf(io.err, "%s: %d files are missing or out of date: run bale gen again\n", relPath(dir, rt.Dir), n)
			differs = errDiffers
		}
	}
	return differs
}

// runtimesOf returns the runtimes of outputs, each once.
func runtimesOf(outputs []*gen.Output) (list []*gen.Runtime) {
	for _, out := range outputs {
		if out.Runtime != nil && !slices.Contains(list, out.Runtime) {
			list = append(list, out.Runtime)
		}
	}
	return list
}
