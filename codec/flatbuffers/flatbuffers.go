// Package flatbuffers describes github.com/google/flatbuffers.
package flatbuffers

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/internal/tables"
	"bale/codec/lower"
	"bale/schema"
)

const (
	module  = "github.com/google/flatbuffers"
	library = module + "/go"
	note    = "malformed input panics"
)

// Codec is FlatBuffers through the structs that flatc can generate beside its accessors, and through
// the library alone.
var Codec = &codec.Codec{
	Name: "flatbuffers", Module: module,
	Doc:      "https://flatbuffers.dev/languages/go/",
	Packages: []string{library},
	Variants: []*codec.Variant{
		{Name: "object", Wire: "FlatBuffers", Caps: objectCaps, Generate: object, Note: "flatc --gen-object-api; " + note,
			Doc:   "https://flatbuffers.dev/flatc/",
			Needs: []codec.Need{{Program: "flatc", Install: "apt-get install flatbuffers-compiler"}}},
		{Name: "builder", Wire: "FlatBuffers", Caps: tables.Caps, Generate: builder, Note: "without generated code: flatc is not needed; " + note,
			Doc: "https://pkg.go.dev/" + library + "#Builder"},
	},
}

func objectCaps(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.Widen(), Bytes: true, Elem: elem, Refs: true, ElemRefs: true, Optional: true, Root: true,
		Package: pkg, Message: func(name string) string { return tableName(name) + "T" },
		Field: func(name string) string { return "F" + tableName(name) },
	}
}

// tableName keeps the names in a schema apart from those that flatc makes of others and from every
// keyword: they have no capital but the first. A field f_name is FName in Go.
func tableName(name string) string { return name[:1] + strings.ToLower(name[1:]) }

// elem: there are no vectors of vectors.
func elem(n *lower.Node) bool {
	_, vector := n.Go.(*schema.Slice)
	return !vector
}

// The texts that build a message; they lack what puts the outermost table and returns its offset.
const (
	fresh = `b := balefb.NewBuilder(1024)
		b.Finish(%s)
		return b.FinishedBytes(), nil`
	reuse = `b := a.b
		b.Reset()
		b.Finish(%s)
		return b.FinishedBytes(), nil`
	state = "b *balefb.Builder"
	setup = "a.b = balefb.NewBuilder(1024)"
)

func object(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i, r := range in.Plan.Roots {
		read := fmt.Sprintf("baleschema.GetRootAs%s(b, 0).UnPackTo(c)\nreturn nil", tableName(r.Node.Msg.Name))
		c := codec.Code{
			Imports:        []codec.Import{{Name: "balefb", Path: library}, {Name: "baleschema", Path: in.Gen}},
			State:          state,
			Setup:          setup,
			Marshal:        fmt.Sprintf(fresh, "c.Pack(b)"),
			MarshalReuse:   fmt.Sprintf(reuse, "c.Pack(b)"),
			Unmarshal:      read,
			UnmarshalReuse: read,
		}
		if in.Plan.Reaches(i, tables.Aliases) { // the structs share the vectors of bytes with the input
			c.Shares()
		}
		out.Code = append(out.Code, c)
	}
	out.Steps = []codec.Step{{
		Needed: "flatc", Args: []string{"--go", "--gen-object-api", "bale.fbs"},
		Files: map[string][]byte{"bale.fbs": []byte(schemaText(in))},
		Gen:   []string{"*"},
	}}
	return out, nil
}

func schemaText(in *codec.Input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "namespace %s;\n", in.GenName)
	for _, m := range in.Plan.Msgs {
		kind := "table"
		if m.Kind == lower.OfTime {
			kind = "struct" // which has no vtable
		}
		fmt.Fprintf(&b, "\n%s %s {\n", kind, tableName(m.Name))
		for _, f := range m.Fields {
			fmt.Fprintf(&b, "  f_%s:%s;\n", strings.ToLower(f.Name), typeText(f.Node.Go))
		}
		b.WriteString("}\n")
	}
	return b.String()
}

var kindNames = map[schema.Kind]string{
	schema.Bool: "bool", schema.Int8: "byte", schema.Int16: "short", schema.Int32: "int", schema.Int64: "long",
	schema.Uint8: "ubyte", schema.Uint16: "ushort", schema.Uint32: "uint", schema.Uint64: "ulong",
	schema.Float32: "float", schema.Float64: "double", schema.String: "string",
}

func typeText(t schema.Type) string {
	switch t := t.(type) {
	case *schema.Basic:
		return kindNames[t.Kind]
	case *schema.Named:
		return strings.TrimSuffix(t.Name, "T")
	case *schema.Pointer:
		return typeText(t.Elem)
	case *schema.Slice:
		return "[" + typeText(t.Elem) + "]"
	}
	panic(fmt.Sprintf("flatbuffers: lowered to %T", t))
}
