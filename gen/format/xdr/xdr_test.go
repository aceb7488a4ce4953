package xdr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/xdr"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

// A generator writes random Go types.
type generator struct {
	r      *rand.Rand
	leaves []string
	nested bool // lists of lists, arrays, maps and structs without a name
}

// types returns the source of n struct types. Each of them may contain earlier ones.
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
		if leaf := g.leaves[g.r.IntN(len(g.leaves))]; leaf != "uint8" { // a list of uint8 would be bytes
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

// valuesFunc returns the source of a function that returns a new value of each type.
func valuesFunc(n int) string {
	text := "\nfunc values() []any {\n\treturn []any{"
	for i := range n {
		text += fmt.Sprintf("new(T%d), ", i)
	}
	return text + "}\n}\n"
}

// generate generates code for all types of the module.
func generate(t *testing.T, m *gentest.Module, n int) {
	t.Helper()
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("T%d", i))
	}
	formats := []*emit.Format{xdr.Format}
	if err := m.Generate(t, "", gen.Request{Known: formats, Formats: formats, Types: names, Tests: true}); err != nil {
		t.Fatal(err)
	}
}

// module returns a module with the pins of a codec and the given files.
func module(t *testing.T, codec string, files ...string) *gentest.Module {
	t.Helper()
	from := map[string]string{"go.mod": "../../../codec/" + codec + "/pins.mod", "go.sum": "../../../codec/" + codec + "/pins.sum"}
	for _, name := range files {
		from[name] = "testdata/" + name
	}
	return gentest.New(t, from)
}

const types = 24

// TestXDR2 compares random types and values with github.com/davecgh/go-xdr: encoding, decoding, and errors.
func TestXDR2(t *testing.T) {
	slow.Only(t, "it compiles another library")
	m := module(t, "xdr", "xdr2_test.go", "fill_test.go")
	g := &generator{r: rand.New(rand.NewPCG(5, 1)), nested: true, leaves: []string{
		"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
		"string", "Name", "Level", "[]byte", "[3]byte", "[32]byte", "[][]byte", "[][2]byte", "time.Time", "time.Duration",
	}}
	m.Write(t, "types.go", []byte("package types\n\nimport \"time\"\n\ntype (\n\tName string\n\tLevel uint16\n)\n\nvar _ time.Time\n"+g.types(types)+valuesFunc(types)))
	generate(t, m, types)
	if out, err := m.Test(t, gentest.Unoptimized, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestCalmh compares with github.com/calmh/xdr, whose generator adds methods of the same names. The types have no int8 and
// int16, since calmh/xdr does not encode their negative values as XDR does.
func TestCalmh(t *testing.T) {
	slow.Only(t, "it compiles another library")
	m := module(t, "calmhxdr", "fill_test.go")
	g := &generator{r: rand.New(rand.NewPCG(5, 2)), leaves: []string{
		"bool", "int", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "string",
	}}
	text := "package types\n" + g.types(types)
	for _, pkg := range []string{"calmh", "."} {
		m.Write(t, pkg+"/types.go", []byte(text))
		m.Write(t, pkg+"/values.go", []byte("package types\n\n// Values has one of each.\nfunc Values() []any { return values() }\n"+valuesFunc(types)))
	}
	m.MustRunGo(t, "run", "github.com/calmh/xdr/cmd/genxdr", "-o", "calmh/xdr.go", "calmh/types.go")
	path := strings.Fields(string(m.Read(t, "go.mod")))[1]
	m.Write(t, "calmh_test.go", []byte(strings.ReplaceAll(gentest.ReadFile(t, "testdata/calmh_test.go"), "MODULE", path)))
	generate(t, m, types)
	if out, err := m.Test(t, gentest.Unoptimized, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestRefused checks the error, with its position, for a field that go-xdr encodes differently.
func TestRefused(t *testing.T) {
	gentest.CheckErrors(t, []*emit.Format{xdr.Format}, "package refused\n\n//bale:gen wire=xdr\ntype T struct {\n\tNumbers []byte `xdropaque:\"false\"`\n}\n",
		"refused.go:5:2: T.Numbers: the xdr format always encodes bytes as opaque data: remove the tag xdropaque, or use a list of uint32")
}
