package bale_test

import (
	"os/exec"
	"path"
	"strings"
	"testing"

	"bale"
)

// TestSource checks that Source has every file that the commands are built from, and no tests.
func TestSource(t *testing.T) {
	files, err := bale.Source()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "list", "-deps", "-f",
		"{{if .Module}}{{if .Module.Main}}{{range .GoFiles}}{{$.ImportPath}}/{{.}}\n{{end}}{{range .EmbedFiles}}{{$.ImportPath}}/{{.}}\n{{end}}{{end}}{{end}}",
		"./cmd/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	needed := 0
	for _, name := range strings.Fields(string(out)) {
		name = strings.TrimPrefix(name, "bale/")
		if strings.HasSuffix(name, "_test.go") || path.Base(path.Dir(name)) == "testdata" {
			continue // packages embed their own folder, and the package bale embeds everything
		}
		needed++
		if files[name] == nil && !strings.Contains(name, "/testdata/") {
			t.Errorf("%s is not in Source", name)
		}
	}
	if needed < 400 {
		t.Errorf("the commands need %d files, want at least 400", needed)
	}
	for name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") {
			t.Errorf("%s is in Source", name)
		}
	}
}
