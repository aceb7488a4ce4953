package plan

import "bale/schema"

// Rules are what the directives at a field ask for.
type Rules struct {
	Max    int  // longest string, slice or map that is read; 0 is no limit
	Intern bool // strings that are read are looked up in a small table, so that equal ones share memory
	Own    bool // strings and bytes that are read have memory of their own, not a part of the message's

	Numbered    bool // the field has a number, in wires that have them
	Number      int
	Sint, Fixed bool // an integer is written zig-zag, or in its whole width, in wires that leave the choice
	Unknown     bool // a slice of bytes holds the fields that are not known
}

// IntEncodings reports whether there are directives about how a field is written.
func (r Rules) IntEncodings() bool { return r.Sint || r.Fixed || r.Unknown }

// Directives are what comments and tags in the source ask of the formats, beside the types themselves. A
// field that is skipped is in no struct of the model, so nothing asks for it. A nil *Directives has none.
type Directives struct {
	Fields   map[*schema.Field]Rules
	Evolving map[*schema.Named]bool
	Stamped  map[*schema.Named]bool
	Memory   map[*schema.Named]uint64 // bytes that a decoded root may take, where its directive says so
	Arrays   map[*schema.Named]bool
	InOrder  map[*schema.Map]bool
	Split    map[*schema.Slice]bool
	Unions   []*schema.Named                      // interfaces, in the order in which the roots lead to them
	Given    map[*Numbering]map[*schema.Field]int // numbers of the lock file

	// Places are those of a struct that evolves and from which fields were removed. A struct that is not here has its fields.
	Places map[*schema.Struct][]Place
	// Removed are types that no longer are in the source, and that the code declares to decode removed fields.
	Removed []*schema.Named

	stamps  map[stamped]uint32
	members map[*schema.Interface]*schema.Struct
}

// A Place is what stands at one place of a struct's encoding.
type Place struct {
	*schema.Field
	Removed bool // the type has no such field: it is skipped when decoding and encoded as zero
}

// PlacesOf returns what stands at each place of a struct.
func (d *Directives) PlacesOf(s *schema.Struct) []Place {
	if d != nil && d.Places[s] != nil {
		return d.Places[s]
	}
	list := make([]Place, len(s.Fields))
	for i, f := range s.Fields {
		list[i] = Place{Field: f}
	}
	return list
}

// A stamped is a root whose messages begin with a stamp in a format.
type stamped struct {
	format string
	root   *schema.Named
}

// NewDirectives has none yet.
func NewDirectives() *Directives {
	return &Directives{
		Fields: map[*schema.Field]Rules{}, Evolving: map[*schema.Named]bool{}, Stamped: map[*schema.Named]bool{}, Memory: map[*schema.Named]uint64{}, Arrays: map[*schema.Named]bool{}, InOrder: map[*schema.Map]bool{},
		Split: map[*schema.Slice]bool{}, Given: map[*Numbering]map[*schema.Field]int{}, stamps: map[stamped]uint32{}, Places: map[*schema.Struct][]Place{}, members: map[*schema.Interface]*schema.Struct{},
	}
}

// Field is what the directives at f ask for.
func (d *Directives) Field(f *schema.Field) Rules {
	if d == nil {
		return Rules{}
	}
	return d.Fields[f]
}

// Evolve reports whether fields may be appended to n: its type carries //bale:evolve.
func (d *Directives) Evolve(n *schema.Named) bool { return d != nil && d.Evolving[n] }

// Array reports whether n is written as its fields alone, without their names: its type carries //bale:array.
func (d *Directives) Array(n *schema.Named) bool { return d != nil && d.Arrays[n] }

// Sorted reports whether the entries of m are written in the order of their keys.
func (d *Directives) Sorted(m *schema.Map) bool { return d != nil && d.InOrder[m] }

// Parallel reports whether long lists of type s are written and read by several goroutines.
func (d *Directives) Parallel(s *schema.Slice) bool { return d != nil && d.Split[s] }

// Stamps reports whether messages of the root n begin with a stamp: its type carries //bale:stamp.
func (d *Directives) Stamps(n *schema.Named) bool { return d != nil && d.Stamped[n] }

// MaxMemory returns how many bytes of memory a decoded n may take: its type carries //bale:memory. 0 is without it.
func (d *Directives) MaxMemory(n *schema.Named) uint64 {
	if d == nil {
		return 0
	}
	return d.Memory[n]
}

// SetStamp sets the stamp that messages of a root begin with in a format, known by the prefix of its names.
func (d *Directives) SetStamp(format string, root *schema.Named, stamp uint32) {
	d.stamps[stamped{format, root}] = stamp
}

// Stamp returns the stamp that messages of a root begin with in a format, if they do.
func (d *Directives) Stamp(format string, root *schema.Named) (stamp uint32, ok bool) {
	if d == nil {
		return 0, false
	}
	stamp, ok = d.stamps[stamped{format, root}]
	return stamp, ok
}
