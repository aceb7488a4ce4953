package bale_test

import (
	"io/fs"
	"os/exec"
	"strings"
	"testing"

	"bale"
)

// TestSource checks that every package of this module that bale-run imports is in Source.
func TestSource(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if .Module}}{{if .Module.Main}}{{.ImportPath}}{{end}}{{end}}", "./cmd/bale-run").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(string(out)) {
		if files, err := fs.Glob(bale.Source, strings.TrimPrefix(path, "bale/")+"/*.go"); err != nil || len(files) == 0 {
			t.Errorf("package %s is not in Source (%v)", path, err)
		}
	}
}
