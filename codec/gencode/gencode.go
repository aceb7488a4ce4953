// Package gencode describes github.com/andyleap/gencode.
package gencode

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
	"bale/runner/measure"
)

const tool = "github.com/andyleap/gencode"

// Codec is gencode with integers of fixed width, with varints, and with fixed width and unsafe.
var Codec = &codec.Codec{
	Name: "gencode", Module: tool,
	Doc:      "https://github.com/andyleap/gencode",
	Packages: []string{tool},
	Variants: []*codec.Variant{
		{Name: "fixed", Wire: "gencode", Traits: measure.Traits{FixedWidth: 4}, Caps: caps, Generate: generate(false)},
		{Name: "varint", Wire: "gencode varint", Traits: measure.Traits{Branching: 6}, Caps: caps, Generate: generate(true),
			Note: "integers of 16 bits and more are varints (vint64, vuint64 and the like)"},
		{Name: "unsafe", Wire: "gencode", Traits: measure.Traits{FixedWidth: 2}, Caps: caps, Generate: generate(false, "-unsafe"),
			Note: "generated with -unsafe: numbers are stored in the machine's own byte order"},
	},
}

func caps(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.Widen(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Elem: elem,
		Pointers: true, NilElems: true, Root: true,
		Package: pkg, Reserved: []string{"Size", "Marshal", "Unmarshal"},
	}
}

// elem reports whether n may be the element of a list or an array, and refuses arrays. The code for a slice of byte arrays does not
// compile, and that for an array in an array uses one index for both. Wrapping them in a struct takes no bytes.
func elem(n *lower.Node) bool {
	for ; n != nil; n = n.Elem {
		if n.Form == lower.Array {
			return false
		}
	}
	return true
}

func generate(varint bool, flags ...string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := codec.SameForAll(in, codec.Code{
			Marshal:        "return c.Marshal(nil)",
			MarshalReuse:   "return c.Marshal(buf)",
			Unmarshal:      "_, err := c.Unmarshal(b)\nreturn err",
			UnmarshalReuse: "_, err := c.Unmarshal(b)\nreturn err",
		})
		out.Steps = []codec.Step{{
			Tool:  tool,
			Args:  append([]string{"go", "-schema", "bale.schema", "-package", in.GenName, "-out", "gencode.go"}, flags...),
			Files: map[string][]byte{"bale.schema": []byte(schemaText(in.Plan, varint))},
			Gen:   []string{"gencode.go"},
		}}
		return out, nil
	}
}

func schemaText(p *lower.Plan, varint bool) string {
	var b strings.Builder
	for _, m := range p.Msgs {
		fmt.Fprintf(&b, "struct %s {\n", m.Name)
		for _, f := range m.Fields {
			fmt.Fprintf(&b, "\t%s %s\n", f.Name, typeText(f.Node.Go, varint))
		}
		b.WriteString("}\n\n")
	}
	return b.String()
}

func typeText(t model.Type, varint bool) string {
	switch t := t.(type) {
	case *model.Basic:
		return basicText(t.Kind, varint)
	case *model.Time:
		return "time"
	case *model.Named:
		return t.Name
	case *model.Slice:
		return "[]" + typeText(t.Elem, varint)
	case *model.Array:
		return fmt.Sprintf("[%d]%s", t.Len, typeText(t.Elem, varint))
	case *model.Pointer:
		return "*" + typeText(t.Elem, varint)
	}
	panic(fmt.Sprintf("gencode: lowered to %T", t))
}

// basicText returns the name of a kind. It is byte for uint8, since only slices and arrays of byte are copied in one operation.
func basicText(k model.Kind, varint bool) string {
	switch {
	case k == model.Uint8:
		return "byte"
	case varint && k.Bits() > 8 && (k.Signed() || k.Unsigned()):
		return "v" + k.String()
	}
	return k.String()
}
