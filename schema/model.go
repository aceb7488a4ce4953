// Package schema is bale's model of a Go type, and how it is loaded from Go packages.
//
// The model holds facts and positions only. What a codec or a wire format makes of
// a node is that package's own business: consumers switch over the closed set of
// nodes below (Basic, Named, Struct, Array, Slice, Map, Pointer, Interface, Time).
package schema

import "go/types"

// A Type is one node of the model: *Basic, *Named, *Struct, *Array, *Slice, *Map,
// *Pointer, *Interface or *Time. No other package can add one.
type Type interface {
	isType()
}

// Kind is the kind of a Basic.
type Kind int

// The kinds, in the order of go/types.
const (
	Bool Kind = iota + 1
	Int
	Int8
	Int16
	Int32
	Int64
	Uint
	Uint8
	Uint16
	Uint32
	Uint64
	Uintptr
	Float32
	Float64
	Complex64
	Complex128
	String
)

var kindNames = [...]string{
	Bool: "bool", Int: "int", Int8: "int8", Int16: "int16", Int32: "int32", Int64: "int64",
	Uint: "uint", Uint8: "uint8", Uint16: "uint16", Uint32: "uint32", Uint64: "uint64", Uintptr: "uintptr",
	Float32: "float32", Float64: "float64", Complex64: "complex64", Complex128: "complex128", String: "string",
}

// String is the kind's name as Go spells it.
func (k Kind) String() string { return kindNames[k] }

// Signed reports whether k is a signed integer.
func (k Kind) Signed() bool { return k >= Int && k <= Int64 }

// Unsigned reports whether k is an unsigned integer.
func (k Kind) Unsigned() bool { return k >= Uint && k <= Uintptr }

// Native reports whether the machine says how many bits k has: 32 or 64.
func (k Kind) Native() bool { return k == Int || k == Uint || k == Uintptr }

// Bits is the width of k in bits, 64 for int, uint and uintptr, 0 for string.
func (k Kind) Bits() int {
	switch k {
	case Bool, Int8, Uint8:
		return 8
	case Int16, Uint16:
		return 16
	case Int32, Uint32, Float32:
		return 32
	case Int, Int64, Uint, Uint64, Uintptr, Float64, Complex64:
		return 64
	case Complex128:
		return 128
	}
	return 0
}

// Basic is a predeclared type.
type Basic struct {
	Kind Kind
}

// Time is time.Time.
type Time struct{}

// Named is a defined type, or an instance of a generic one. It is one node however
// often it is used, so recursion ends at a Named that was seen before.
type Named struct {
	Package    string // import path; "" for none
	Name       string // without type arguments
	Args       []Type // type arguments of an instance
	Underlying Type   // never a *Named
	Methods    Methods
	Message    MessageKind // what kind of protobuf message it is, if it is one
	Way        Way         // by which of its methods it goes, where a directive says so
	Pos        string      // file:line:column of the declaration
	Alias      bool        // it stands for an interface without a name of its own: see Union.Name
}

// Methods says what marshalling a named type brings itself. Each is true only
// where both directions are there (the reading one on *T).
type Methods struct {
	Binary bool // encoding.BinaryMarshaler and BinaryUnmarshaler
	Text   bool // encoding.TextMarshaler and TextUnmarshaler
	JSON   bool // json.Marshaler and json.Unmarshaler
	Gob    bool // gob.GobEncoder and gob.GobDecoder
	Gogo   bool // Marshal() ([]byte, error) and Unmarshal([]byte) error, as gogo/protobuf generates them
	// Partial says that the Binary pair is that of an embedded field, and loses the struct's other fields or panics if the field is nil.
	Partial bool
	Names   []string // every method of *T, sorted: what a generator must not declare again
}

