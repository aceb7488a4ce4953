package schema

import (
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
