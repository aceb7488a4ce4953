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
}

// All lists the features in the order of a table.
var All = []Feature{
	{"BoolField", "`bool`"}, {"IntField", "`int`"}, {"Int8Field", "`int8`"}, {"Int16Field", "`int16`"}, {"Int32Field", "`int32`"}, {"Int64Field", "`int64`"},
	{"UintField", "`uint`"}, {"Uint8Field", "`uint8`"}, {"Uint16Field", "`uint16`"}, {"Uint32Field", "`uint32`"}, {"Uint64Field", "`uint64`"},
	{"Float32Field", "`float32`"}, {"Float64Field", "`float64`"}, {"Complex128Field", "`complex128`"}, {"StringField", "`string`"},
	{"TimeField", "`time.Time`"}, {"DurationField", "`time.Duration`"}, {"DefinedField", "defined type"},
	{"MarshalerField", "type with MarshalText (`netip.Addr`)"}, {"ClosedField", "type with unexported fields of another package (`*big.Int`)"},
	{"BytesField", "`[]byte`"}, {"ByteArrayField", "`[16]byte`"}, {"ArrayField", "`[3]int32`"}, {"StructArrayField", "`[2]struct`"},
	{"Int32sField", "`[]int32`"}, {"BoolsField", "`[]bool`"}, {"FloatsField", "`[]float64`"}, {"StringsField", "`[]string`"},
	{"TimeSliceField", "`[]time.Time`"}, {"StructsField", "`[]struct`"}, {"ListsField", "`[][]int32`"}, {"ByteSlicesField", "`[][]byte`"},
	{"PointerSliceField", "`[]*struct`"}, {"NestedField", "`struct`"}, {"AnonymousField", "anonymous `struct`"}, {"EmbeddedField", "embedded `struct`"},
	{"UnexportedField", "unexported field"}, {"PointerField", "`*struct`"}, {"IntPointerField", "`*int32`"}, {"PointerTwiceField", "`**int32`"},
	{"SlicePointerField", "`*[]int32`"}, {"TreeField", "recursive type"}, {"GenericField[int32]", "generic type"},
	{"StringMapField", "`map[string]int32`"}, {"IntMapField", "`map[int32]string`"}, {"StructMapField", "`map[struct]string`"},
	{"MapOfMapsField", "map of maps"}, {"InterfaceField", "`any`"},
}
