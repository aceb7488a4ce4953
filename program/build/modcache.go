package build

import (
	"fmt"
	"path/filepath"
)

// OutsideModuleCache returns an error if the folder of a package is in the go command's module cache. No files can be added to such a package, neither by a
// program nor with -overlay.
func OutsideModuleCache(dir string) error {
	rel, err := filepath.Rel(GoSetting("GOMODCACHE"), dir)
	if err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	return fmt.Errorf("%s is in the module cache, where packages get no further files: clone the repository of the module or copy the module's folder, and run bale there", dir)
}
