// Package feature lists the kinds of Go types that a field can have, with a small struct for each kind. bale uses them to find out what a
// serializer can carry.
package feature

import _ "embed"

// Source is the Go file that declares the types.
//
//go:embed types/types.go
var Source []byte

// A Feature is one kind of type.
type Feature struct {
	Type string // expression of the struct in Source
	Name string // name for readers, in Markdown
	Word string // word for this and similar kinds, such as "maps"
}

// All lists the features in the order of a table.
var All = []Feature{
	{"BoolField", "`bool`", "bools"},
	{"IntField", "`int`", "integers"}, {"Int8Field", "`int8`", "integers"}, {"Int16Field", "`int16`", "integers"},
	{"Int32Field", "`int32`", "integers"}, {"Int64Field", "`int64`", "integers"}, {"UintField", "`uint`", "integers"},
	{"Uint8Field", "`uint8`", "integers"}, {"Uint16Field", "`uint16`", "integers"}, {"Uint32Field", "`uint32`", "integers"},
	{"Uint64Field", "`uint64`", "integers"},
	{"Float32Field", "`float32`", "floats"}, {"Float64Field", "`float64`", "floats"}, {"Complex128Field", "`complex128`", "complex"},
	{"StringField", "`string`", "strings"}, {"TimeField", "`time.Time`", "time"}, {"DurationField", "`time.Duration`", "durations"},
	{"DefinedField", "defined type", "defined"}, {"MarshalerField", "type with MarshalText (`netip.Addr`)", "marshalers"},
	{"ClosedField", "type with unexported fields of another package (`*big.Int`)", "marshalers"},
	{"BytesField", "`[]byte`", "bytes"}, {"ByteArrayField", "`[16]byte`", "arrays"}, {"ArrayField", "`[3]int32`", "arrays"},
	{"StructArrayField", "`[2]struct`", "arrays"},
	{"Int32sField", "`[]int32`", "slices"}, {"BoolsField", "`[]bool`", "slices"}, {"FloatsField", "`[]float64`", "slices"},
	{"StringsField", "`[]string`", "slices"}, {"TimeSliceField", "`[]time.Time`", "slices"}, {"StructsField", "`[]struct`", "slices"},
	{"ListsField", "`[][]int32`", "slices"}, {"ByteSlicesField", "`[][]byte`", "slices"}, {"PointerSliceField", "`[]*struct`", "slices"},
	{"NestedField", "`struct`", "structs"}, {"AnonymousField", "anonymous `struct`", "structs"}, {"EmbeddedField", "embedded `struct`", "embedded"},
	{"UnexportedField", "unexported field", "unexported"},
	{"PointerField", "`*struct`", "pointers"}, {"IntPointerField", "`*int32`", "pointers"}, {"PointerTwiceField", "`**int32`", "pointers"},
	{"SlicePointerField", "`*[]int32`", "pointers"}, {"TreeField", "recursive type", "recursive"}, {"GenericField[int32]", "generic type", "generic"},
	{"StringMapField", "`map[string]int32`", "maps"}, {"IntMapField", "`map[int32]string`", "maps"}, {"StructMapField", "`map[struct]string`", "maps"},
	{"MapOfMapsField", "map of maps", "maps"}, {"InterfaceField", "`any`", "any"}, {"UnionField", "union (`//bale:union`)", "unions"},
}
