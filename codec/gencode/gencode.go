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

const (
	tool = "github.com/andyleap/gencode"
	note = "a member of a union that is not a struct is put into one"
)

// Codec is gencode with integers of fixed width, with varints, and with fixed width and unsafe.
var Codec = &codec.Codec{
	Name: "gencode", Module: tool,
	Doc:      "https://github.com/andyleap/gencode",
	Packages: []string{tool},
	Variants: []*codec.Variant{
		{Name: "fixed", Wire: "gencode", Traits: measure.Traits{FixedWidth: 4}, Caps: caps, Generate: generate(false), Note: note},
		{Name: "varint", Wire: "gencode varint", Traits: measure.Traits{Branching: 6}, Caps: caps, Generate: generate(true),
			Note: "integers of 16 bits and more are varints (vint64, vuint64 and the like); " + note},
		{Name: "unsafe", Wire: "gencode", Traits: measure.Traits{FixedWidth: 2}, Caps: caps, Generate: generate(false, "-unsafe"),
			Note: "generated with -unsafe: numbers are stored in the machine's own byte order; " + note},
	},
}

func caps(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.Widen(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Elem: elem,
		Pointers: true, NilElems: true, Root: true, Union: lower.UnionValues, UnionMember: isStruct,
		Package: pkg, Reserved: []string{"Size", "Marshal", "Unmarshal"},
	}
}

// isStruct reports whether n is a struct. Other members of a union are wrapped: "the standard use is to use structs defined in the schema", according
// to the library's documentation. The code for a union of numbers alone does not compile.
func isStruct(n *lower.Node) bool { return n.Form == lower.Message }

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
		if text := interfaces(in.Plan); text != "" {
			out.Gen = map[string][]byte{"unions.go": []byte("package " + in.GenName + "\n" + text)}
		}
		return out, nil
	}
}

// interfaces returns Go source that declares the interfaces of the unions. A schema can only name them.
func interfaces(p *lower.Plan) string {
	var b strings.Builder
	for _, m := range p.Msgs {
		if m.Kind == lower.OfUnion {
			fmt.Fprintf(&b, "\n// A %s is a value of the union.\ntype %s interface{}\n", m.Name, m.Name)
		}
	}
	return b.String()
}

func schemaText(p *lower.Plan, varint bool) string {
	var b strings.Builder
	for _, m := range p.Msgs {
		if m.Kind == lower.OfUnion {
			continue
		}
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
		if u, ok := t.Underlying.(*model.Interface); ok {
			return unionText(t.Name, u, varint)
		}
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

// unionText returns the union in an interface with a name. The grammar has unions only in the places where they are used.
func unionText(name string, u *model.Interface, varint bool) string {
	text := "union " + name + " {\n"
	for _, member := range u.Members {
		text += "\t\t" + typeText(member, varint) + "\n"
	}
	return text + "\t}"
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
