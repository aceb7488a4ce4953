package plan

import (
	"regexp"
	"slices"

	"bale/model"
	"bale/model/directive"
)

// Rules are the directives of a field.
type Rules struct {
	Max    int  // maximum length of a string, slice or map that is decoded; 0 means no limit
	Intern bool // decoded strings are looked up in a small table, so that equal ones share memory
	Own    bool // decoded strings and byte slices are copied, and never share memory with the message

	Numbered    bool // a directive gives the field's number, for formats with field numbers
	Number      int
	Sint, Fixed bool // an integer is encoded as zigzag, or with fixed width, in formats that have these encodings
	Unknown     bool // the byte slice holds the unknown fields of a message
}

// IntEncodings reports whether a directive selects an encoding, or is unknown.
func (r Rules) IntEncodings() bool { return r.Sint || r.Fixed || r.Unknown }

// Directives are the directives in the source, for all formats. Skipped fields are not in the model, so they have no entry. A nil
// *Directives has no directives.
type Directives struct {
	Fields      map[*model.Field]Rules
	Was         map[*model.Field][]*Was // what fields were before, from their directives
	Evolving    map[*model.Named]string // structs that evolve, with the directive or flag that says so
	Memory      map[*model.Named]uint64 // bytes that a decoded root may take, from its directive
	Strict      map[*model.Named]bool   // roots whose decoders refuse unknown names
	Parts       map[*model.Named][]*Part
	JSONV2      map[*model.Named]bool // roots with the semantics of encoding/json/v2
	JSONUnions  map[*model.Interface]*JSONUnion
	Constants   map[*model.Named][]*model.Constant // of the integer types that messages hold, for the .proto file
	SortedMaps  map[*model.Map]bool
	Unions      []*model.Named                      // unions, in the order in which they are found from the roots
	LockNumbers map[*Numbering]map[*model.Field]int // field numbers from the lock file

	// Sparse reports for the structs of earlier layouts whether their records are sparse. For others, the format decides.
	Sparse map[*model.Struct]bool
	// StructPlaces has the places of evolving structs from which fields were removed. Other structs have one place for each field.
	StructPlaces map[*model.Struct][]Place
	// Removed are types that the generated code declares to decode removed fields. The original types may be gone from the source.
	Removed []*model.Named

	// Msgp returns the comments of tinylib/msgp in the folder of a position. Nil: there are none.
	Msgp func(pos string) []directive.Directive

	stamps  map[stampKey]uint32
	earlier map[stampKey][]Earlier
	members map[*model.Interface]*model.Struct
	marks   map[mark]bool
}

// The words of directives that are marks: those of types that say no more than that they are there.
const (
	arrayWord = "array"
	stampWord = "stamp"
	// Unstamped is the directive without which messages of a format that has stamps begin with one.
	Unstamped = "stamp=off"
)

// A mark is a directive without a value above a type.
type mark struct {
	word string
	of   *model.Named
}

// Mark records a directive without a value above n.
func (d *Directives) Mark(n *model.Named, word string) { d.marks[mark{word, n}] = true }

// Marked reports whether a directive without a value is above n.
func (d *Directives) Marked(n *model.Named, word string) bool {
	return d != nil && d.marks[mark{word, n}]
}

// A Place is one position in a struct's encoding, with the field that is encoded there.
type Place struct {
	*model.Field
	Removed bool // the struct no longer has the field; it is skipped when decoding and encoded as zero
	// Into is the field that the value is converted to after decoding, in code for an earlier layout. Func converts it, or a rule of the format if Func is nil.
	Into *model.Field
	Func *Was
}

// A Was is what the directive was says of a field: the name, or the name and the type, that it had in earlier layouts.
type Was struct {
	Name  string
	Type  string // as the lock file has it; "" if the field had the type that it has now, or one that the format converts
	Func  string // the function that converts a value of Type, or ""
	Fails bool   // Func also returns an error
}

var (
	customForm = regexp.MustCompile(`\w+\(([^()]*)\)`)
	bytesName  = regexp.MustCompile(`\bbyte\b`)
)

// PlainType returns the text of a type in the lock file or of a parameter of a function, with the types alone of custom types such as text(math/big.Int), and with
// one name for bytes.
func PlainType(text string) string {
	return bytesName.ReplaceAllString(customForm.ReplaceAllString(text, "$1"), "uint8")
}

// An Earlier is a layout that messages of a root had before.
type Earlier struct {
	Number int
	Stamp  uint32
	Totals int // number of totals at the start of a message
	// Into returns the copy of the root, or of a copy for a part of it, that is decoded from such messages.
	Into func(root *model.Named) *model.Named
}

