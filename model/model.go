// Package model is bale's model of a Go type, and loads it from Go packages.
//
// The model holds facts and positions only. Codecs and formats decide how to encode a node. They switch over the closed set of node
// types below (Basic, Named, Struct, Array, Slice, Map, Pointer, Interface, Time).
package model

import (
	"cmp"
	"go/types"
	"slices"
)

// A Type is a node of the model: *Basic, *Named, *Struct, *Array, *Slice, *Map, *Pointer, *Interface or *Time. Other packages cannot
// add node types.
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

// String returns the kind's name in Go.
func (k Kind) String() string { return kindNames[k] }

// Signed reports whether k is a signed integer.
func (k Kind) Signed() bool { return k >= Int && k <= Int64 }

// Unsigned reports whether k is an unsigned integer.
func (k Kind) Unsigned() bool { return k >= Uint && k <= Uintptr }

// Native reports whether the number of bits of k, 32 or 64, depends on the machine.
func (k Kind) Native() bool { return k == Int || k == Uint || k == Uintptr }

// Bits returns the width of k in bits: 64 for int, uint and uintptr, and 0 for string.
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

// Named is a defined type or an instance of a generic type. A type is one node however often it is used, so a recursive walk ends at a
// Named that it has seen before.
type Named struct {
	Package string // import path; "" if it has none
	Name    string // without type arguments
	// PackageName is the name of the package; "" if it is the last element of the import path.
	PackageName string
	// Declared is the package and name of the declaration, "path/of/package.Name", of a type that code in the package can name only by an
	// alias of another package. Package, Name and Args are then those of the alias. It is "" for other types.
	Declared string
	Args     []Type // type arguments of an instance
	// Constrained means that a type parameter of the generic type has another constraint than any and comparable.
	Constrained bool
	Underlying  Type // never a *Named
	Methods     Methods
	JSON        JSONMethods    // methods that encoding/json calls
	Message     MessageKind    // the kind of protobuf message
	Marshal     MarshalMethods // the marshal methods that a directive chooses
	Pos         string         // file:line:column of the declaration
	Alias       bool           // the name is an alias of an interface without a name of its own: see [Union.Name]
	Part        *Part          // set if n is a copy for a part of a root, else nil

	held MarshalMethods // the way that a directive at a field chooses for the type that n's lists, maps and pointers finally hold
}

// Methods lists the marshal methods of a named type. A flag is set only if the methods for both directions exist; those that decode may
// be methods of *T.
type Methods struct {
	Binary bool // encoding.BinaryMarshaler and BinaryUnmarshaler
	Text   bool // encoding.TextMarshaler and TextUnmarshaler
	JSON   bool // json.Marshaler and json.Unmarshaler
	Gob    bool // gob.GobEncoder and gob.GobDecoder
	Gogo   bool // Marshal() ([]byte, error) and Unmarshal([]byte) error, as gogo/protobuf generates them
	Append bool // Binary, and encoding.BinaryAppender of the same type: not that of an embedded field beside a MarshalBinary of its own
	// Partial means that a Binary method is promoted from an embedded field. It loses the struct's other fields, or panics if the field
	// is nil.
	Partial bool
	// PartialText, PartialJSON and PartialGob mean the same for the other methods.
	PartialText, PartialJSON, PartialGob bool

	Names []string // every method of *T, sorted; a generator must not declare them again
	Value []string // every method of T, sorted: those that can be called on a value without an address
}

// any reports whether there are marshal methods.
func (m Methods) any() bool { return m.Binary || m.Text || m.JSON || m.Gob || m.Gogo }

// Struct is a struct type with its fields in source order. It leaves out blank fields, the internal fields of protobuf messages, and
// the fields that no codec can carry inside another package's type with marshal methods.
type Struct struct {
	Fields      []*Field
	Skipped     []*Field // fields left out by Options.Skip or a directive, without a Type
	Unsupported []*Field // fields that no codec can carry, without a Type
	// Internal holds the fields of a protobuf message that belong to the protobuf library, without a Type.
	Internal []*Field
	Blank    *Field        // the first blank field, without a Type, or nil
	Proto    *ProtoMessage // the message that the struct was generated from, if its descriptor is in source that was loaded, or nil
	// Opaque means that the struct is a message of protobuf's opaque API. Its fields are those of the .proto file, with [HiddenPrefix] before their names,
	// for code in the message's package, and else none.
	Opaque bool
	Part   *Part // set if the struct is a copy for a part of a root, else nil

	source *types.Struct // nil if not loaded; GoType needs the blank fields
}

