package gen

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bale/gen/format/all"
	"bale/gen/lock"
)

// TestGoCommand checks that the go command runs once for a request: for new code, which imports other packages than the source, for code
// that is up to date, for types with constants in other packages and for several packages whose code needs that of the others.
func TestGoCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the go command is wrapped by a shell script")
	}
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir, bin := t.TempDir(), t.TempDir()
	count := filepath.Join(bin, "count")
	files := map[string]string{
		filepath.Join(bin, "go"):            fmt.Sprintf("#!/bin/sh\necho \"$@\" >>'%s'\nexec '%s' \"$@\"\n", count, goCommand),
		filepath.Join(dir, "go.mod"):        "module example.com/m\n\ngo 1.24\n",
		filepath.Join(dir, "a", "a.go"):     "package a\n\nimport \"example.com/m/b\"\n\n//bale:gen\ntype Order struct{ Line b.Line; Mode b.Mode }\n\nfunc use(o *Order) ([]byte, error) { return o.Line.MarshalBinary() }\n",
		filepath.Join(dir, "b", "b.go"):     "package b\n\nimport \"time\"\n\ntype Mode uint8\n\nconst On Mode = 1\n\n//bale:gen\ntype Line struct{ At time.Time; Level Level }\n",
		filepath.Join(dir, "b", "c.go"):     "package b\n\nimport \"example.com/m/c\"\n\ntype Level = c.Level\n",
		filepath.Join(dir, "c", "level.go"): "package c\n\ntype Level string\n\nconst High Level = \"high\"\n",
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, pattern := range []string{"./b", "./...", "./...", "./a"} {
		outputs, err := Generate(t.Context(), &Request{Dir: dir, Pattern: pattern, Known: all.Formats})
		if err != nil {
			t.Fatal(err)
		}
		for _, out := range outputs {
			if out.Err != nil {
				t.Errorf("%s: %s: %v", pattern, out.Package, out.Err)
			}
			for _, f := range out.All() {
				if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(f.Path, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		calls, err := os.ReadFile(count)
		if err != nil || strings.Count(string(calls), "\n") != 1 {
			t.Errorf("%s: the go command ran for\n%s%v", pattern, calls, err)
		}
		if err := os.Remove(count); err != nil {
			t.Fatal(err)
		}
	}
	lock, err := os.ReadFile(filepath.Join(dir, "b", lock.FileName))
	if err != nil || !strings.Contains(string(lock), "enum example.com/m/c.Level.High \"high\"\n") {
		t.Errorf("the constants of another package are missing, %v:\n%s", err, lock)
	}
}
