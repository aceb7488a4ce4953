// Package protogen is shared by the codecs that need a .proto file. It describes proto3, and prints the file for a plan and the request
// for a protoc plugin. protoc itself is not needed: the file is compiled in process.
package protogen

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities of proto3 with Go generators that make every message a pointer. timestamp is the package of their
// Timestamp type.
func Caps(pkg, timestamp string) lower.Caps {
	return lower.Caps{
		Scalars: lower.With(lower.Widen(), model.Int8, model.Int32, model.Int16, model.Int32,
			model.Uint8, model.Uint32, model.Uint16, model.Uint32),
		Bytes: true, Time: lower.TimeStamp, Elem: single, Maps: maps,
		Timestamp: &model.Named{Package: timestamp, Name: "Timestamp", Underlying: &model.Struct{}},
		Refs:      true, ElemRefs: true, Optional: true, Presence: lower.Pointer, Root: true, Union: lower.UnionOneof, UnionMember: alternative,
		Package: pkg, Message: camel, Field: fieldName,
	}
}

// Signed returns the same capabilities with another kind for signed integers, int64 or uint64, for a library that fails for negative numbers in an
// int32 or an int64. The messages are the same.
func Signed(caps lower.Caps, kind model.Kind) lower.Caps {
	lower.With(caps.Scalars, model.Int, kind, model.Int8, kind, model.Int16, kind, model.Int32, kind, model.Int64, kind)
	return caps
}

// OneofNote begins the note of rows with the capabilities of [Oneofs]. A reason follows.
const OneofNote = "a pointer to a number or a string is a oneof with one member, since "

// Oneofs returns the same capabilities for a generator without the keyword optional: a pointer to a number or a string is a oneof with one
// member, which has the same bytes.
func Oneofs(caps lower.Caps) lower.Caps {
	caps.Presence = lower.Oneof
	return caps
}

// single reports whether n can be repeated: it is neither a list nor a map, and cannot be absent.
func single(n *lower.Node) bool {
	switch n.Form {
	case lower.List, lower.Map, lower.Pairs, lower.Pointer, lower.Oneof:
		return false
	}
	return true
}

// maps reports whether proto3 has maps with this key and element. Keys are integers, booleans and strings. An element cannot be absent,
// so it cannot be a pointer that may be nil.
func maps(key, elem *lower.Node) bool {
	b, ok := key.Go.(*model.Basic)
	return ok && b.Kind != model.Float32 && b.Kind != model.Float64 && single(elem) && elem.Form != lower.Optional
}

// alternative reports whether n can be a member of a oneof, which cannot contain lists, maps and absent values.
func alternative(n *lower.Node) bool {
	return single(n) && n.Form != lower.OptionalList && n.Form != lower.Optional && n.Form != lower.Array
}

// camel returns a name as the generators write it in Go: a lower-case letter after a digit becomes upper case.
func camel(name string) string {
	b := []byte(name)
	for i := 1; i < len(b); i++ {
		if b[i-1] >= '0' && b[i-1] <= '9' && b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// methods lists the methods of generated messages.
var methods = []string{"Descriptor", "Equal", "ExtensionMap", "ExtensionRangeArray", "FastRead", "FastWrite", "GoString", "Marshal", "MarshalTo",
	"MarshalToSizedBuffer", "MarshalToSizedBufferVT", "MarshalToVT", "MarshalVT", "ProtoMessage", "ProtoReflect", "ProtoSize", "Reset",
	"ResetVT", "ReturnToVTPool", "Size", "SizeVT", "String", "Unmarshal", "UnmarshalVT", "UnmarshalVTUnsafe", "VerboseEqual"}

// fieldName returns the name of a field. It avoids collisions with the oneof of a union, generated methods, getters of other fields,
// and the messages of map entries by appending an underscore, which no name of a plan ends in.
func fieldName(name string) string {
	name = camel(name)
	if name == "OneOf" || slices.Contains(methods, name) || strings.HasPrefix(name, "Get") || strings.HasSuffix(name, "Entry") {
		return name + "_"
	}
	return name
}

// File returns the name and the text of the .proto file for a plan. The names in it are those of the carriers. If a carrier contains a
// message by value, the file has gogo's option for that.
func File(in *codec.Input) (name, text string) {
	// A Go program has one registry of proto packages and file names, so these have to be unique.
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
	oneof bool // print unions as oneofs
	body  strings.Builder
}

func (p *printer) message(m *lower.Msg) {
	fmt.Fprintf(&p.body, "\nmessage %s {\n", m.Go.Name)
	oneof := m.Kind == lower.OfUnion && p.oneof
	if oneof {
		p.body.WriteString("  oneof one_of {\n")
	}
	for i, f := range m.Fields {
		if n := f.Node; n.Form == lower.Oneof {
			fmt.Fprintf(&p.body, "  oneof one_of_%s {\n    %s %s = %d;\n  }\n", n.Member, p.typ(n.Elem), n.Member, i+1)
			continue
		}
		fmt.Fprintf(&p.body, "  %s %s = %d%s;\n", p.typ(f.Node), f.Go, i+1, options(f.Node))
	}
	if oneof {
		p.body.WriteString("  }\n")
	}
	p.body.WriteString("}\n")
}

// kinds maps carriers to proto3 types: those of bale/proto and of `bale gen -proto` (docs/proto.md), and those that most .proto files have. So all
// rows of protobuf have the same messages. With sint32 and sint64, negative numbers would be shorter than their ten bytes, and positive ones one
// bit longer: a ValMsg takes 205 bytes, and 209 with zigzag. (The published 217 bytes are for field numbers up to 18; those from 16 on take two
// bytes.)
var kinds = map[model.Kind]string{
	model.Bool: "bool", model.Int32: "int32", model.Int64: "int64", model.Uint32: "uint32",
	model.Uint64: "uint64", model.Float32: "float", model.Float64: "double", model.String: "string",
}

func (p *printer) typ(n *lower.Node) string {
	switch n.Form {
	case lower.Bytes, lower.Binary, lower.Gogo, lower.Gob, lower.Text, lower.JSON:
		return "bytes"
	case lower.Pointer:
		return "optional " + p.typ(n.Elem)
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
	if b, ok := n.Go.(*model.Basic); ok && kinds[b.Kind] != "" {
		return kinds[b.Kind]
	}
	panic(fmt.Sprintf("protogen: no proto3 type for %v", n))
}

// options returns gogo's option for messages that are not pointers.
func options(n *lower.Node) string {
	t := n.Go
	switch u := t.(type) {
	case *model.Slice:
		t = u.Elem
	case *model.Map:
		t = u.Elem
	}
	if _, ok := t.(*model.Named); ok {
		return " [(gogoproto.nullable) = false]"
	}
	return ""
}
