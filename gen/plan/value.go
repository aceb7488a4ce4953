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
	Elem   *Value // the target of a pointer, if the code has loaded it
}

// Basic returns the kind of a number.
func (v *Value) Basic() model.Kind { return Basic(v.Type) }

// A Message is a type with functions of its own in a format with numbers: a struct, a union, or the entries of a map.
type Message struct {
	Name   string // suffix of function names
	Type   model.Type
	Entry  bool // a key and an element of a map
	Union  bool // at most one of Values is present
	Values []*Value
	// Part means that a part does not read all fields of the struct. They are not in Values.
	Part bool
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
