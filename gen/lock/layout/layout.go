// Package layout describes what determines the bytes of messages in formats without field numbers. The lock file keeps a layout for
// each such format. An Update determines whether code for a new layout reads the messages of the old one.
package layout

import (
	"bale/gen/plan"
	"bale/model"
)

// Rules describe what the layout of a format depends on.
type Rules struct {
	// Fields returns the encoded fields of a struct, in their order. Nil: all fields are encoded.
	Fields func(d *plan.Directives, home string, t model.Type) []Member
	// ByName reports whether a struct is encoded with the names of its fields. Nil: none is.
	ByName func(d *plan.Directives, t model.Type) bool
	// NameTag returns the tag of a field that gives it a name in messages, and FieldTag the tag of an embedded struct with a name that makes it
	// one field. InlineTag is the tag that makes its fields fields of the outer struct, or "". They are for formats with names.
	NameTag, FieldTag func(name string) string
	InlineTag         string
	// Sparse reports whether the record of a struct is sparse: it leaves out fields that are zero. Nil: none is.
	Sparse func(d *plan.Directives, home string, t model.Type) bool
	// Appends reports whether fields may be appended to every struct: a decoder sets fields that a message lacks to zero.
	Appends bool
	// Evolves reports whether the format supports the directive evolve: fields of such a struct may be appended and removed.
	Evolves bool
	// Stamps means that messages begin with a stamp, unless a directive says otherwise, and that earlier layouts stay readable: see [Version].
	Stamps bool
	// Reads reports whether decoding an encoded value of kind from as kind to results in the same number. Nil: only if the kinds
	// are equal.
	Reads func(from, to model.Kind) bool
	// Bytes reports whether elements of the predeclared type byte are encoded differently from those of other uint8 types.
	Bytes bool
	// Totals returns the types whose elements the totals at the start of a message of a root count. Nil: there are no totals.
	Totals func(d *plan.Directives, home string, root *model.Named) []model.Type
}

// A Member is a field of a struct, as a format encodes it.
type Member struct {
	*model.Field
	Name  string // name in the lock file: the Go name, or the name in the message
	Alias string // another name in messages that is decoded, or ""
	Omit  bool   // left out of the message if it is empty
}

// A Layout describes all messages of one format.
type Layout struct {
	Format string
	Defs   map[string]*Def // by name
}

// A Kind is the kind of a definition.
type Kind int

// The kinds of definitions.
const (
	Struct Kind = iota // a struct whose fields are encoded in order
	Names              // a struct whose fields have their names in the message
	Union              // a message has the position of a member in the list
	Value              // another type, which Def.Type describes
)

// A Def is the definition of a named type, or of an unnamed struct or union, whose name is its path.
type Def struct {
	Name    string
	Kind    Kind
	Root    bool   // it is encoded as a message of its own
	Removed bool   // the root is no longer in the source
	Stamp   bool   // messages begin with a stamp
	Kept    uint32 // the stamp of an evolving root, which stays when the struct changes; 0 if the lock file does not have it yet
	Evolve  bool   // fields of the struct may be appended and removed
	Sparse  bool   // the record of the struct leaves out fields that are zero
	// Accepted is the number of times that a change of the bytes of an evolving struct has been accepted.
	Accepted int
	Check    uint32   // hash of the lines of the version that the root is of, if that is not the stamp
	Version  int      // number of the version that the root is of, or 0: see [Version]
	Totals   int      // number of totals at the start of a message of a root
	Fields   []*Field // fields of a struct, in the order of the message, or members of a union
	Type     *Type    // type of a Value

	Pos       string // position in the source
	At        int    // line number in the lock file
	node      *model.Struct
	canEvolve bool     // the type has a name, so it can evolve
	evolvesBy string   // the directive or flag that lets it evolve
	inKey     bool     // map keys contain it
	counted   []string // forms of the types whose elements the totals count
	placed    bool     // Fields has the places of the lock file
}

// A Field is a field of a struct or a member of a union.
type Field struct {
	Name    string
	Type    *Type
	Alias   string // another name of the field that is decoded; it is not in the lock file
	Omit    bool
	Removed bool // the field is no longer in the type

	Pos  string
	At   int
	node *model.Field
}

// An Op is the kind of a Type.
type Op int

// The operations.
const (
	Basic   Op = iota // Name is the kind: "int64"; or "byte" for elements of the predeclared type byte
	Time              // time.Time
	Custom            // Name is the type, and Method the suffix of its marshal methods
	Slice             // slice of Elem
	Array             // array of Len Elem
	Map               // map from Key to Elem
	Pointer           // pointer to Elem
	Ref               // Name is the name of a definition
)

// A Type is the type of a value in a message.
type Type struct {
	Op        Op
	Name      string
	Method    string
	Len       int64
	Key, Elem *Type
}

// Customs returns the custom types in t, which may be nil.
func (t *Type) Customs() []*Type {
	switch {
	case t == nil:
		return nil
	case t.Op == Custom:
		return []*Type{t}
	}
	return append(t.Key.Customs(), t.Elem.Customs()...)
}

// live returns the fields that are not removed.
func (d *Def) live() []*Field {
	var list []*Field
	for _, f := range d.Fields {
		if !f.Removed {
			list = append(list, f)
		}
	}
	return list
}
