// Package thriftidl is what the codecs of Thrift share: what the wire has, and how its types are spelled.
package thriftidl

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// Caps are those of Thrift: signed integers, doubles, and structs by pointer. Unsigned integers travel as the
// signed ones of their width, and a float32 as the double that it is.
func Caps() lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), schema.Uint, schema.Int64, schema.Uintptr, schema.Int64, schema.Uint64, schema.Int64,
			schema.Uint32, schema.Int32, schema.Uint16, schema.Int16, schema.Uint8, schema.Int8, schema.Float32, schema.Float64),
		Bytes: true, Refs: true, ElemRefs: true, Optional: true, Root: true, Maps: maps,
	}
}

// maps: a key that is a double is found again by luck only, if it is no number; and a value cannot be absent.
func maps(key, elem *lower.Node) bool {
	b, ok := key.Go.(*schema.Basic)
	return ok && b.Kind != schema.Float64 && elem.Form != lower.Optional
}

var names = map[schema.Kind]string{
	schema.Bool: "bool", schema.Int8: "i8", schema.Int16: "i16", schema.Int32: "i32", schema.Int64: "i64",
	schema.Float64: "double", schema.String: "string",
}

// Type spells the type of a node, with the messages by their names in Go.
func Type(n *lower.Node) string {
	switch n.Form {
	case lower.Bytes, lower.Binary, lower.Gogo, lower.Text, lower.JSON:
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
	if b, ok := n.Go.(*schema.Basic); ok && names[b.Kind] != "" {
		return names[b.Kind]
	}
	panic(fmt.Sprintf("thriftidl: no type for %v", n))
}

// File is the text of the IDL file for a plan.
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