// Sizes are the memory sizes on 64-bit machines.
var Sizes = types.SizesFor("gc", "amd64")

// Size returns the memory size of a value of s on a 64-bit machine in bytes, including the fields that are left out. It returns -1 for
// a struct that was not loaded.
func (s *Struct) Size() int {
	if s.source == nil {
		return -1
	}
	return int(Sizes.Sizeof(s.source))
}

// InSource returns the fields of s and those that Options.Skip or a directive leaves out, which have no Type, in the order of the source.
func (s *Struct) InSource() []*Field {
	if s.source == nil || len(s.Skipped) == 0 {
		return s.Fields
	}
	index := map[string]int{}
	for i := range s.source.NumFields() {
		index[s.source.Field(i).Name()] = i
	}
	list := slices.Concat(s.Fields, s.Skipped)
	slices.SortStableFunc(list, func(a, b *Field) int { return cmp.Compare(index[a.Name], index[b.Name]) })
	return list
}

// Field is one field of a Struct.
type Field struct {
	Name     string
	Type     Type
	Tag      string
	Embedded bool
	Exported bool
	Package  string // import path of the package in which the field is accessible if it is unexported
	Pos      string // file:line:column
	InText   bool   // declared in the types of a union, or on the command line: comments at Pos are not the field's
	Unread   bool   // messages hold the field, and the code for a part skips it
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
	Methods int      // number of methods; 0 for any
	Text    string   // Go source of the type
	Members []Type   // types that it may hold, if it has a union
	Written []string // the Members as the declaration of the union has them
	// HasUnion means that a union is declared for the interface. If it has no Members, all of them had errors.
	HasUnion bool

	source types.Type // nil if not loaded; its text depends on the names of imported packages
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

// A Model is a Go package with the requested types.
type Model struct {
	Package string // import path
	Name    string // package name
	Dir     string // folder of its source, absolute
	Module  Module
	Roots   []*Root
	Protos  []Proto // the .proto files of the protobuf messages among the roots
	// Names has the package-level names that the package declares, with their positions. Only Load sets it.
	Names map[string]string
	// Overlay holds replacement files, by absolute path, that packages have to be built with: copies of test files, if one of them declares a
	// requested type; the files of a package main, which gets another name; and what Replace has added. Only Load sets it.
	Overlay map[string][]byte
	LeftOut *LeftOut // nil if there is none

	pkg *types.Package // nil if not loaded
}

// IsLoaded reports whether the model was loaded from source.
func (m *Model) IsLoaded() bool { return m.pkg != nil }

// Module is the module that a package belongs to.
type Module struct {
	Path  string
	Dir   string // absolute
	GoMod string // absolute path of go.mod
	Go    string // version of the go directive, such as "1.26"
}

// Root is a requested type.
type Root struct {
	Expr    string // the type as written inside its package: "Small", "Pair[int,string]"
	Type    Type
	Pos     string
	Samples *Samples // the package's own sample values, or nil
	Before  Type     // the type in an earlier version of the program, of which messages exist, or nil
}

// Samples names the function of a package that makes its own sample values:
//
//	func BaleSamples(r *rand.Rand, n int) []T
//
// BaleSamples<Type> is preferred (BaleSamplesOrder for Order), then BaleSamples. If T is a slice of E, the function may return []E; its
// n elements then form one value of length n.
type Samples struct {
	Func     string // BaleSamples, or BaleSamples<Type>
	Rand     string // "math/rand" or "math/rand/v2"
	Elements bool   // the function returns elements of the slice type, not values of it
}

// Underlying returns the underlying type of a Named, and any other t unchanged.
func Underlying(t Type) Type {
	if n, ok := t.(*Named); ok {
		return n.Underlying
	}
	return t
}

// IsBytes reports whether the underlying type of t is a slice of bytes.
func IsBytes(t Type) bool {
	s, ok := Underlying(t).(*Slice)
	return ok && IsKind(s.Elem, Uint8)
}

// IsByte reports whether t is the predeclared type byte, rather than a named type whose underlying type is byte.
func IsByte(t Type) bool {
	b, ok := t.(*Basic)
	return ok && b.Kind == Uint8
}

// IsKind reports whether the underlying type of t is the basic kind k.
func IsKind(t Type, k Kind) bool {
	b, ok := Underlying(t).(*Basic)
	return ok && b.Kind == k
}
