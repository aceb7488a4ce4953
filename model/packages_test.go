package model

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestNewerGo checks the error for a package of a module that needs a newer version of Go than the type checker knows.
func TestNewerGo(t *testing.T) {
	pkg := &packages.Package{PkgPath: "m/p", Module: &packages.Module{Path: "m", GoVersion: "1.999"}, Errors: []packages.Error{{Msg: "package requires newer Go version go1.999"}}}
	err := compileErrors(pkg, ".", nil)
	if err == nil || !strings.Contains(err.Error(), "go.mod of module m has Go 1.999, and this bale was built with go1.") || !strings.HasSuffix(err.Error(), ": build bale with Go 1.999 or newer") {
		t.Errorf("got %v", err)
	}
	pkg.Module.GoVersion = "1.22"
	if err := compileErrors(pkg, ".", nil); err == nil || !strings.Contains(err.Error(), "does not compile: fix these first") {
		t.Errorf("got %v", err)
	}
}

// TestNewerGoCommand checks the error for a standard library that is newer than the type checker. A missing package without a dot in its path is not a
// part of it.
func TestNewerGoCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the go command of this test is a shell script")
	}
	dir := t.TempDir()
	setGo := func(version string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\necho "+version+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	std := &packages.Package{PkgPath: "math/rand", GoFiles: []string{"rand.go"}, Errors: []packages.Error{{Msg: "method must have no type parameters"}}}
	missing := &packages.Package{PkgPath: "missing", Errors: []packages.Error{{Msg: "package missing is not in std"}}}
	user := func(imported *packages.Package) *packages.Package {
		return &packages.Package{PkgPath: "m/p", Dir: dir, Module: &packages.Module{Path: "m", GoVersion: "1.22"}, Imports: map[string]*packages.Package{imported.PkgPath: imported}}
	}
	for _, c := range []struct {
		version  string
		imported *packages.Package
		want     string
	}{
		{"go1.999.1-X:jsonv2", std, "the go command is go1.999.1, and this bale was built with " + runtime.Version() + ", which cannot check package math/rand of its standard library: build bale with go1.999.1 or newer"},
		{"go1.999.1", missing, "does not compile: fix these first"},
		{"go1.2", std, "does not compile: fix these first"},
	} {
		setGo(c.version)
		if err := compileErrors(user(c.imported), dir, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: got %v, want %q", c.version, c.imported.PkgPath, err, c.want)
		}
	}
}
