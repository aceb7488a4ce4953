package proto

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// A value is a field of a message, or one of the values that a field has. The planner computes all that the printer needs to know about it.
//
// The Kind of a field says how many values it has: one or none for Pointer, where nil is not written; any number for List and Array, which are
// repeated; entries of key and element for Map, which are repeated messages; and one for other kinds, whose zero value is not written if Omit is set.
//
// The Elem of a field describes one of its values. The kind of that is Integer for a varint, Fixed for a number of four or eight bytes, String,
// Bytes, ByteArray, Custom, Time, Duration, Complex, or Record for anything that is encoded as a message.
type value struct {
	plan.Kind
	Type    model.Type
	Rules   plan.Rules  // those of the field that leads to the value; parts of a value have its rules, except for Max
	Expr    string      // Go expression
	Var     string      // the Go variable, if it is not Expr: see opaque.go
	Has     string      // the condition that the field has a value, if the Go variable does not say it
	Mark    string      // the statement that records that the field has a value, or ""
	Path    string      // path in errors, from the value of the function: "Head.Fee"
	Field   *plan.Field // nil for a value that is no field
	Omit    bool        // not encoded if it is empty
	Number  int
	Elem    *value
	Wrapper model.Type // the type of the pointer in the interface of a oneof, for a member of it
	Message *message   // that of a Record
	coding
	coder coder // how a Custom value is encoded and decoded
	state
}

// A coding says how a value is encoded and decoded, as far as its kind does not say it. It is zero in structs of the user.
type coding struct {
	group    bool // a message between two tags instead of after its length
	unpacked bool // each number of a list has a tag of its own
	anyText  bool // a string may be other than UTF-8
	present  bool // empty bytes that are not nil are written
	notNil   bool // empty bytes are decoded as not nil
	asNil    bool // empty bytes are decoded as nil
	noMinus  bool // a negative zero is not written
	lax      bool // numbers, lengths, packed lists and entries of maps are decoded as in code of gogo: see [gogo]
}

// A state says what the Go value of a field can be, and what it becomes.
type state struct {
	pointers  bool   // the elements of the list are pointers to messages, or the union member is such a pointer
	nilEmpty  bool   // a nil pointer in a list, a map or a oneof is encoded as an empty message; otherwise it is an error
	nilAbsent bool   // a nil pointer or nil bytes in a map or a oneof are left out
	absentNil bool   // absent bytes are decoded as nil
	required  bool   // it must not be nil
	expected  uint64 // a bit that notes that the message has the field, if decoding one without it is an error; otherwise 0
	nilable   bool   // the value is a list or a map that is encoded by its methods, and nil is no message
	fresh     bool   // the value is decoded into a new one, even if a message has several for one pointer
	keeps     bool   // the value in an entry of a map is never decoded as nil, and kept if an entry has several
	flat      bool   // the strings of the message are usually parts of one copy of it
	behind    bool   // the Go variable is a pointer to the list
	lazy      bool   // Expr decodes what the message has got for the field
	again     bool   // an attempt writes the value before its size is computed, so its methods may be called again
}

// Basic returns the kind of a number.
func (v *value) Basic() model.Kind { return plan.Basic(v.Type) }

// A message is a type with functions of its own: a struct, a union, the entries of a map, or a type that protobuf does not allow in a position, such as
// a list in a list, which is wrapped in a message.
type message struct {
	dialect dialect
	Name    string // suffix of function names
	Type    model.Type
	GoType  string // text of Type, which may be a type of the generated code
	Label   string // name in the .proto file
	Entry   bool   // a key and an element of a map
	Union   bool   // at most one of Values is present
	Values  []*value
	Oneofs  []*oneof // of a generated struct, in the order in which they are written
	Group   bool     // some field has such messages between two tags
	// Part means that a part does not read all fields of the struct. They are not in Values.
	Part bool

	// declared is the protobuf message from which the struct was generated, or nil.
	declared *model.ProtoMessage
	// unknown is the field with the unknown fields of such a message, or nil if they are dropped.
	unknown *value
	// unknownAfter is the number of oneofs that the sizing pass visits before the unknown fields.
	unknownAfter int

	Recursive bool // it may contain itself
	Merges    bool // it is an entry of a map in which two keys may have the same encoding
	Refusable bool // it holds a union or a custom type, so a value may be refused
}

