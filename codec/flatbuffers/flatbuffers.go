// Package flatbuffers describes github.com/google/flatbuffers.
package flatbuffers

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/internal/tables"
	"bale/codec/lower"
	"bale/model"
)

const (
	module  = "github.com/google/flatbuffers"
	library = module + "/go"
	note    = "malformed input panics"
)

// Codec is FlatBuffers with the structs of flatc's object API, and with only the library.
var Codec = &codec.Codec{
	Name: "flatbuffers", Module: module,
	Doc:      "https://flatbuffers.dev/languages/go/",
	Packages: []string{library},
	Variants: []*codec.Variant{
		{Name: "object", Wire: "FlatBuffers", Numbered: true, Caps: objectCaps, Generate: object, Note: "flatc --gen-object-api; " + note, CXX: true,
			Doc: "https://flatbuffers.dev/flatc/"},
		{Name: "builder", Wire: "FlatBuffers", Numbered: true, Caps: builderCaps, Generate: builder, Note: "without generated code; " + note,
			Doc: "https://pkg.go.dev/" + library + "#Builder"},
	},
}

// flatc is the compiler of the version of the library. Its CMakeLists.txt lists the files.
var flatc = &codec.CXX{
	Name: "flatc", Module: module, Standard: "c++17",
	Sources: []string{"src/annotated_*.cpp", "src/bfbs_*.cpp", "src/binary_*.cpp", "src/code_*.cpp", "src/file_*.cpp", "src/flatc*.cpp",
		"src/idl_*.cpp", "src/reflection.cpp", "src/util.cpp", "include/codegen/*.cc", "grpc/src/compiler/*.cc"},
	Include: []string{"include", "grpc", "."},
}

func objectCaps(pkg string) lower.Caps {
	return lower.Caps{
		Scalars: lower.Widen(), Bytes: true, Elem: elem, Refs: true, ElemRefs: true, Optional: true, Root: true,
		Union: lower.UnionTyped, UnionMember: isTable,
		Package: pkg, Message: func(name string) string { return tableName(name) + "T" },
		Field: func(name string) string { return "F" + tableName(name) },
	}
}

// isTable reports whether n may be a member of a union. flatc 25.12.19 reports for Go that "only tables can be union elements in the
// generated language".
func isTable(n *lower.Node) bool { return n.Form == lower.Message && n.Msg.Kind != lower.OfTime }

// tableName returns a name in which only the first letter is a capital. Such names do not collide with names that flatc derives from
// others, or with keywords. A field f_name is FName in Go.
func tableName(name string) string { return name[:1] + strings.ToLower(name[1:]) }

// elem reports whether n may be the element of a vector. There are no vectors of vectors. flatc 25.12.19 reports for Go that "Vectors of
// unions are not yet supported", so each union is wrapped in a table.
func elem(n *lower.Node) bool {
	_, vector := n.Go.(*model.Slice)
	return !vector && n.Form != lower.Union
}

// Source that builds a message, without the code that adds the outermost table and returns its offset. The Builder is kept: "Reset truncates
// the underlying Builder buffer, facilitating alloc-free reuse of a Builder" (go/builder.go), and the benchmarks of tests/go_test.go keep one.
const (
	fresh = build + "return balebytes.Clone(b.FinishedBytes()), nil"
	reuse = build + "return b.FinishedBytes(), nil"
	build = `b := a.b
		b.Reset()
		b.Finish(%s)
		`
	state = "b *balefb.Builder"
	setup = "a.b = balefb.NewBuilder(1024)"
)

func object(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i, r := range in.Plan.Roots {
		read := fmt.Sprintf("baleschema.GetRootAs%s(b, 0).UnPackTo(c)\nreturn nil", tableName(r.Node.Msg.Name))
		c := codec.Code{
			Imports:        []codec.Import{{Name: "balebytes", Path: "bytes"}, {Name: "balefb", Path: library}, {Name: "baleschema", Path: in.Gen}},
			State:          state,
			Setup:          setup,
			Marshal:        fmt.Sprintf(fresh, "c.Pack(b)"),
			MarshalReuse:   fmt.Sprintf(reuse, "c.Pack(b)"),
			Unmarshal:      read,
			UnmarshalReuse: read,
		}
		for _, f := range r.Node.Msg.Fields {
			if f.Node.Form == lower.Union { // UnPackTo does not clear it if the message has none
				c.UnmarshalReuse = "c." + f.Go + " = nil\n" + c.UnmarshalReuse
			}
		}
		if in.Plan.Reaches(i, tables.Aliases) { // the structs share byte vectors with the input
			c.ShareMemory()
		}
		out.Code = append(out.Code, c)
	}
	out.Steps = []codec.Step{{
		CXX: flatc, Args: []string{"--go", "--gen-object-api", "bale.fbs"},
		Files: map[string][]byte{"bale.fbs": []byte(schemaText(in))},
		Gen:   []string{"*"},
	}}
	return out, nil
}

// schemaText returns the schema. Unions come first, since flatc must know them before it reads a field of a union.
func schemaText(in *codec.Input) string {
	var unions, tables strings.Builder
	for _, m := range in.Plan.Msgs {
		if m.Kind == lower.OfUnion {
			fmt.Fprintf(&unions, "\nunion %s { %s }\n", tableName(m.Name), strings.Join(members(m), ", "))
			continue
		}
		kind := "table"
		if m.Kind == lower.OfTime {
			kind = "struct" // a struct has no vtable
		}
		fmt.Fprintf(&tables, "\n%s %s {\n", kind, tableName(m.Name))
		for _, f := range m.Fields {
			fmt.Fprintf(&tables, "  f_%s:%s;\n", strings.ToLower(f.Name), typeText(f.Node.Go))
		}
		tables.WriteString("}\n")
	}
	return fmt.Sprintf("namespace %s;\n", in.GenName) + unions.String() + tables.String()
}

func members(union *lower.Msg) []string {
	var list []string
	for _, f := range union.Fields {
		list = append(list, typeText(f.Node.Go))
	}
	return list
}

var kindNames = map[model.Kind]string{
	model.Bool: "bool", model.Int8: "byte", model.Int16: "short", model.Int32: "int", model.Int64: "long",
	model.Uint8: "ubyte", model.Uint16: "ushort", model.Uint32: "uint", model.Uint64: "ulong",
	model.Float32: "float", model.Float64: "double", model.String: "string",
}

func typeText(t model.Type) string {
	switch t := t.(type) {
	case *model.Basic:
		return kindNames[t.Kind]
	case *model.Named:
		return strings.TrimSuffix(t.Name, "T")
	case *model.Pointer:
		return typeText(t.Elem)
	case *model.Slice:
		return "[" + typeText(t.Elem) + "]"
	}
	panic(fmt.Sprintf("flatbuffers: lowered to %T", t))
}
