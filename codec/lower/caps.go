// Package lower turns a model into types that one serializer can carry: the carrier types, and the conversions between them and the
// user's types.
//
// A codec declares what its serializer supports (Caps). If the serializer works on the user's own types and supports a type, the
// carrier is that type and nothing is converted. All other types are lowered to messages: structs that the serializer's generator makes
// from a schema, or mirror structs declared in the adapter. A type that cannot be lowered is reported as a gap.
package lower

import "bale/model"

// Caps describes what a serializer supports.
type Caps struct {
	// Own allows the user's own type as carrier, if Refuse and the other capabilities allow the type and everything reachable from it.
	Own bool
	// Refuse returns the reason why a node, without its parts, cannot be carried as the user's own type, or "". Nil refuses nothing. It
	// is called only with Own.
	Refuse func(t model.Type, in *Package) string
	// Custom returns the name of the method by which the serializer marshals a named type ("MarshalJSON"), so that the type's fields do
	// not matter. It returns Built if the serializer has its own code for the type, and "" if it uses the fields. It is called only
	// with Own.
	Custom func(n *model.Named) string

	// ByValue means that the serializer calls the marshal methods of a value without taking its address, so that it calls one with a
	// pointer receiver only for a pointer. It is used only with Own.
	ByValue bool
	// Ignores reports whether the serializer ignores a field that is left out of the model (model.Struct.Internal and Skipped). Nil
	// ignores none; structs with such fields then have mirrors. It is called only with Own.
	Ignores func(f *model.Field) bool
	// Tags are the keys of the struct tags in which "-" hides a field from the serializer. With them, nil Ignores is IgnoresTagged(Tags...).
	Tags []string
	// Omit means that structs with unexported fields are carried as the user's own types if the serializer ignores unexported fields, as it does in
	// the user's programs. Otherwise they have mirrors, whose fields are exported. It has no effect on codecs whose code names each field. Package
	// lab sets it for conversions.
	Omit bool
	// Promotes reports whether the serializer encodes the fields of this embedded field among the outer fields. With Omit, the mirrors of structs then
	// embed, too. Nil means never.
	Promotes func(f *model.Field) bool
	// Dynamic reports whether decoding into an empty interface gives values of this type. With Omit, an empty interface with a union of such types is then
	// carried as it is, as Any does for one without a union. Nil means never.
	Dynamic func(t model.Type) bool
	// AsIs reports whether the serializer encodes the user's protobuf message itself if it is the outermost type, with methods that the
	// message has or that are generated for it. Nil means never.
	AsIs func(n *model.Named, in *Package) bool
	// Views means that messages of AsIs are decoded into a type of the serializer (codec.Code.View), so that convert and native differ.
	Views bool

	// Scalars maps each basic kind to the kind that carries it. Kinds that are missing have fallbacks: floats become their bits,
	// complex numbers two floats, and strings bytes.
	Scalars map[model.Kind]model.Kind
	// Bytes means that the format has byte strings.
	Bytes bool
	// Base64 means that byte strings are carried as texts in base64. With Own, Refuse has to refuse byte strings.
	Base64 bool
	// Time is the form of a time.Time.
	Time TimeForm
	// Timestamp is the Go type of a generated message with Seconds and Nanos, for TimeStamp.
	Timestamp *model.Named
	// Arrays means that fixed-size arrays are carried as arrays. Otherwise, and for arrays that Refuse refuses, byte arrays are carried as bytes,
	// and others as lists.
	Arrays bool
	// Elem reports whether a carrier may be the element of a list or an array, also in the user's own types. Nil means always. Other elements
	// are wrapped in a message.
	Elem func(*Node) bool
	// Maps reports whether the format has maps with this key and element. Nil means never. Other maps become lists of pairs.
	Maps func(key *Node, elem *Node) bool
	// Refs means that fields of message types are pointers in the generated types, even if they are always set. With Own, structs of the user's
	// that are by value in a mirror have mirrors, too.
	Refs bool
	// ElemRefs means that messages in lists are pointers in the generated types.
	ElemRefs bool
	// NilElems means that nil pointers in lists survive, or the serializer returns an error for them.
	NilElems bool
	// Optional means that a pointer to a message may be nil. Otherwise it becomes a list of at most one element.
	Optional bool
	// Presence is the form of a field that is a pointer to a number, a boolean or a string, with Optional: Pointer, or Oneof. Otherwise there is a
	// message around the value.
	Presence Form
	// Pointers means that pointers to any type are carried as pointers.
	Pointers bool
	// Pointee reports whether a pointer may point to a carrier type. Nil means always. Other types are wrapped in a message.
	Pointee func(model.Type) bool
	// Any means that an interface without methods and without a union is carried as it is. It holds JSON values.
	Any bool
	// Unions means that, with Own, an interface with a union is carried as it is if all its members are. Otherwise it becomes a message.
	Unions bool
	// NoUnions means that an interface with a union is a gap, since the codec does not convert values.
	NoUnions bool
	// Union is the carrier of an interface with a union that is not carried as it is.
	Union UnionForm
	// UnionMember reports whether a carrier may be a member of a union. Nil means never. Other members are wrapped in a message. It is
	// not called with UnionFields and UnionStructs.
	UnionMember func(*Node) bool
	// NilValues means that a nil pointer and a pointer to a zero value decode to the same value, so the members of a union become lists of at
	// most one element. It applies only to UnionFields.
	NilValues bool
	// MemberTag is the tag of the fields in a union's mirror, all but one of which are nil, so that the serializer omits these. "" means
	// no tag.
	MemberTag string
	// Accessors means that code reads and sets the fields of messages by methods, as in protoc-gen-go's opaque API: GetX and SetX for a field X,
	// HasX and ClearX for one of the form Pointer, and for a union WhichOneOf, which returns the constant M_X_case, and ClearOneOf. It needs UnionOneof and TimeStamp, whose message has fields.
	Accessors bool
	// MaxFields is the maximum number of fields in a message; 0 means no limit.
	MaxFields int
	// NoEmpty means that a struct without fields is a gap.
	NoEmpty bool
	// Root means that the outermost type must be a message, or one of the user's types that RootType allows.
	Root     bool
	RootType func(n *model.Named) bool
	// RootFields means that the outermost type is encoded by its fields, even if Custom names a method.
	RootFields bool
	// Flat means that the code for a message includes that of its parts, so no message may contain itself.
	Flat bool

	// Package is the import path of the generated types; "" declares mirrors in the adapter.
	Package string
	// Mirrors distinguishes the mirrors of several plans in one package. Package lab sets it.
	Mirrors int
	// Tag returns the tag of field i of a mirror, without its quotes. Nil uses Field.Tag.
	Tag func(f *Field, i int) string
	// BlankField is the source of a blank field at the beginning of every mirror, for a serializer whose struct options are in the tag of a
	// field. "" means none.
	BlankField string
	// Message and Field return the name of a message or field in generated Go code, given the name in the schema. Nil means the same
	// name.
	Message func(name string) string
	Field   func(name string) string
	// Reserved lists field names that generated types cannot have.
	Reserved []string
}

