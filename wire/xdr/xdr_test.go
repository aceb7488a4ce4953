package xdr_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/schema"
	"bale/wire"
	"bale/wire/xdr"
)

// A generator writes Go types at random.
type generator struct {
	r      *rand.Rand
	leaves []string
	nested bool // lists of lists, arrays, maps and structs without a name
}

// types is the source of so many struct types, each of which may hold those before it.
func (g *generator) types(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "\ntype T%d struct {\n", i)
		for f := range 1 + g.r.IntN(8) {
			fmt.Fprintf(&text, "\tF%d %s\n", f, g.field(i, 2))
		}
		text.WriteString("}\n")
	}
	return text.String()
}

func (g *generator) field(before, depth int) string {
	kind := g.r.IntN(12)
	if depth == 0 || kind < 5 {
		return g.leaves[g.r.IntN(len(g.leaves))]
	}
	switch {
	case kind < 7 && before > 0:
		return fmt.Sprintf("T%d", g.r.IntN(before))
	case kind < 9 && g.nested:
		return "[]" + g.field(before, depth-1)
	case kind < 9 && before > 0 && g.r.IntN(2) == 0:
		return fmt.Sprintf("[]T%d", g.r.IntN(before))
	case kind < 9:
		if leaf := g.leaves[g.r.IntN(len(g.leaves))]; leaf != "uint8" { // which would be bytes
			return "[]" + leaf
		}
	case kind == 9 && g.nested:
		return fmt.Sprintf("[%d]%s", g.r.IntN(6), g.field(before, depth-1))
	case kind == 10 && g.nested:
		return fmt.Sprintf("map[%s]%s", []string{"string", "uint16", "int64", "[5]byte"}[g.r.IntN(4)], g.field(before, depth-1))
	case kind == 11 && g.nested:
		return fmt.Sprintf("struct { A %s; B %s }", g.field(before, depth-1), g.field(before, depth-1))
	}
	return g.leaves[g.r.IntN(len(g.leaves))]
}

// list is a variable with a new value of each type.
func list(n int) string {
	text := "\nfunc values() []any {\n\treturn []any{"
	for i := range n {
		text += fmt.Sprintf("new(T%d), ", i)
	}
	return text + "}\n}\n"
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// generate writes the code of all types of the package in dir.
func generate(t *testing.T, dir string, n int) {
	t.Helper()
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("T%d", i))
	}
	files, err := wire.Generate(t.Context(), &wire.Request{Dir: dir, Pattern: ".", Known: []*wire.Format{xdr.Format}, Wires: []*wire.Format{xdr.Format}, Types: names, Tests: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		write(t, f.Path, string(f.Data))
	}
}

// module lays the pins of a codec into a folder of its own.
func module(t *testing.T, codec string) string {
	t.Helper()
	dir := t.TempDir()
	for _, end := range []string{"mod", "sum"} {
		write(t, filepath.Join(dir, "go."+end), read(t, "../../codec/"+codec+"/pins."+end))
	}
	return dir
}

const types = 24

// TestXDR2 holds types and values at random against github.com/davecgh/go-xdr: bytes, both ways, and what is refused.
func TestXDR2(t *testing.T) {
	dir := module(t, "xdr")
	g := &generator{r: rand.New(rand.NewPCG(5, 1)), nested: true, leaves: []string{
		"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
		"string", "Name", "Level", "[]byte", "[3]byte", "[32]byte", "[][]byte", "[][2]byte", "time.Time", "time.Duration",
	}}
	write(t, filepath.Join(dir, "types.go"), "package types\n\nimport \"time\"\n\ntype (\n\tName string\n\tLevel uint16\n)\n\nvar _ time.Time\n"+g.types(types)+list(types))
	write(t, filepath.Join(dir, "xdr2_test.go"), read(t, "testdata/xdr2_test.go.txt"))
	write(t, filepath.Join(dir, "fill_test.go"), read(t, "testdata/fill_test.go.txt"))
	generate(t, dir, types)
	run(t, dir, "test", ".")
}

// TestCalmh does so with github.com/calmh/xdr, whose generator gives a type methods of the same names. What it writes for
// negative numbers of 8 and 16 bits is no XDR, so there are none.
func TestCalmh(t *testing.T) {
	dir := module(t, "calmhxdr")
	g := &generator{r: rand.New(rand.NewPCG(5, 2)), leaves: []string{
		"bool", "int", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "string",
	}}
	text := "package types\n" + g.types(types)
	for _, pkg := range []string{"calmh", "."} {
		write(t, filepath.Join(dir, pkg, "types.go"), text)
		write(t, filepath.Join(dir, pkg, "values.go"), "package types\n\n// Values has one of each.\nfunc Values() []any { return values() }\n"+list(types))
	}
	run(t, filepath.Join(dir, "calmh"), "run", "github.com/calmh/xdr/cmd/genxdr", "-o", "xdr.go", "types.go")
	write(t, filepath.Join(dir, "calmh_test.go"), strings.ReplaceAll(read(t, "testdata/calmh_test.go.txt"), "MODULE", strings.Fields(read(t, filepath.Join(dir, "go.mod")))[1]))
	write(t, filepath.Join(dir, "fill_test.go"), read(t, "testdata/fill_test.go.txt"))
	generate(t, dir, types)
	run(t, dir, "test", ".")
}

// TestRefused: what go-xdr writes otherwise is an error at its place.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.org/refused\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "refused.go"), "package refused\n\n//bale:gen wire=xdr\ntype T struct {\n\tNumbers []byte `xdropaque:\"false\"`\n}\n")
	_, err := wire.Generate(t.Context(), &wire.Request{Dir: dir, Pattern: ".", Known: []*wire.Format{xdr.Format}})
	errs, _ := err.(schema.Errors)
	want := "refused.go:5:2: T.Numbers: the xdr wire writes bytes as opaque data always: leave the tag xdropaque out, or make it a list of uint32"
	if len(errs) != 1 || strings.TrimPrefix(errs[0].Error(), dir+"/") != want {
		t.Errorf("%v, want %s", err, want)
	}
}
