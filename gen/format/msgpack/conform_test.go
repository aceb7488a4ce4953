package msgpack_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

// A generator prints random Go types that a reference library can encode.
type generator struct {
	*rand.Rand
	vmihailenco bool
}

// source returns a file with inner types, which have no methods, and roots. Each root T has a control type with its fields and no methods.
func (g *generator) source() string {
	text := "package conform\n\nimport \"time\"\n\nvar _ time.Time\n"
	if !g.vmihailenco {
		text += "\n//msgp:tuple S1 S4 S9 T2 Control2\n//msgp:vartuple Pair\n\ntype Flattened struct{ P, Q int16 }\n\ntype Pair struct {\n\tA int16\n\tB string\n}\n"
	}
	for i := range 12 {
		text += g.structure(fmt.Sprintf("S%d", i), i)
	}
	for i := range 20 {
		if g.vmihailenco && i%4 == 3 {
			text += "\n//bale:array"
		}
		text += "\n//bale:gen wire=msgpack" + g.structure(fmt.Sprintf("T%d", i), 12)
		text += fmt.Sprintf("\ntype Control%d T%d\n", i, i)
	}
	return text + held
}

// held is a type with a union, which both references decode into an any.
const held = `
//bale:gen wire=msgpack
type Held struct {
	V []any //bale:union bool, string, *Held, map[string]int8
}
`

// structure returns a struct type, which may hold the first inner of the inner types.
func (g *generator) structure(name string, inner int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "\ntype %s struct {\n", name)
	if !g.vmihailenco && g.IntN(3) == 0 {
		text.WriteString("\tFlattened `msg:\",flatten\"`\n\tPair `msg:\"pair\"`\n")
	}
	for f := range 1 + g.IntN(10) {
		typ := g.field(inner, 2)
		tag := ""
		switch key := []string{"msg", "msgpack"}[g.IntN(2)]; {
		case g.vmihailenco && g.IntN(4) == 0:
			tag = fmt.Sprintf("`msgpack:\"f%d%s\"`", f, strings.Repeat("x", g.IntN(40)))
		case !g.vmihailenco && (strings.HasPrefix(typ, "[]") || strings.HasPrefix(typ, "map")):
			tag = "`" + key + ":\",allownil\"`"
		case !g.vmihailenco && g.IntN(3) == 0:
			tag = fmt.Sprintf("`%s:\"f%d%s\"`", key, f, []string{"", ",omitempty"}[g.IntN(2)])
		}
		fmt.Fprintf(&text, "\tF%d%s %s %s\n", f, strings.Repeat("y", g.IntN(20)), typ, tag)
	}
	text.WriteString("}\n")
	return text.String()
}

var leaves = []string{"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
	"string", "string", "[]byte", "[5]byte", "time.Time", "time.Duration"}

func (g *generator) leaf() string { return leaves[g.IntN(len(leaves))] }

// field returns a random type, nested at most depth deep.
func (g *generator) field(inner, depth int) string {
	elem := func() string {
		if g.vmihailenco {
			return g.field(inner, depth-1)
		}
		if inner > 0 && g.IntN(2) == 0 {
			return fmt.Sprintf("S%d", g.IntN(inner))
		}
		if leaf := g.leaf(); leaf != "[]byte" && leaf != "uint8" { // tinylib encodes no nil in lists
			return leaf
		}
		return "string"
	}
	kind := g.IntN(12)
	switch {
	case depth == 0 || kind < 5:
		return g.leaf()
	case kind < 7 && inner > 0:
		return fmt.Sprintf("S%d", g.IntN(inner))
	case kind < 9:
		return "[]" + elem()
	case kind == 9 && inner > 0:
		return fmt.Sprintf("*S%d", g.IntN(inner))
	case kind == 10 && g.vmihailenco:
		return fmt.Sprintf("[%d]%s", 1+g.IntN(5), elem())
	case kind == 11 && g.vmihailenco:
		return fmt.Sprintf("map[%s]%s", []string{"string", "uint16", "int64", "bool"}[g.IntN(4)], elem())
	case kind == 11:
		return "map[string]" + elem()
	}
	return g.leaf()
}

// TestConform checks, on random types and values, that each reference decodes the messages of bale, and bale those of the reference.
func TestConform(t *testing.T) {
	slow.Only(t, "it compiles other libraries")
	for _, c := range []struct {
		name, pins  string
		vmihailenco bool
	}{
		{"vmihailenco", "../../../codec/vmihailencomsgpack/pins.", true},
		{"tinylib", "../../../codec/msgp/pins.", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := &generator{rand.New(rand.NewPCG(5, 5)), c.vmihailenco}
			calls := "package conform\n\nimport \"testing\"\n\nfunc TestConform(t *testing.T) {\n"
			for i := range 20 {
				calls += fmt.Sprintf("conform(t, (*T%d).MarshalMsgpack, (*T%d).UnmarshalMsgpack, func(v *T%d) *Control%d { return (*Control%d)(v) })\n", i, i, i, i, i)
			}
			m := gentest.New(t, map[string]string{
				"go.mod": c.pins + "mod", "go.sum": c.pins + "sum",
				"conform_test.go": "testdata/conform_test.go", "reference_test.go": "testdata/" + c.name + "_test.go",
			})
			m.Write(t, "types.go", []byte(g.source()))
			m.Write(t, "calls_test.go", []byte(calls+"}\n"))
			if !c.vmihailenco {
				m.MustRunGo(t, "run", "github.com/tinylib/msgp", "-file", "types.go", "-io=false", "-tests=false")
			}
			if err := m.Generate(t, "", gen.Request{Known: formats, Tests: true}); err != nil {
				t.Fatal(err)
			}
			if out, err := m.Test(t, gentest.Unoptimized, "-run", "TestConform", "."); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}
