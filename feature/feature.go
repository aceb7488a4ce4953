// Package feature names the kinds of Go type that a field can have, with a small type for each, to find out what
// a serializer can carry.
package feature

import _ "embed"

// Source is the Go file that declares the types.
//
//go:embed types/types.go
var Source []byte

// A Feature is one kind of type.
type Feature struct {
	Type string // in Source, as an expression
	Name string // as a reader knows it
}

// All is the features in the order of a table.
var All = []Feature{
	{"Bool", "`bool`"}, {"Int", "`int`"}, {"Int8", "`int8`"}, {"Int16", "`int16`"}, {"Int32", "`int32`"}, {"Int64", "`int64`"},
	{"Uint", "`uint`"}, {"Uint8", "`uint8`"}, {"Uint16", "`uint16`"}, {"Uint32", "`uint32`"}, {"Uint64", "`uint64`"},
	{"Float32", "`float32`"}, {"Float64", "`float64`"}, {"Complex128", "`complex128`"}, {"String", "`string`"},
	{"Time", "`time.Time`"}, {"Duration", "`time.Duration`"}, {"Defined", "defined type"},
	{"Marshaler", "type with MarshalText (`netip.Addr`)"}, {"Closed", "type with closed insides (`*big.Int`)"},
	{"Bytes", "`[]byte`"}, {"ByteArray", "`[16]byte`"}, {"Array", "`[3]int32`"}, {"StructArray", "`[2]struct`"},
	{"Int32s", "`[]int32`"}, {"Bools", "`[]bool`"}, {"Floats", "`[]float64`"}, {"Strings", "`[]string`"},
	{"TimeSlice", "`[]time.Time`"}, {"Structs", "`[]struct`"}, {"Lists", "`[][]int32`"}, {"ByteSlices", "`[][]byte`"},
	{"PointerSlice", "`[]*struct`"}, {"Nested", "`struct`"}, {"Anonymous", "anonymous `struct`"}, {"Embedded", "embedded `struct`"},
	{"Unexported", "unexported field"}, {"Pointer", "`*struct`"}, {"IntPointer", "`*int32`"}, {"PointerTwice", "`**int32`"},
	{"SlicePointer", "`*[]int32`"}, {"Tree", "type that holds itself"}, {"Generic[int32]", "generic type"},
	{"StringMap", "`map[string]int32`"}, {"IntMap", "`map[int32]string`"}, {"StructMap", "`map[struct]string`"},
	{"MapOfMaps", "map of maps"}, {"Interface", "`any`"},
}
