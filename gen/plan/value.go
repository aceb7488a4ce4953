package plan

import "bale/model"

// A Value is a value as a format encodes it, at one place in the code of a function: a field of a struct, an element of a list, a key or
// an element of a map, the target of a pointer, a member of a union, or the value that the function is for.
type Value struct {
	Kind
	Type  model.Type
	Rules Rules  // those of the field that leads to the value; parts of a value have its rules, except for Max
	Expr  string // Go expression
	Path  string // path in errors, from the value of the function: "Head.Fee"
	Field *Field // nil for a value that is no field

	Around string // path of the list, map or pointer that holds it: "Lines[]"
	Omit   bool   // not encoded if it is empty
	Number int    // in formats with numbers: of a field, or of a member of a union

	// In formats with numbers: the target of a pointer, an element of a list or array, an entry of a map, or the value itself.
	Elem *Value
	// Wrapper is the type of the pointer in the interface of a oneof, for a member of it.
	Wrapper model.Type
	// Declared is what the .proto file of a protobuf message says about a field, and about the Elem of the field.
	Declared Declared
	// Message is that of a value that has functions of its own; nil for others.
	Message *Message
}

// Basic returns the kind of a number.
func (v *Value) Basic() model.Kind { return Basic(v.Type) }

// Declared is what a .proto file says about a field that its Go type does not show.
type Declared struct {
	Group    bool // a message between two tags instead of after its length
	Unpacked bool // each number of a list has a tag of its own
	AnyText  bool // a string may be other than UTF-8
	Presence bool // an empty string of bytes differs from an absent one
	NotNil   bool // an empty string of bytes is decoded as not nil
	Nil      bool // an empty string of bytes is decoded as nil
	Required bool
	// Gogo describes a value of a message for which gogo has generated methods; nil for others.
	Gogo *GogoPart
	// Expected means that messages have a field, and that decoding one without it is an error.
	Expected bool
}

// A Oneof is a field of a protobuf message that holds at most one of several values: an interface in Go.
type Oneof struct {
	Path    string // name of the field
	Expr    string
	Type    model.Type
	Members []*Value // their Expr is that of the field of a struct one, to which the interface points
	Before  int      // how many of the Values of the message are written before it
}

// A Message is a type with functions of its own in a format with numbers: a struct, a union, the entries of a map, or a type that the
// format wraps in a struct.
type Message struct {
	Name   string // suffix of function names
	Type   model.Type
	GoType string // text of Type, which may be a type of the generated code
	Label  string // name in the schema language of the format
	Entry  bool   // a key and an element of a map
	Union  bool   // at most one of Values is present
	Values []*Value
	// Oneofs are those of a struct that was generated from a protobuf message, in the order of the .proto file.
	Oneofs []*Oneof
	// Declared is the protobuf message from which the struct was generated, or nil.
	Declared *model.ProtoMessage
	Group    bool // some field has such messages between two tags
	// Part means that a part does not read all fields of the struct. They are not in Values.
	Part bool

	Recursive bool // it may contain itself
	Merges    bool // it is an entry of a map in which two keys may have the same encoding
	Refusable bool // it holds a union or a custom type, so a value may be refused
}

// A Field is a field of a struct as messages hold it. It may be a field of an embedded struct.
type Field struct {
	*model.Field
	Name    string    // in messages
	Integer bool      // messages hold the name as an integer
	Alias   string    // another name that is decoded, or ""
	Path    string    // from the struct: "Base.ID"
	Omit    bool      // not encoded if it is empty
	Pointer *Embedded // the embedded pointer that holds it, or nil
	Hidden  bool      // other implementations of the format do not encode it: it, or a struct that holds it, is an unexported field
}

// An Embedded is an embedded pointer to a struct whose fields are fields of the outer struct.
type Embedded struct {
	*model.Field
	Path  string
	Elem  model.Type
	Outer *Embedded // the innermost pointer that holds it, or nil
	Index int       // in Struct.Pointers
}

// A Struct is a struct as messages hold it.
type Struct struct {
	Fields   []*Field
	Pointers []*Embedded // the outer ones first
	Inlined  []*Field    // embedded structs whose fields are in Fields, and that a message may also hold as one field
	Array    bool        // messages hold the values without their names
}

// A Tree resolves the values that the messages of a format consist of.
type Tree struct {
	*Graph
	directives *Directives
	structs    func(t model.Type) *Struct
	records    map[model.Type]*Struct
}

// NewTree returns a Tree for the types of a graph. structs returns a struct as messages hold it.
func NewTree(g *Graph, d *Directives, structs func(t model.Type) *Struct) *Tree {
	return &Tree{Graph: g, directives: d, structs: structs, records: map[model.Type]*Struct{}}
}

// Top returns the value of a function, which is a t with the given rules at "(*v)". It is encoded by its parts, even if t has methods.
func (t *Tree) Top(typ model.Type, rules Rules) *Value {
	return &Value{Kind: t.Kind(typ, true), Type: typ, Rules: rules, Expr: "(*v)"}
}

// Part returns a part of v that is no field: an element, a key, a target or a member.
func (t *Tree) Part(v *Value, typ model.Type, expr, path string) *Value {
	rules := v.Rules
	rules.Max = 0
	return &Value{Kind: t.Kind(typ, false), Type: typ, Rules: rules, Expr: expr, Path: path}
}

// FieldValue returns the field f of a struct.
func (t *Tree) FieldValue(f *Field, expr string) *Value {
	return &Value{Kind: t.Kind(f.Type, false), Type: f.Type, Rules: t.directives.Field(f.Field), Expr: expr, Path: f.Path, Field: f}
}

// Struct returns the struct typ as messages hold it.
func (t *Tree) Struct(typ model.Type) *Struct {
	if t.records[typ] == nil {
		t.records[typ] = t.structs(typ)
	}
	return t.records[typ]
}

// Conditional reports whether f is not always written.
func (f *Field) Conditional() bool { return f.Omit || f.Pointer != nil }

// Holds reports whether other is e, or is in the struct that e points to.
func (e *Embedded) Holds(other *Embedded) bool {
	for ; other != nil; other = other.Outer {
		if other == e {
			return true
		}
	}
	return false
}
