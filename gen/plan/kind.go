package plan

import "bale/schema"

// A Kind classifies types by how their values are structured. All formats share the kinds, and each chooses an encoding for each
// kind.
type Kind int

// The kinds. Those up to Complex are numbers.
const (
	Bool Kind = iota
	Integer
	Float
	Complex
	String
	Bytes     // a byte slice
	ByteArray // a byte array
	Time
	Duration // time.Duration, in formats that encode it differently from other integers; Graph.Kind never returns it
	Fixed    // a value of a fixed size, in formats that encode such values differently from others; Graph.Kind never returns it
	Custom   // a type that is encoded by its own marshal methods
	Record   // a struct
	List     // a slice of anything but bytes
	Array    // an array of anything but bytes
	Map
	Pointer
	Union // an interface whose member types are declared
)

// Number reports whether k is the kind of a basic type other than string.
func (k Kind) Number() bool { return k <= Complex }

// Nilable reports whether a value of the kind can be nil.
func (k Kind) Nilable() bool {
	switch k {
	case Bytes, List, Map, Pointer, Union:
		return true
	}
	return false
}

// Nilable reports whether a t can be nil.
func (g *Graph) Nilable(t schema.Type) bool { return g.Kind(t, false).Nilable() }

// Kind returns the kind of t. root reports whether t is the root itself, which is never custom.
func (g *Graph) Kind(t schema.Type, root bool) Kind {
	if !root && g.Custom(t) {
		return Custom
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return basicKind(u.Kind)
	case *schema.Time:
		return Time
	case *schema.Slice:
		if g.isByte(u.Elem) {
			return Bytes
		}
		return List
	case *schema.Array:
		if g.isByte(u.Elem) {
			return ByteArray
		}
		return Array
	case *schema.Map:
		return Map
	case *schema.Pointer:
		return Pointer
	case *schema.Interface:
		return Union
	}
	return Record
}

// basicKind returns the kind of a basic type.
func basicKind(k schema.Kind) Kind {
	switch k {
	case schema.Bool:
		return Bool
	case schema.String:
		return String
	case schema.Float32, schema.Float64:
		return Float
	case schema.Complex64, schema.Complex128:
		return Complex
	}
	return Integer
}

// isByte reports whether elements of a type are encoded as bytes. Custom elements are not, since their method is called for each.
func (g *Graph) isByte(elem schema.Type) bool {
	if g.Custom(elem) {
		return false
	}
	if g.Byte != nil {
		return g.Byte(elem)
	}
	return schema.IsKind(elem, schema.Uint8)
}

// Len returns the length of an array.
func Len(t schema.Type) int { return int(schema.Underlying(t).(*schema.Array).Len) }