// Struct is a struct type, its fields in the order of the source. Blank fields are left out, and so are the
// internal fields of a protobuf message and, inside another package's type that marshals itself, what no codec could carry.
type Struct struct {
	Fields  []*Field
	Skipped []*Field // those that Options.Skip took out, without a Type
	Left    []*Field // what no codec could carry, without a Type
	// Internal are the fields of a protobuf message that belong to its library, without a Type.
	Internal []*Field

	source *types.Struct // of a loaded one: GoType must spell blank fields too
}

// sizes are those of 64-bit machines.
var sizes = types.SizesFor("gc", "amd64")

// Size returns how many bytes of memory a value of s takes on a 64-bit machine, with the fields that have been left out. It is -1
// for a struct that has not been loaded.
func (s *Struct) Size() int {
	if s.source == nil {
		return -1
	}
	return int(sizes.Sizeof(s.source))
}

// Field is one field of a Struct.
type Field struct {
	Name     string
	Type     Type
	Tag      string
	Embedded bool
	Exported bool
	Package  string // import path of the package whose code may name the field when it is unexported
	Pos      string // file:line:column
}

// Array is [Len]Elem.
type Array struct {
	Len  int64
	Elem Type
}

// Slice is []Elem.
type Slice struct {
	Elem Type
}

// Map is map[Key]Elem.
type Map struct {
	Key  Type
	Elem Type
}

// Pointer is *Elem.
type Pointer struct {
	Elem Type
}

// Interface is an interface type.
type Interface struct {
	Methods int    // how many methods; 0 is any
	Text    string // as Go spells it
	Members []Type // what it may hold, where a Union has said so

	source types.Type // of a loaded one: its text depends on how packages are called
}

func (*Basic) isType()     {}
func (*Time) isType()      {}
func (*Named) isType()     {}
func (*Struct) isType()    {}
func (*Array) isType()     {}
func (*Slice) isType()     {}
func (*Map) isType()       {}
func (*Pointer) isType()   {}
func (*Interface) isType() {}

// A Model is one Go package with the types of it that were asked for.
type Model struct {
	Package string // import path
	Name    string // package name
	Dir     string // folder of its source, absolute
	Module  Module
	Roots   []*Root
	Protos  []Proto // what protobuf messages among the roots were generated from
	// Overlay has files, by absolute path, that packages have to be built with in place of theirs: those that bale gen has written,
	// empty, where they declare methods of types in the model, and those that need one of these; copies of test files, where a type is in
	// one; and those of a package main, which gets another name. Only Load makes it.
	Overlay map[string][]byte
}

// Module is the module a package belongs to.
type Module struct {
	Path  string
	Dir   string // absolute
	GoMod string // absolute path of go.mod
	Go    string // version of the go directive, "1.26"
}

// Root is one type that was asked for.
type Root struct {
	Expr    string // the type as Go spells it inside its package: "Small", "Pair[int,string]"
	Type    Type
	Pos     string
	Samples *Samples // the package's own sample values, or nil
}

// Samples names the function of a package that makes its own sample values:
//
//	func BaleSamples(r *rand.Rand, n int) []T
//
// looked up as BaleSamples<Type> first (BaleSamplesOrder for Order), then as BaleSamples.
// Where T is a slice of E, the function may return E's instead, and then
// its n elements are one value of length n.
type Samples struct {
	Func     string // BaleSamples, or BaleSamples<Type>
	Rand     string // "math/rand" or "math/rand/v2"
	Elements bool   // returns elements of the slice type, not values of it
}

// Underlying is t without its name.
func Underlying(t Type) Type {
	if n, ok := t.(*Named); ok {
		return n.Underlying
	}
	return t
}

// IsBytes reports whether t is, or is defined as, a slice of bytes.
func IsBytes(t Type) bool {
	s, ok := Underlying(t).(*Slice)
	return ok && IsKind(s.Elem, Uint8)
}

// IsKind reports whether t is, or is defined as, the basic kind k.
func IsKind(t Type, k Kind) bool {
	b, ok := Underlying(t).(*Basic)
	return ok && b.Kind == k
}
