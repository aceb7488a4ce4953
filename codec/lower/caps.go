// Package lower turns a model into what one serializer can carry: the carrier types,
// and the conversions between the user's types and them.
//
// A codec declares what its wire has (Caps). Where the serializer works on the
// user's own types and can carry a type as it stands, the carrier is that type and
// nothing is converted. Everything else is lowered to messages: structs that the
// serializer's generator makes from a schema, or mirror structs declared beside
// the adapter. What has no form at all is a gap; nothing is dropped in silence.
package lower

import "bale/schema"

// Caps is what a serializer has.
type Caps struct {
	// Own says that the carrier may be the user's own type, wherever Refuse and
	// everything reachable from the type allow it.
	Own bool
	// Refuse says why a single node (not its parts) cannot be carried as it stands;
	// "" when it can. Nil refuses nothing. Only asked with Own.
	Refuse func(t schema.Type, in *Package) string
	// Custom names the method by which the serializer marshals a named type ("MarshalJSON"), so that the type's fields do not
	// matter; Built stands for the serializer's own code for the type, and "" for its fields. Only asked with Own.
	Custom func(n *schema.Named) string

	// Ignores reports whether the serializer leaves a field alone that is left out (schema.Struct.Internal and Skipped), as
	// a struct's own fields of no interest. Nil is none: then a message has a mirror. Only asked with Own.
	Ignores func(f *schema.Field) bool
	// AsIs reports whether the serializer takes a protobuf message of the user's for the outermost type as it is, by the
	// methods that the message has or gets. Nil takes none.
	AsIs func(n *schema.Named, in *Package) bool
	// Views: what is decoded of a message as it is has a type of the serializer's (codec.Code.View), so that convert and native differ.
	Views bool

	// Scalars gives the kind that carries each basic kind. A kind that is missing is
	// tried by its fallback: floats as their bits, complex numbers as two floats, strings as bytes.
	Scalars map[schema.Kind]schema.Kind
	// Bytes: the wire has byte strings.
	Bytes bool
	// Time is how a time.Time travels.
	Time TimeForm
	// Timestamp is the Go type of a generated message with Seconds and Nanos, for TimeStamp.
	Timestamp *schema.Named
	// Arrays: fixed-size arrays travel as arrays; else, and where one is refused, byte arrays as
	// bytes, others as lists.
	Arrays bool
	// Elem says whether a carrier type may be the element of a list as it is; nil is always.
	// Where it may not, the element is wrapped in a message of its own.
	Elem func(*Node) bool
	// Maps: the wire has maps with these key kinds; without, a map is a list of pairs.
	Maps func(key *Node, elem *Node) bool
	// Refs: sub-messages are pointers in the generated types, even when they are always there. With
	// Own, a struct of the user's that stands by value in a mirror has a mirror too.
	Refs bool
	// ElemRefs: messages in lists are pointers in the generated types.
	ElemRefs bool
	// NilElems: a nil pointer in a list survives (or is refused aloud by the serializer itself).
	NilElems bool
	// Optional: a pointer to a message may be nil. Without, it is a list of none or one.
	Optional bool
	// Pointers: pointers to anything are carried as pointers.
	Pointers bool
	// Pointee says whether a carrier type may be pointed at; nil is always. Where it may not, it is
	// wrapped in a message of its own.
	Pointee func(schema.Type) bool
	// Any: an interface without methods and without a union is carried as it is. It holds what JSON can hold.
	Any bool
	// Unions: with Own, an interface with a union is carried as it is where all its members are. Otherwise it becomes a message.
	Unions bool
	// NoUnions: an interface with a union is a gap, since nothing may be converted.
	NoUnions bool
	// Union is the carrier of an interface with a union that is not carried as it is.
	Union UnionForm
	// Alternative says whether a carrier may be a member of a union as it is. Where it may not, it is wrapped in a message of its own. Nil
	// allows none. It is not asked with UnionFields and UnionStructs.
	Alternative func(*Node) bool
	// NilValues: a nil pointer and one to a zero value are decoded as the same, so that the members of a union are lists of none or one. It
	// counts with UnionFields only.
	NilValues bool
	// Absent is the tag of the fields of a union's mirror, of which all but one are nil, so that the serializer leaves those out; "" is none.
	Absent string
	// MaxFields is how many fields a message may have; 0 is any number.
	MaxFields int
	// Root: the outermost type has to be a message, or one of the user's types that RootType allows.
	Root     bool
	RootType func(n *schema.Named) bool
	// RootFields: the outermost type goes by its fields, whatever Custom says of it.
	RootFields bool
	// Flat: the code for a message holds that of its parts, so no message may hold itself.
	Flat bool

	// Package is the import path of the generated types; "" declares mirrors beside the adapter.
	Package string
	// Mirrors distinguishes the mirrors of the plans that meet in one package. Package lab sets it.
	Mirrors int
	// Tag is the tag of field i of a mirror, without its quotes; nil is Field.Tag.
	Tag func(f *Field, i int) string
	// Mark is a blank field that starts every mirror, as it is written, for a serializer that is told of a
	// struct by the tag of a field; "" is none.
	Mark string
	// Message names a message and Field a field in generated Go code, after the name given
	// in the schema. Nil takes the name as it is.
	Message func(name string) string
	Field   func(name string) string
	// Reserved are field names the generated types cannot have.
	Reserved []string
}

