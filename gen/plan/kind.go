package plan

import "bale/model"

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
func (g *Graph) Nilable(t model.Type) bool { return g.Kind(t, false).Nilable() }

// Kind returns the kind of t. root reports whether t is the root itself, which is never custom.
func (g *Graph) Kind(t model.Type, root bool) Kind {
	if !root && g.Custom(t) {
		return Custom
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return basicKind(u.Kind)
	case *model.Time:
		return Time
	case *model.Slice:
		if g.isByte(u.Elem) {
			return Bytes
		}
		return List
	case *model.Array:
		if g.isByte(u.Elem) {
			return ByteArray
		}
		return Array
	case *model.Map:
		return Map
	case *model.Pointer:
		return Pointer
	case *model.Interface:
		return Union
	}
	return Record
}

// basicKind returns the kind of a basic type.
func basicKind(k model.Kind) Kind {
	switch k {
	case model.Bool:
		return Bool
	case model.String:
		return String
	case model.Float32, model.Float64:
		return Float
	case model.Complex64, model.Complex128:
		return Complex
	}
	return Integer
}

// isByte reports whether elements of a type are encoded as bytes. Custom elements are not, since their method is called for each.
func (g *Graph) isByte(elem model.Type) bool {
	if g.Custom(elem) {
		return false
	}
	if g.Byte != nil {
		return g.Byte(elem)
	}
	return model.IsKind(elem, model.Uint8)
}

// Len returns the length of an array.
func Len(t model.Type) int { return int(model.Underlying(t).(*model.Array).Len) }
