package main

import (
	"fmt"

	"bale/program/build"
)

// cacheSizes returns a line with the sizes of the caches and the commands that remove them, for the end of the first comparison on a machine. The walks
// take a second for 20 GB.
func cacheSizes(cache string) string {
	text := fmt.Sprintf("This first run left %s in %s ('bale clean' removes it)", humanSize(treeSize(cache)), cache)
	compiled, modules := build.GoCaches()
	if compiled == "" || modules == "" {
		return text + "."
	}
	return fmt.Sprintf("%s. The go command shares %s in %s and %s in %s between all programs ('go clean -cache -modcache' empties both).",
		text, humanSize(treeSize(compiled)), compiled, humanSize(treeSize(modules)), modules)
}
