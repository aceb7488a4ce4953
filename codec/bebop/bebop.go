// Package bebop describes github.com/200sc/bebop.
package bebop

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/200sc/bebop"
	tool   = module + "/main/bebopc-go"
	note   = "a date counts 100 ns, and wraps outside 1678 to 2262; a pointer is an array of none or one; " +
		"lists are made as long as the message says, unchecked"
)

// Codec is the code that bebopc-go generates for structs.
var Codec = &codec.Codec{
	Name: "bebop", Module: module,
	Doc:      "https://" + module,
	Packages: []string{tool, module, module + "/iohelp"},
	Variants: []*codec.Variant{
		{Wire: "Bebop", Caps: caps, Generate: generate, Note: "-force-pointer-receivers; " + note},
		{Name: "shared", Wire: "Bebop", Doc: "https://" + module + "/blob/v0.6.2/main/bebopc-go/main.go", Caps: caps, Generate: shared,
			Note: "-force-pointer-receivers; -share-string-memory: strings point into the message, of which copy takes a copy first; " + note},
	},
}

func caps(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), model.Int8, model.Int16),
		Bytes:   true, Time: lower.TimeOwn, Root: true,
		Maps: func(key, _ *lower.Node) bool {
			_, ok := key.Go.(*model.Basic)
			return ok
		},
		// The generator refuses structs that contain themselves, also in an array, unless a union is in between. The code for a union
		// without a set member reads the bytes that follow it (v0.6.2), so a member stands for nil.
		Flat: true, Union: lower.UnionStructs,
		Package:  pkg,
		Reserved: []string{"MarshalBebop", "MarshalBebopTo", "UnmarshalBebop", "MustUnmarshalBebop", "EncodeBebop", "DecodeBebop", "Size"},
	}
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for _, r := range in.Plan.Roots {
		out.Code = append(out.Code, code(r.Node.Msg))
	}
	out.Steps = []codec.Step{{
		Tool: tool,
		// The carriers are pointers. With the default, value receivers, each method that encodes copies its struct, and those inside it.
		// main/bebopc-go/main.go has the flag.
		Args:  []string{"-i", "bale.bop", "-o", "bebop.go", "-package", in.GenName, "-force-pointer-receivers"},
		Files: map[string][]byte{"bale.bop": []byte(schemaText(in.Plan))},
		Gen:   []string{"bebop.go"},
	}}
	return out, nil
}

func code(root *lower.Msg) codec.Code {
	c := codec.Code{
		Marshal: "return c.MarshalBebop(), nil",
		MarshalReuse: `n := c.Size()
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			return buf[:c.MarshalBebopTo(buf[:n])], nil`,
		Unmarshal:      "return c.UnmarshalBebop(b)",
		UnmarshalReuse: "return c.UnmarshalBebop(b)",
	}
	if root.Kind == lower.OfUnion { // decoding keeps the member that was set before
		c.UnmarshalReuse = "*c = $C{}\n" + c.UnmarshalReuse
	}
	return c
}

func shared(in *codec.Input) (*codec.Output, error) {
	out, err := generate(in)
	if err != nil {
		return nil, err
	}
	out.Steps[0].Args = append(out.Steps[0].Args, "-share-string-memory")
	for i := range out.Code {
		c := &out.Code[i]
		if !in.Plan.Reaches(i, func(t model.Type) bool { return model.IsKind(t, model.String) }) {
			continue
		}
		c.ShareMemory()
	}
	return out, nil
}

func schemaText(p *lower.Plan) string {
	inside := map[*lower.Msg]bool{} // structs that are declared in a union
	for _, m := range p.Msgs {
		if m.Kind == lower.OfUnion {
			for _, f := range m.Fields {
				inside[f.Node.Msg] = true
			}
		}
	}
	var b strings.Builder
	for _, m := range p.Msgs {
		switch {
		case m.Kind == lower.OfUnion:
			fmt.Fprintf(&b, "union %s {\n", m.Name)
			for i, f := range m.Fields {
				fmt.Fprintf(&b, "\t%d -> %s\n", i+1, structText(f.Node.Msg, "\t"))
			}
			b.WriteString("}\n\n")
		case !inside[m]:
			b.WriteString(structText(m, "") + "\n\n")
		}
	}
	return b.String()
}

// structText returns the declaration of a struct. All lines but the first are indented.
func structText(m *lower.Msg, indent string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "struct %s {\n", m.Name)
	for _, f := range m.Fields {
		fmt.Fprintf(&b, "%s\t%s %s;\n", indent, typeText(f.Node.Go), f.Name)
	}
	return b.String() + indent + "}"
}

func typeText(t model.Type) string {
	switch t := t.(type) {
	case *model.Basic:
		if t.Kind == model.Uint8 {
			return "byte" // only arrays of byte are copied in one operation
		}
		return t.Kind.String()
	case *model.Time:
		return "date"
	case *model.Named:
		return t.Name
	case *model.Slice:
		return "array[" + typeText(t.Elem) + "]"
	case *model.Map:
		return "map[" + typeText(t.Key) + ", " + typeText(t.Elem) + "]"
	}
	panic(fmt.Sprintf("bebop: lowered to %T", t))
}
