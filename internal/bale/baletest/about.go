package baletest

import "reflect"

// A Package has what the generated tests of a package know about its types.
type Package struct {
	Path    string          // import path of the package, whose unexported fields are filled, too
	MaxLen  map[Field]int   // maximum lengths of fields; -1 means that the field is not encoded, and Internal that it is not compared, either
	Present map[Field]bool  // fields that are not nil: the required ones of protobuf messages, and messages in oneofs
	Unions  map[Field]Union // types that interfaces may hold: in a field, or in a type, with an empty field name
	Customs []Methods       // types that are encoded by their own methods, once for each way
	Types   []Was           // types as they were when the code was generated
}

// Internal stands for the maximum length of a field that is internal to the protobuf library, whose functions change it: it caches sizes, for example.
const Internal = -2

// about is the package that is tested: the tests of a package are a program of their own.
var about Package

// Describe sets the package that is tested. The generated tests call it in an init function.
func Describe(p Package) { about = p }

// FieldOf returns the field of the struct T with a name or, with an empty name, T itself.
func FieldOf[T any](name string) Field { return Field{reflect.TypeFor[T](), name} }
