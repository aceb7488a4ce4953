package model

import (
	"go/version"
	"os/exec"
	"runtime"
	"strings"

	"golang.org/x/tools/go/packages"
)

// needsNewerGo returns an error if one of the packages needs a newer Go than the one that built bale, whose type checker then refuses it. Packages of
// the standard library need the version of the go command in dir.
func needsNewerGo(list []*packages.Package, dir string) error {
	own := runtime.Version()
	if !version.IsValid(own) {
		return nil // built from the development tree of Go
	}
	for _, p := range list {
		switch {
		case p.Module != nil && version.Compare("go"+p.Module.GoVersion, own) > 0:
			return oneError("go.mod of module %s has Go %s, and this bale was built with %s, which cannot check the package: build bale with Go %[2]s or newer",
				p.Module.Path, p.Module.GoVersion, own)
		case p.Module == nil && len(p.GoFiles) > 0:
			if command := goCommandVersion(dir); version.Compare(command, own) > 0 {
				return oneError("the go command is %s, and this bale was built with %s, which cannot check package %s of its standard library: build bale with %[1]s or newer, or use the go command of %[2]s",
					command, own, p.PkgPath)
			}
		}
	}
	return nil
}

// goCommandVersion returns the version of the go command in a folder, without experiments, or "" if it cannot be found out.
func goCommandVersion(dir string) string {
	cmd := exec.Command("go", "env", "GOVERSION")
	cmd.Dir = dir
	out, _ := cmd.Output()
	name, _, _ := strings.Cut(strings.TrimSpace(string(out)), "-X:")
	return name
}
