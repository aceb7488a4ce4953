// Package protogen is what the codecs that start from a .proto file share: what proto3 can
// carry, the file for a plan, and the request that a protoc plugin reads. protoc itself is not
// needed: the file is compiled in process.
package protogen

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// Caps is proto3 as the Go generators have it that make every message a pointer. timestamp is the
// package of the Timestamp type that they use.
func Caps(pkg, timestamp string) lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), schema.Int8, schema.Int32, schema.Int16, schema.Int32,
			schema.Uint8, schema.Uint32, schema.Uint16, schema.Uint32),
		Bytes: true, Time: lower.TimeStamp, Elem: single, Maps: maps,
		Timestamp: &schema.Named{Package: timestamp, Name: "Timestamp", Underlying: &schema.Struct{}},
		Refs:      true, ElemRefs: true, Optional: true, Root: true, Union: lower.UnionOneof, Alternative: alternative,
		Package: pkg, Message: camel, Field: fieldName,
	}
}

// single: what is a list or a map already cannot be repeated.
func single(n *lower.Node) bool {
	return n.Form != lower.List && n.Form != lower.Map && n.Form != lower.Pairs
}

// maps: keys are integers, booleans and strings. A value cannot be absent, so a pointer that may
// be nil cannot be one.
func maps(key, elem *lower.Node) bool {
	b, ok := key.Go.(*schema.Basic)
	return ok && b.Kind != schema.Float32 && b.Kind != schema.Float64 && single(elem) && elem.Form != lower.Optional
}

// alternative: in a oneof there are no lists and maps, and nothing that may be absent.
func alternative(n *lower.Node) bool {
	return single(n) && n.Form != lower.OptionalList && n.Form != lower.Optional && n.Form != lower.Pointer && n.Form != lower.Array
}

// camel is how the generators spell a name in Go: a lower-case letter after a digit is raised.
func camel(name string) string {
	b := []byte(name)
	for i := 1; i < len(b); i++ {
		if b[i-1] >= '0' && b[i-1] <= '9' && b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// methods are the methods of generated messages.
var methods = []string{"Descriptor", "Equal", "ExtensionMap", "ExtensionRangeArray", "GoString", "Marshal", "MarshalTo",
	"MarshalToSizedBuffer", "MarshalToSizedBufferVT", "MarshalToVT", "MarshalVT", "ProtoMessage", "ProtoReflect", "ProtoSize", "Reset",
	"ResetVT", "ReturnToVTPool", "Size", "SizeVT", "String", "Unmarshal", "UnmarshalVT", "UnmarshalVTUnsafe", "VerboseEqual"}

// fieldName keeps a field away from the oneof of a union, the generated methods, the getters of other fields, and the
// messages that stand for the entries of maps. No name of a plan ends in an underscore.
func fieldName(name string) string {
	name = camel(name)
	if name == "OneOf" || slices.Contains(methods, name) || strings.HasPrefix(name, "Get") || strings.HasSuffix(name, "Entry") {
		return name + "_"
	}
	return name
}

// File is the text of the .proto file for a plan, and its name. The names in it are those of the
// carriers. Where a carrier holds a message or a time.Time itself, not a pointer to it, the file
// says so in gogo's options.
func File(in *codec.Input) (name, text string) {
	// Go programs have one registry of proto packages and file names: these are met once.
	name = in.GenName + "_" + in.Unique
	p := &printer{pkg: name, oneof: in.Plan.Caps.Union == lower.UnionOneof}
	for _, m := range in.Plan.Msgs {
		if !m.Extern {
			p.message(m)
		}
	}
	head := fmt.Sprintf("syntax = \"proto3\";\n\npackage %s;\n\n", name)
	if strings.Contains(p.body.String(), timestampType) {
		head += "import \"" + timestampFile + "\";\n"
	}
	if strings.Contains(p.body.String(), "(gogoproto.") {
		head += "import \"" + gogoFile + "\";\n"
	}
	head += fmt.Sprintf("option go_package = \"%s;%s\";\n", in.Gen, in.GenName)
	return name + ".proto", head + p.body.String()
}

const (
	timestampFile = "google/protobuf/timestamp.proto"
	timestampType = ".google.protobuf.Timestamp"
)

type printer struct {
	pkg   string
	oneof bool // unions have oneofs
	body  strings.Builder
}

func (p *printer) message(m *lower.Msg) {
	fmt.Fprintf(&p.body, "\nmessage %s {\n", m.Go.Name)
	oneof := m.Kind == lower.OfUnion && p.oneof
	if oneof {
		p.body.WriteString("  oneof one_of {\n")
	}
	for i, f := range m.Fields {
		fmt.Fprintf(&p.body, "  %s %s = %d%s;\n", p.typ(f.Node), f.Go, i+1, options(f.Node))
	}
	if oneof {
		p.body.WriteString("  }\n")
	}
	p.body.WriteString("}\n")
}

// kinds are the proto3 types of carriers. A signed integer is zigzag-encoded, since nothing is
// known of its sign and a negative int32 or int64 always takes ten bytes. It costs one bit for
// positive ones: a ValMsg takes 209 bytes where int64 takes 205. (217 were published of int64
// and of a file whose fields are numbered up to 18, which takes two bytes from 16 on.)
var kinds = map[schema.Kind]string{
	schema.Bool: "bool", schema.Int32: "sint32", schema.Int64: "sint64", schema.Uint32: "uint32",
	schema.Uint64: "uint64", schema.Float32: "float", schema.Float64: "double", schema.String: "string",
}

func (p *printer) typ(n *lower.Node) string {
	switch n.Form {
	case lower.Bytes, lower.Binary, lower.Gogo, lower.Text, lower.JSON:
		return "bytes"
	case lower.List:
		return "repeated " + p.typ(n.Elem)
	case lower.Map:
		return fmt.Sprintf("map<%s, %s>", p.typ(n.Key), p.typ(n.Elem))
	case lower.Pairs:
		return "repeated ." + p.pkg + "." + n.Msg.Go.Name
	case lower.Message, lower.Optional:
		if n.Msg.Extern {
			return timestampType
		}
		return "." + p.pkg + "." + n.Msg.Go.Name
	}
	switch t := n.Go.(type) {
	case *schema.Basic:
		if s := kinds[t.Kind]; s != "" {
			return s
		}
	case *schema.Time:
		return timestampType
	}
	panic(fmt.Sprintf("protogen: no proto3 type for %v", n))
}

// options are gogo's, where a carrier is no pointer.
func options(n *lower.Node) string {
	t := n.Go
	switch u := t.(type) {
	case *schema.Slice:
		t = u.Elem
	case *schema.Map:
		t = u.Elem
	}
	switch t.(type) {
	case *schema.Named:
		return " [(gogoproto.nullable) = false]"
	case *schema.Time:
		return " [(gogoproto.nullable) = false, (gogoproto.stdtime) = true]"
	}
	return ""
}
