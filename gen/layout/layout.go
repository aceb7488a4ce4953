// Package layout describes what determines the bytes of messages in formats without field numbers. The lock file keeps a
// layout for each such format, and Update finds out whether a new layout reads the messages of the old one.
package layout

import (
	"bale/gen/plan"
	"bale/schema"
)

// Rules says what the layout of a format depends on.
type Rules struct {
	// Fields returns the fields of a struct that are encoded, in their order. Nil means all of them.
	Fields func(d *plan.Directives, home string, t schema.Type) []Member
	// ByName reports whether a struct is encoded with the names of its fields. Nil means that none is.
	ByName func(d *plan.Directives, t schema.Type) bool
	// Appends says that fields may be appended to every struct: a decoder takes zeros for those that a message lacks.
	Appends bool
	// Evolves says that the format acts on the directive evolve: fields may be appended to such a struct and removed from it.
	Evolves bool
	// NestedRoots says that roots are encoded by their fields wherever they stand, whatever methods they have.
	NestedRoots bool
	// Reads reports whether a value of the kind to decodes what was encoded from the kind from, and the same number results.
	// Nil means only the same kind.
	Reads func(from, to schema.Kind) bool
	// Bytes says that elements of the predeclared type byte have another encoding than those of other uint8 types.
	Bytes bool
	// Totals returns how many totals a message of a root begins with. Nil means none.
	Totals func(d *plan.Directives, home string, root *schema.Named) int
}

// A Member is a field of a struct as a format encodes it.
type Member struct {
	*schema.Field
	Name string // in the lock file: the Go name, or the name in the message
	Omit bool   // left out of the message if it is empty
}

// A Layout is that of all messages of one format.
type Layout struct {
	Format string
	Defs   map[string]*Def
}

// A Kind says what a definition defines.
type Kind int

// The kinds of definitions.
const (
	Struct Kind = iota // fields follow each other
	Names              // fields have their names in the message
	Union              // the members follow each other, and a message has the position of one
	Value              // another type, as Type says
)

// A Def is the layout of a type with a name, or of a struct or union without one, which is called by its path.
type Def struct {
	Name   string
	Kind   Kind
	Root   bool // messages of it exist, or will
	Gone   bool // a root that is no longer in the source
	Stamp  bool // messages of the root begin with a stamp
	Evolve bool
	Totals int      // of a root
	Fields []*Field // of a struct, in the order of the message, or the members of a union
	Type   *Type    // of a Value

	Pos    string // in the source
	At     int    // line in the lock file
	node   *schema.Struct
	named  bool // a directive can stand above it
	key    bool // keys of maps are made of it
	placed bool // the fields have the places that the lock file has
}

// A Field is a field of a struct or a member of a union.
type Field struct {
	Name    string
	Type    *Type
	Omit    bool
	Removed bool // it is no longer in the type

	Pos  string
	At   int
	node *schema.Field
}

// An Op says how a Type is composed.
type Op int

// The operations.
const (
	Basic   Op = iota // Name is the kind: "int64", or "byte" for an element of that predeclared type
	Time              // time.Time
	Custom            // Name is a type with marshal methods, and Method says which
	Slice             // of Elem
	Array             // of Elem
	Map               // from Key to Elem
	Pointer           // to Elem
	Ref               // Name is that of a definition
)

// A Type is what stands at one place of a message.
type Type struct {
	Op        Op
	Name      string
	Method    string
	Len       int64
	Parallel  bool // the slice has the directive parallel
	Key, Elem *Type
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
