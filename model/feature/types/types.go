// Package types has one struct for each kind of Go type that a field can have.
package types

import (
	"math/big"
	"net/netip"
	"time"
)

// The basic kinds.
type (
	BoolField       struct{ V bool }
	IntField        struct{ V int }
	Int8Field       struct{ V int8 }
	Int16Field      struct{ V int16 }
	Int32Field      struct{ V int32 }
	Int64Field      struct{ V int64 }
	UintField       struct{ V uint }
	Uint8Field      struct{ V uint8 }
	Uint16Field     struct{ V uint16 }
	Uint32Field     struct{ V uint32 }
	Uint64Field     struct{ V uint64 }
	Float32Field    struct{ V float32 }
	Float64Field    struct{ V float64 }
	Complex128Field struct{ V complex128 }
	StringField     struct{ V string }
)

// Word is a defined type.
type Word string

// Point is the struct that other types contain.
type Point struct{ X, Y int32 }

// Times, defined types and types of other packages.
type (
	TimeField      struct{ V time.Time }
	DurationField  struct{ V time.Duration }
	DefinedField   struct{ V Word }
	MarshalerField struct{ V netip.Addr }
	ClosedField    struct{ V *big.Int }
)

// Slices and arrays.
type (
	BytesField        struct{ V []byte }
	ByteArrayField    struct{ V [16]byte }
	ArrayField        struct{ V [3]int32 }
	StructArrayField  struct{ V [2]Point }
	Int32sField       struct{ V []int32 }
	BoolsField        struct{ V []bool }
	FloatsField       struct{ V []float64 }
	StringsField      struct{ V []string }
	TimeSliceField    struct{ V []time.Time }
	StructsField      struct{ V []Point }
	ListsField        struct{ V [][]int32 }
	ByteSlicesField   struct{ V [][]byte }
	PointerSliceField struct{ V []*Point }
)

// Structs and pointers.
type (
	NestedField         struct{ V Point }
	AnonymousField      struct{ V struct{ X, Y int32 } }
	EmbeddedField       struct{ Point }
	PointerField        struct{ V *Point }
	IntPointerField     struct{ V *int32 }
	PointerTwiceField   struct{ V **int32 }
	SlicePointerField   struct{ V *[]int32 }
	TreeField           struct{ Children []*TreeField }
	GenericField[T any] struct{ V T }
)

// UnexportedField has a field that only code in its own package can name.
type UnexportedField struct {
	v int32 //lint:ignore U1000 serializers use it
}

// Maps and interfaces.
type (
	StringMapField struct{ V map[string]int32 }
	IntMapField    struct{ V map[int32]string }
	StructMapField struct{ V map[Point]string }
	MapOfMapsField struct{ V map[string]map[string]int32 }
	InterfaceField struct{ V any }
)

// Either is an interface that holds one of two types.
//
//bale:union Point, Word
type Either any

// UnionField has a union.
type UnionField struct{ V Either }
