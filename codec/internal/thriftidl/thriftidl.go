// Package thriftidl is shared by the codecs of Thrift. It describes the format, and prints the IDL file.
package thriftidl

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities of Thrift: signed integers, doubles, and structs by pointer. Unsigned integers are carried as signed
// ones of the same width, and float32 as double.
func Caps() lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), model.Uint, model.Int64, model.Uintptr, model.Int64, model.Uint64, model.Int64,
			model.Uint32, model.Int32, model.Uint16, model.Int16, model.Uint8, model.Int8, model.Float32, model.Float64),
		Bytes: true, Refs: true, ElemRefs: true, Optional: true, Root: true, Maps: maps,
	}
}

// maps reports whether Thrift has maps with this key and element. Doubles are not used as keys, since NaN keys are not found again. An
// element cannot be absent.
func maps(key, elem *lower.Node) bool {
	b, ok := key.Go.(*model.Basic)
	return ok && b.Kind != model.Float64 && elem.Form != lower.Optional
}

var names = map[model.Kind]string{
	model.Bool: "bool", model.Int8: "i8", model.Int16: "i16", model.Int32: "i32", model.Int64: "i64",
	model.Float64: "double", model.String: "string",
}

// Type returns the IDL type of a node. Messages have their Go names.
func Type(n *lower.Node) string {
	switch n.Form {
	case lower.Bytes, lower.Binary, lower.Gogo, lower.Gob, lower.Text, lower.JSON:
		return "binary"
	case lower.List, lower.OptionalList:
		return "list<" + Type(n.Elem) + ">"
	case lower.Map:
		return "map<" + Type(n.Key) + "," + Type(n.Elem) + ">"
	case lower.Pairs:
		return "list<" + n.Msg.Go.Name + ">"
	case lower.Message, lower.Optional:
		return n.Msg.Go.Name
	}
	if b, ok := n.Go.(*model.Basic); ok && names[b.Kind] != "" {
		return names[b.Kind]
	}
	panic(fmt.Sprintf("thriftidl: no type for %v", n))
}

// methods lists the methods of generated structs, or the beginnings of their names.
var methods = []string{"BLength", "DeepEqual", "FastRead", "FastWrite", "Get", "InitDefault", "IsSet", "Read", "Set", "String", "Write"}

// FieldName returns the name of a field in generated structs. It avoids collisions with methods, such as getters of other fields, by appending
// an underscore, which no name of a plan ends in.
func FieldName(name string) string {
	if slices.ContainsFunc(methods, func(m string) bool { return strings.HasPrefix(name, m) }) {
		return name + "_"
	}
	return name
}

// File returns the text of the IDL file for a plan.
func File(in *codec.Input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "namespace go %s\n", in.GenName)
	for _, m := range in.Plan.Msgs {
		fmt.Fprintf(&b, "\nstruct %s {\n", m.Go.Name)
		for i, f := range m.Fields {
			need := ""
			if f.Node.Form == lower.Optional {
				need = "optional "
			}
			fmt.Fprintf(&b, "  %d: %s%s %s\n", i+1, need, Type(f.Node), f.Go)
		}
		b.WriteString("}\n")
	}
	return b.String()
}
