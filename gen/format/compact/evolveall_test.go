package compact_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
	"bale/shape"
)

// TestEvolveAll generates code for types before and after fields were appended to all structs that a type with //bale:evolve all leads to.
// Each version must decode the messages of the other.
func TestEvolveAll(t *testing.T) {
	gentest.SkipIfShort(t)
	files := map[string]string{}
	for _, name := range []string{"evolve_test.go", "before/before.go", "before/part/part.go", "after/after.go", "after/part/part.go"} {
		files[name] = "testdata/evolveall/" + name
	}
	m := gentest.New(t, files)
	m.Write(t, "go.mod", []byte("module evolving\n\ngo 1.26\n"))
	for _, folder := range []string{"before", "after"} {
		if err := m.Generate(t, folder, gen.Request{Known: []*emit.Format{compact.Format}}); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := m.Test(t, gentest.Unoptimized, "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestEvolveSizes compares messages of the shapes that bale was tuned on with and without -evolve. docs/lock.md must have the
// printed table.
func TestEvolveSizes(t *testing.T) {
	slow.Only(t, "it compiles all shapes twice")
	m := gentest.New(t, map[string]string{"sizes_test.go": "testdata/sizes/sizes_test.go"})
	m.Write(t, "go.mod", []byte("module sizes\n\ngo 1.26\n"))
	for _, s := range shape.Tuned {
		files, err := shape.Source.ReadDir(s.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := shape.Source.ReadFile(s.Name + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			text = bytes.Replace(text, []byte("\ntype "+s.Type+" "), []byte("\n//bale:gen\ntype "+s.Type+" "), 1)
			m.Write(t, "plain/"+s.Name+"/"+f.Name(), text)
			m.Write(t, "evolve/"+s.Name+"/"+f.Name(), text)
		}
	}
	generateAll(t, m, "./plain/...", false)
	generateAll(t, m, "./evolve/...", true)
	out, err := m.Test(t, gentest.Unoptimized, "-v", ".")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(out)
	page, err := os.ReadFile("../../../docs/lock.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		rows++
		if !strings.Contains(string(page), line) {
			t.Errorf("docs/lock.md does not have the row %s", line)
		}
	}
	if rows != len(shape.Tuned)+1 {
		t.Errorf("%d rows:\n%s", rows, out)
	}
}

// generateAll generates code for the packages of a pattern.
func generateAll(t *testing.T, m *gentest.Module, pattern string, evolve bool) {
	t.Helper()
	outputs, err := gen.Generate(t.Context(), &gen.Request{Dir: m.Dir, Pattern: pattern, Known: []*emit.Format{compact.Format}, Evolve: evolve})
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range outputs {
		if out.Err != nil {
			t.Fatal(out.Err)
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
}