// A oneof is a field of a generated struct that holds at most one of several values: an interface in Go.
type oneof struct {
	Path    string // name of the field
	Expr    string
	Members []*value // their Expr is that of the field of a struct one, to which the interface points
	Before  int      // how many of the Values of the message are written before it
	renews  bool     // a decoded message replaces the old one, and is not merged with it
}

// A dialect is a kind of Go structs that are protobuf messages: it plans the fields of a struct, and prints the functions of a message. Values are
// encoded and decoded by the same code in all dialects.
type dialect interface {
	// plan adds the fields of a struct to its message.
	plan(p *planner, m *message, s *model.Struct)
	// functions prints the functions of a message.
	functions(p *generator, m *message)
	// root prints the functions that the methods of a root call.
	root(p *generator, t *model.Named, m *message)
	// part prints the function that decodes a part of a root.
	part(p *generator, t *model.Named, m *message)
}

// dialectOf returns the dialect of a struct.
func dialectOf(s *model.Struct) dialect {
	switch {
	case s.Proto == nil:
		return structs{}
	case s.Proto.Gogo != nil:
		return gogo{}
	}
	return protoc{}
}

// A coder says how a value of the kind Custom is encoded and decoded.
type coder interface {
	// marshal returns an expression for the bytes of x and an error.
	marshal(p *generator, e *value, x string) string
	// load returns an expression for the bytes of x in the writing pass.
	load(p *generator, e *value, x, path string) string
	// get prints code that decodes the k bytes at n into x. how is as in [generator.get].
	get(p *generator, e *value, x, name, how string)
}

// fieldsOf returns the fields of a message, with the members of its oneofs.
func fieldsOf(m *message) []*value {
	list := slices.Clone(m.Values)
	for _, o := range m.Oneofs {
		list = append(list, o.Members...)
	}
	return list
}

// isSingle reports whether f has one value, and no presence of its own.
func isSingle(f *value) bool {
	switch f.Kind {
	case plan.Pointer, plan.List, plan.Array, plan.Map:
		return false
	}
	return !f.Rules.Unknown
}

// isWrapper reports whether m only wraps one value, which is not a struct field in Go.
func isWrapper(m *message) bool {
	return len(m.Values) == 1 && m.Values[0].Path == "value" && m.Values[0].Expr == "(*v)"
}

// isFloat reports whether e is a floating-point number.
func isFloat(e *value) bool { return e.Basic() == model.Float32 || e.Basic() == model.Float64 }

// isNumber reports whether e is a number.
func isNumber(e *value) bool { return e.Kind == plan.Integer || e.Kind == plan.Fixed }

// isDeclared reports whether e is a message of a .proto file.
func isDeclared(e *value) bool { return e.Message != nil && e.Message.declared != nil }

func repeated(f *value) bool { return f.Kind == plan.List || f.Kind == plan.Array }

// packs reports whether a list of these values is packed: one field with all values and no tags between them.
func packs(e *value) bool { return isNumber(e) && !e.unpacked }

// wireType returns the wire type, the low three bits of a tag.
func wireType(e *value) int {
	switch {
	case e.group:
		return 3
	case e.Kind == plan.Integer:
		return 0
	case e.Kind == plan.Fixed && e.Basic().Bits() == 64:
		return 1
	case e.Kind == plan.Fixed:
		return 5
	}
	return 2
}

// tag returns the tag that is written before f.
func tag(f *value) uint64 {
	if repeated(f) && packs(f.Elem) {
		return uint64(f.Number)<<3 | 2
	}
	return uint64(f.Number)<<3 | uint64(wireType(f.Elem))
}

// A stretch is a part of the fields of a message: fields, and then a oneof or nothing.
type stretch struct {
	values []*value
	oneof  *oneof
}

// stretches returns the fields of a message in the order in which they are written. Unknown fields of generated messages follow.
func stretches(m *message) (list []stretch) {
	from := 0
	for _, o := range m.Oneofs {
		list = append(list, stretch{m.Values[from:o.Before], o})
		from = o.Before
	}
	return append(list, stretch{m.Values[from:], nil})
}