// UnionForm is what carries an interface with a union.
type UnionForm int

// The forms of a union.
const (
	// UnionFields is a message with an optional field for each member, of which one is set at most: for serializers without unions.
	UnionFields UnionForm = iota
	// UnionOneof is a message with the field OneOf, an interface, which holds each member in a struct with one field, as the generators of
	// protobuf have it.
	UnionOneof
	// UnionTyped is no message, but has a pointer to a struct with the fields Type, the number of the member from 1, and Value, a pointer to
	// the member, as flatc has it.
	UnionTyped
	// UnionHeld is an interface, declared beside the adapter, that holds a pointer to the member.
	UnionHeld
	// UnionValues is such an interface that holds the member itself.
	UnionValues
	// UnionStructs is a message with a pointer for each member, to a message that wraps it, of which one is set, as the generator of Bebop
	// has it. The first stands for nil. The message may hold itself, whatever Caps.Flat says.
	UnionStructs
)

// TimeForm is how a time.Time travels.
type TimeForm int

// The forms of a time.
const (
	TimeMessage TimeForm = iota // a message of seconds since 1970 and nanoseconds
	TimeOwn                     // time.Time itself
	TimeStamp                   // Caps.Timestamp, by pointer
)

// Widen is the Scalars of a wire with all integer widths but no int and uint, all
// floats, bool and string: what most schema languages have.
func Widen() map[schema.Kind]schema.Kind {
	m := map[schema.Kind]schema.Kind{
		schema.Int: schema.Int64, schema.Uint: schema.Uint64, schema.Uintptr: schema.Uint64,
	}
	for _, k := range []schema.Kind{schema.Bool, schema.Int8, schema.Int16, schema.Int32, schema.Int64, schema.Uint8,
		schema.Uint16, schema.Uint32, schema.Uint64, schema.Float32, schema.Float64, schema.String} {
		m[k] = k
	}
	return m
}

// All is the Scalars of a serializer that carries every basic kind, complex numbers included.
func All() map[schema.Kind]schema.Kind {
	m := map[schema.Kind]schema.Kind{}
	for k := schema.Bool; k <= schema.String; k++ {
		m[k] = k
	}
	return m
}

// With is m with some kinds replaced; a value of 0 takes the kind out.
func With(m map[schema.Kind]schema.Kind, pairs ...schema.Kind) map[schema.Kind]schema.Kind {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == 0 {
			delete(m, pairs[i])
		} else {
			m[pairs[i]] = pairs[i+1]
		}
	}
	return m
}
