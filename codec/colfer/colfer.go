// Package colfer describes github.com/pascaldekloe/colfer.
package colfer

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
	"bale/runner/measure"
)

const tool = "github.com/pascaldekloe/colfer/cmd/colf"

// Codec is Colfer's generated code.
var Codec = &codec.Codec{
	Name: "colfer", Module: "github.com/pascaldekloe/colfer",
	Doc:      "https://github.com/pascaldekloe/colfer",
	Packages: []string{tool},
	Variants: []*codec.Variant{{
		Wire: "Colfer", Traits: measure.Traits{Branching: 5}, Caps: caps, Generate: generate,
		Note: "limits raised: colf -l '1 << 30' (from 65,536 elements) -s '1 << 31' (from 16 MiB)",
	}},
}

func caps(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), model.Int8, model.Int32, model.Int16, model.Int32),
		Bytes:   true, Time: lower.TimeOwn, Elem: elem,
		Refs: true, ElemRefs: true, Optional: true, Root: true, MaxFields: 127,
		Package:  pkg,
		Reserved: []string{"MarshalTo", "MarshalLen", "MarshalBinary", "Unmarshal", "UnmarshalBinary"},
	}
}

// elem reports whether n may be the element of a list: Colfer has lists of signed integers, floats, text, binaries and structs.
func elem(n *lower.Node) bool {
	switch n.Form {
	case lower.Bytes, lower.Binary, lower.Gogo, lower.Gob, lower.Text, lower.JSON, lower.Message, lower.Optional:
		return true
	}
	if b, ok := n.Go.(*model.Basic); ok {
		switch b.Kind {
		case model.Int32, model.Int64, model.Float32, model.Float64, model.String:
			return true
		}
	}
	return false
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Marshal: "return c.MarshalBinary()",
		MarshalReuse: `n, err := c.MarshalLen()
			if err != nil {
				return nil, err
			}
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			return buf[:c.MarshalTo(buf[:n])], nil`,
		Unmarshal: "return c.UnmarshalBinary(b)",
		// Zero fields are not encoded, and decoding does not change them.
		UnmarshalReuse: "*c = $C{}\nreturn c.UnmarshalBinary(b)",
	})
	out.Steps = []codec.Step{{
		Tool:  tool,
		Args:  []string{"-l", "1 << 30", "-s", "1 << 31", "go", "bale.colf"},
		Files: map[string][]byte{"bale.colf": []byte(schemaText(in))},
		Gen:   []string{in.GenName + "/Colfer.go"},
	}}
	return out, nil
}

func schemaText(in *codec.Input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", in.GenName)
	for _, m := range in.Plan.Msgs {
		fmt.Fprintf(&b, "\ntype %s struct {\n", m.Name)
		for _, f := range m.Fields {
			fmt.Fprintf(&b, "\t%s %s\n", f.Name, typeText(f.Node.Go))
		}
		if len(m.Fields) == 0 {
			b.WriteString("\tNone bool\n") // the code for a struct without fields has an unused label
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func typeText(t model.Type) string {
	switch t := t.(type) {
	case *model.Basic:
		if t.Kind == model.String {
			return "text"
		}
		return t.Kind.String()
	case *model.Time:
		return "timestamp"
	case *model.Named:
		return t.Name
	case *model.Pointer:
		return typeText(t.Elem)
	case *model.Slice:
		if model.IsKind(t.Elem, model.Uint8) {
			return "binary"
		}
		return "[]" + typeText(t.Elem)
	}
	panic(fmt.Sprintf("colfer: lowered to %T", t))
}
