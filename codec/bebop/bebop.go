// Package bebop describes github.com/200sc/bebop.
package bebop

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

const (
	module = "github.com/200sc/bebop"
	tool   = module + "/main/bebopc-go"
	note   = "a date counts 100 ns, and wraps outside 1678 to 2262; a pointer is an array of none or one; " +
		"lists are made as long as the message says, unchecked"
)

// Codec is the code that bebopc-go generates of structs.
var Codec = &codec.Codec{
	Name: "bebop", Module: module,
	Doc:      "https://" + module,
	Packages: []string{tool, module, module + "/iohelp"},
	Variants: []*codec.Variant{
		{Wire: "Bebop", Caps: caps, Generate: generate, Note: note},
		{Name: "shared", Wire: "Bebop", Doc: "https://" + module + "/blob/v0.6.2/main/bebopc-go/main.go", Caps: caps, Generate: shared,
			Note: "-share-string-memory: strings point into the message, of which copy takes a copy first; " + note},
	},
}

func caps(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), schema.Int8, schema.Int16),
		Bytes:   true, Time: lower.TimeOwn, Root: true,
		Maps: func(key, _ *lower.Node) bool {
			_, ok := key.Go.(*schema.Basic)
			return ok
		},
		// The generator refuses structs that hold themselves, in an array, too.
		Flat:     true,
		Package:  pkg,
		Reserved: []string{"MarshalBebop", "MarshalBebopTo", "UnmarshalBebop", "MustUnmarshalBebop", "EncodeBebop", "DecodeBebop", "Size"},
	}
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.Each(in, codec.Code{
		Marshal: "return c.MarshalBebop(), nil",
		MarshalReuse: `n := c.Size()
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			return buf[:c.MarshalBebopTo(buf[:n])], nil`,
		Unmarshal:      "return c.UnmarshalBebop(b)",
		UnmarshalReuse: "return c.UnmarshalBebop(b)",
	})
	out.Steps = []codec.Step{{
		Tool:  tool,
		Args:  []string{"-i", "bale.bop", "-o", "bebop.go", "-package", in.GenName},
		Files: map[string][]byte{"bale.bop": []byte(schemaText(in.Plan))},
		Gen:   []string{"bebop.go"},
	}}
	return out, nil
}

func shared(in *codec.Input) (*codec.Output, error) {
	out, err := generate(in)
	if err != nil {
		return nil, err
	}
	out.Steps[0].Args = append(out.Steps[0].Args, "-share-string-memory")
	for i := range out.Code {
		c := &out.Code[i]
		if !in.Plan.Reaches(i, func(t schema.Type) bool { return schema.IsKind(t, schema.String) }) {
			continue
		}
		c.Shares()
	}
	return out, nil
}

func schemaText(p *lower.Plan) string {
	var b strings.Builder
	for _, m := range p.Msgs {
		fmt.Fprintf(&b, "struct %s {\n", m.Name)
		for _, f := range m.Fields {
			fmt.Fprintf(&b, "\t%s %s;\n", typeText(f.Node.Go), f.Name)
		}
		b.WriteString("}\n\n")
	}
	return b.String()
}

func typeText(t schema.Type) string {
	switch t := t.(type) {
	case *schema.Basic:
		if t.Kind == schema.Uint8 {
			return "byte" // arrays of byte alone are copied at once
		}
		return t.Kind.String()
	case *schema.Time:
		return "date"
	case *schema.Named:
		return t.Name
	case *schema.Slice:
		return "array[" + typeText(t.Elem) + "]"
	case *schema.Map:
		return "map[" + typeText(t.Key) + ", " + typeText(t.Elem) + "]"
	}
	panic(fmt.Sprintf("bebop: lowered to %T", t))
}