// UnionForm is the carrier of an interface with a union.
type UnionForm int

// The forms of a union.
const (
	// UnionFields is a message with an optional field for each member, of which at most one is set. It is for serializers without
	// unions.
	UnionFields UnionForm = iota
	// UnionOneof is a message with the field OneOf, an interface that holds each member in a struct with one field, as protobuf
	// generators generate it.
	UnionOneof
	// UnionTyped is a pointer to a struct with the fields Type, the number of the member counted from 1, and Value, a pointer to the
	// member, as flatc generates it.
	UnionTyped
	// UnionPointers is an interface declared in the adapter that holds a pointer to the member.
	UnionPointers
	// UnionValues is an interface declared in the adapter that holds the member itself.
	UnionValues
	// UnionStructs is a message with a pointer for each member to a message that wraps it, of which one is set, as Bebop's generator
	// generates it. The first stands for nil. The message may contain itself even with Caps.Flat.
	UnionStructs
)

// TimeForm is the carrier of a time.Time.
type TimeForm int

// The forms of a time.
const (
	TimeMessage TimeForm = iota // a message of seconds since 1970 and nanoseconds
	TimeOwn                     // time.Time itself
	TimeStamp                   // Caps.Timestamp, by pointer with Refs
)

// Widen returns the Scalars of a format with all integer widths but no int and uint, all floats, bool and string, as in most schema
// languages.
func Widen() map[model.Kind]model.Kind {
	m := map[model.Kind]model.Kind{
		model.Int: model.Int64, model.Uint: model.Uint64, model.Uintptr: model.Uint64,
	}
	for _, k := range []model.Kind{model.Bool, model.Int8, model.Int16, model.Int32, model.Int64, model.Uint8,
		model.Uint16, model.Uint32, model.Uint64, model.Float32, model.Float64, model.String} {
		m[k] = k
	}
	return m
}

// Unsigned returns the Scalars of a format with bool and unsigned integers, as in SSZ: signed integers are carried as unsigned ones, floats as
// their bits and strings as bytes.
func Unsigned() map[model.Kind]model.Kind {
	m := map[model.Kind]model.Kind{model.Bool: model.Bool}
	for signed, k := range map[model.Kind]model.Kind{model.Int8: model.Uint8, model.Int16: model.Uint16,
		model.Int32: model.Uint32, model.Int64: model.Uint64} {
		m[signed], m[k] = k, k
	}
	for _, k := range []model.Kind{model.Int, model.Uint, model.Uintptr} {
		m[k] = model.Uint64
	}
	return m
}

// All returns the Scalars of a serializer that carries every basic kind, including complex numbers.
func All() map[model.Kind]model.Kind {
	m := map[model.Kind]model.Kind{}
	for k := model.Bool; k <= model.String; k++ {
		m[k] = k
	}
	return m
}

// With returns m with some kinds replaced. A value of 0 removes the kind. It modifies m.
func With(m map[model.Kind]model.Kind, pairs ...model.Kind) map[model.Kind]model.Kind {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == 0 {
			delete(m, pairs[i])
		} else {
			m[pairs[i]] = pairs[i+1]
		}
	}
	return m
}
