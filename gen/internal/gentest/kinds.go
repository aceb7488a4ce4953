package gentest

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/internal/slow"
)

//go:embed testdata/kinds/*.go
var kinds embed.FS

// kindNames are the root types of package kinds. The last one has directives.
var kindNames = []string{
	"Scalars", "Lists", "Maps", "Nested", "Tail", "Extended", "Tree", "Foreign", "Many", "Text", "Alone", "Flat", "Wide", "Narrow", "Ruled",
}

// KindsFiles adds package kinds without its tests. The package has a type for each kind of encoding.
func (m *Module) KindsFiles(t testing.TB) {
	m.kinds(t, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
}

// kinds adds the files of package kinds for which take is true.
func (m *Module) kinds(t testing.TB, take func(name string) bool) {
	t.Helper()
	files, err := fs.ReadDir(kinds, "testdata/kinds")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := kinds.ReadFile("testdata/kinds/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if take(f.Name()) {
			m.Write(t, f.Name(), data)
		}
	}
}

// RunKinds generates code for the types of package kinds, and runs three groups of tests with and without the tag purego: the generated ones,
// those for all formats, and the caller's own in the file more. The bytes of each format, and some of its errors, must be equal to
// the files in the folder golden. With update, these files are written.
func RunKinds(t *testing.T, formats []*emit.Format, more, golden string, update bool) {
	runKinds(t, formats, more, golden, update, true)
}

// RunKindsSlow is RunKinds for the formats other than compact. Only with BALE_TEST=slow, it tests with the tag purego, which takes 5 s of processor time, and
// runs the generated tests, which take 1 to 2 s: the tests for all formats cut and corrupt messages at each byte.
func RunKindsSlow(t *testing.T, formats []*emit.Format, more, golden string, update bool) {
	runKinds(t, formats, more, golden, update, slow.Enabled())
}

func runKinds(t *testing.T, formats []*emit.Format, more, golden string, update, all bool) {
	SkipIfShort(t)
	for _, c := range []struct {
		name   string
		purego bool
	}{{"unsafe", false}, {"purego", true}} {
		t.Run(c.name, func(t *testing.T) {
			if c.purego && Race {
				t.Skip("the race detector finds nothing more without unsafe")
			}
			if c.purego && !all {
				slow.Only(t, "it compiles the kinds once more")
			}
			if !update { // with update, one test writes the files that the other reads
				t.Parallel()
			}
			m := kindsModule(t, formats, more, all)
			flag := CompilerFlag(c.purego)
			if all && !c.purego {
				flag = optimized
				m.MustRunGo(t, "vet", ".")
			}
			if out, err := m.Test(t, flag, "."); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			m.goldens(t, formats, golden, update && !c.purego)
		})
	}
}

// kindsModule returns the module that Kinds tests, with or without generated tests.
func kindsModule(t *testing.T, formats []*emit.Format, more string, tests bool) *Module {
	files := map[string]string{}
	if more != "" {
		files["more_test.go"] = more
	}
	m := New(t, files)
	m.Write(t, "go.mod", []byte("module example.org/kinds\n\ngo 1.26\n"))
	m.kinds(t, func(string) bool { return true })
	list := ""
	for _, f := range formats {
		list += fmt.Sprintf("{%q, %q},\n", f.Name, f.Suffix())
	}
	m.Write(t, "wires_test.go", []byte("package kinds\n\nvar wires = []wire{\n"+list+"}\n"))
	if err := m.Generate(t, "", gen.Request{Types: kindNames, Formats: formats, Known: formats, Tests: tests}); err != nil {
		t.Fatal(err)
	}
	return m
}

// goldens compares the files of bytes and errors that the tests of kinds have written with the files in a folder.
func (m *Module) goldens(t *testing.T, formats []*emit.Format, golden string, update bool) {
	for _, f := range formats {
		for _, what := range []string{".bytes", ".errors"} {
			same(t, filepath.Join(golden, f.Name+what), m.Read(t, f.Name+what), update)
		}
	}
}

// RunKindsOn runs the tests of Kinds, without a caller's own, for another architecture. env selects the architecture, and args has the
// command that runs its programs. If an int has 64 bits, the messages must be those of the golden files: golden returns their
// folder for a format.
func RunKindsOn(t *testing.T, formats []*emit.Format, env, args []string, golden func(f *emit.Format) string) {
	m := kindsModule(t, formats, "", true)
	m.Env = env
	if out, err := m.Go(t, slices.Concat([]string{"test", "-vet=off", "-short"}, args, []string{"."})...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, f := range formats {
		if !slices.Contains(env, "GOARCH=386") {
			m.goldens(t, []*emit.Format{f}, golden(f), false)
		}
	}
}

// same compares a file with its golden file, line by line.
func same(t *testing.T, golden string, got []byte, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(golden, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Fatalf("%s:%d: it differs from this line on. -update rewrites the file; read the diff. Got:\n%s", golden, i+1, strings.Join(a[i:min(len(a), i+3)], "\n"))
		}
	}
}
