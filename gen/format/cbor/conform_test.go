package cbor_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

// A generator prints random Go types that fxamacker/cbor can encode.
type generator struct{ *rand.Rand }

// source returns a file with inner types, which have no methods, and roots. Each root T has a control type with its fields and no methods.
func (g *generator) source() string {
	text := "package conform\n\nimport (\n\"math/big\"\n\"time\"\n)\n\nvar _ time.Time\nvar _ big.Int\n"
	for i := range 12 {
		text += g.structure(fmt.Sprintf("S%d", i), i)
	}
	for i := range 14 {
		text += "\n//bale:gen wire=cbor" + g.structure(fmt.Sprintf("T%d", i), 12)
		text += fmt.Sprintf("\ntype Control%d T%d\n", i, i)
	}
	return text
}

// structure returns a struct type, which may hold the first inner of the inner types. The names of its fields have its own name, so that those
// of embedded structs are unique.
func (g *generator) structure(name string, inner int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "\ntype %s struct {\n", name)
	array := g.IntN(5) == 0
	if array {
		text.WriteString("\t_ struct{} `cbor:\",toarray\"`\n")
	}
	if inner > 4 && g.IntN(3) == 0 && !array {
		fmt.Fprintf(&text, "\t_ struct{}\n\t%sS%d\n", []string{"", "*"}[g.IntN(2)], g.IntN(4))
	}
	for f := range 1 + g.IntN(10) {
		tag := ""
		switch g.IntN(9) {
		case 0:
			tag = fmt.Sprintf("`cbor:\"%s%d%s\"`", strings.ToLower(name), f, strings.Repeat("x", g.IntN(40)))
		case 1:
			tag = fmt.Sprintf("`json:\"%s%d,omitempty\"`", strings.ToLower(name), f)
		case 2:
			tag = fmt.Sprintf("`cbor:\"%d,keyasint\"`", g.IntN(1<<40)>>g.IntN(40)<<8-1000+int(name[0]+name[1])<<12*f)
		case 3:
			tag = "`cbor:\",omitzero\"`"
		}
		fmt.Fprintf(&text, "\tF%s%d%s %s %s\n", name, f, strings.Repeat("y", g.IntN(20)), g.field(inner, 2), tag)
	}
	text.WriteString("}\n")
	return text.String()
}

var leaves = []string{"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
	"string", "string", "[]byte", "[5]byte", "time.Time", "time.Duration", "*big.Int", "big.Int"}

// field returns a random type, nested at most depth deep.
func (g *generator) field(inner, depth int) string {
	kind := g.IntN(12)
	switch {
	case depth == 0 || kind < 5:
	case kind < 7 && inner > 0:
		return fmt.Sprintf("S%d", g.IntN(inner))
	case kind < 9:
		return "[]" + g.field(inner, depth-1)
	case kind == 9 && inner > 0:
		return fmt.Sprintf("*S%d", g.IntN(inner))
	case kind == 10:
		return fmt.Sprintf("[%d]%s", 1+g.IntN(5), g.field(inner, depth-1))
	case kind == 11:
		return fmt.Sprintf("map[%s]%s", []string{"string", "uint16", "int64", "bool"}[g.IntN(4)], g.field(inner, depth-1))
	}
	return leaves[g.IntN(len(leaves))]
}

// TestConform checks, on random types and values, that fxamacker/cbor decodes the messages of bale, and bale those of the library, and that
// its deterministic messages have the same bytes.
func TestConform(t *testing.T) {
	slow.Only(t, "it compiles another library")
	t.Parallel()
	g := &generator{rand.New(rand.NewPCG(5, 5))}
	calls := "package conform\n\nimport \"testing\"\n\nfunc TestConform(t *testing.T) {\n"
	for i := range 14 {
		calls += fmt.Sprintf("conform(t, (*T%d).MarshalCBOR, (*T%d).UnmarshalCBOR, func(v *T%d) *Control%d { return (*Control%d)(v) })\n", i, i, i, i, i)
	}
	m := gentest.New(t, map[string]string{
		"go.mod": "../../../codec/cbor/pins.mod", "go.sum": "../../../codec/cbor/pins.sum", "conform_test.go": "testdata/conform_test.go",
	})
	m.Write(t, "types.go", []byte(g.source()))
	m.Write(t, "calls_test.go", []byte(calls+"}\n"))
	if err := m.Generate(t, "", gen.Request{Known: formats, Tests: true}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.Unoptimized, "-run", "TestConform", "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