// PlacesOf returns the places of a struct, in their order.
func (d *Directives) PlacesOf(s *model.Struct) []Place {
	if d != nil && d.StructPlaces[s] != nil {
		return d.StructPlaces[s]
	}
	list := make([]Place, len(s.Fields))
	for i, f := range s.Fields {
		list[i] = Place{Field: f}
	}
	return list
}

// ConstantsOf returns the constants of an integer type.
func (d *Directives) ConstantsOf(n *model.Named) []*model.Constant {
	if d == nil {
		return nil
	}
	return d.Constants[n]
}

// A stampKey identifies a root in a format.
type stampKey struct {
	format string
	root   *model.Named
}

// NewDirectives returns an empty Directives.
func NewDirectives() *Directives {
	return &Directives{
		Fields: map[*model.Field]Rules{}, Was: map[*model.Field][]*Was{}, Evolving: map[*model.Named]string{}, marks: map[mark]bool{}, Memory: map[*model.Named]uint64{}, Strict: map[*model.Named]bool{}, Parts: map[*model.Named][]*Part{}, JSONV2: map[*model.Named]bool{}, JSONUnions: map[*model.Interface]*JSONUnion{}, SortedMaps: map[*model.Map]bool{},
		LockNumbers: map[*Numbering]map[*model.Field]int{}, stamps: map[stampKey]uint32{}, earlier: map[stampKey][]Earlier{}, StructPlaces: map[*model.Struct][]Place{}, Sparse: map[*model.Struct]bool{}, members: map[*model.Interface]*model.Struct{},
	}
}

// AddWas adds what the field f was.
func (d *Directives) AddWas(f *model.Field, w Was) { d.Was[f] = append(d.Was[f], &w) }

// Field returns the directives of f.
func (d *Directives) Field(f *model.Field) Rules {
	if d == nil {
		return Rules{}
	}
	return d.Fields[f]
}

// Evolves reports whether fields of n may be appended and removed: a directive or flag says so.
func (d *Directives) Evolves(n *model.Named) bool { return d != nil && d.Evolving[n] != "" }

// EvolveInside records that the structs which messages of t contain evolve, because of a directive or a flag. A struct with a directive of its
// own keeps this reason.
func (d *Directives) EvolveInside(t *model.Named, home, because string) {
	for _, n := range NamedStructs(t, home) {
		if d.Evolving[n] == "" {
			d.Evolving[n] = because
		}
	}
}

// Array reports whether n is encoded as an array of its fields, without their names: its type has //bale:array.
func (d *Directives) Array(n *model.Named) bool { return d.Marked(n, arrayWord) }

// Sorted reports whether the entries of m are encoded in the order of their keys.
func (d *Directives) Sorted(m *model.Map) bool { return d != nil && d.SortedMaps[m] }

// HasMax reports whether t is a struct with a field that has a maximum length.
func (d *Directives) HasMax(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	return ok && slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return d.Field(f).Max > 0 })
}

// HasStamp reports whether messages of the root n begin with a stamp, in a format whose messages do so by default or not.
func (d *Directives) HasStamp(n *model.Named, byDefault bool) bool {
	return d.Marked(n, stampWord) || byDefault && !d.Marked(n, Unstamped)
}

// MaxMemory returns how many bytes of memory a decoded n may take, from its directive //bale:memory, or 0 if it has none.
func (d *Directives) MaxMemory(n *model.Named) uint64 {
	if d == nil {
		return 0
	}
	return d.Memory[n]
}

// SetStamp sets the stamp of a root's messages in a format. format is the prefix of the format's names.
func (d *Directives) SetStamp(format string, root *model.Named, stamp uint32) {
	d.stamps[stampKey{format, root}] = stamp
}

// Stamp returns the stamp of a root's messages in a format. ok is false if they have none.
func (d *Directives) Stamp(format string, root *model.Named) (stamp uint32, ok bool) {
	if d == nil {
		return 0, false
	}
	stamp, ok = d.stamps[stampKey{format, root}]
	return stamp, ok
}

// AddEarlier adds an earlier layout of the messages of a root in a format, which are decoded. format is the prefix of the format's names.
func (d *Directives) AddEarlier(format string, root *model.Named, e Earlier) {
	key := stampKey{format, root}
	d.earlier[key] = append(d.earlier[key], e)
}

// Earlier returns the earlier layouts of the messages of a root in a format that are decoded.
func (d *Directives) Earlier(format string, root *model.Named) []Earlier {
	if d == nil {
		return nil
	}
	return d.earlier[stampKey{format, root}]
}
