// Package types has one struct for each kind of Go type that a field can have.
package types

import (
	"math/big"
	"net/netip"
	"time"
)

// The basic kinds.
type (
	Bool       struct{ V bool }
	Int        struct{ V int }
	Int8       struct{ V int8 }
	Int16      struct{ V int16 }
	Int32      struct{ V int32 }
	Int64      struct{ V int64 }
	Uint       struct{ V uint }
	Uint8      struct{ V uint8 }
	Uint16     struct{ V uint16 }
	Uint32     struct{ V uint32 }
	Uint64     struct{ V uint64 }
	Float32    struct{ V float32 }
	Float64    struct{ V float64 }
	Complex128 struct{ V complex128 }
	String     struct{ V string }
)

// Word is a defined type.
type Word string

// Point is a struct for others to hold.
type Point struct{ X, Y int32 }

// Times, defined types and types of other packages.
type (
	Time      struct{ V time.Time }
	Duration  struct{ V time.Duration }
	Defined   struct{ V Word }
	Marshaler struct{ V netip.Addr }
	Closed    struct{ V *big.Int }
)

// Slices and arrays.
type (
	Bytes        struct{ V []byte }
	ByteArray    struct{ V [16]byte }
	Array        struct{ V [3]int32 }
	StructArray  struct{ V [2]Point }
	Int32s       struct{ V []int32 }
	Bools        struct{ V []bool }
	Floats       struct{ V []float64 }
	Strings      struct{ V []string }
	TimeSlice    struct{ V []time.Time }
	Structs      struct{ V []Point }
	Lists        struct{ V [][]int32 }
	ByteSlices   struct{ V [][]byte }
	PointerSlice struct{ V []*Point }
)

// Structs and pointers.
type (
	Nested         struct{ V Point }
	Anonymous      struct{ V struct{ X, Y int32 } }
	Embedded       struct{ Point }
	Pointer        struct{ V *Point }
	IntPointer     struct{ V *int32 }
	PointerTwice   struct{ V **int32 }
	SlicePointer   struct{ V *[]int32 }
	Tree           struct{ Children []*Tree }
	Generic[T any] struct{ V T }
)

// Unexported has a field that only code in its own package can name.
type Unexported struct {
	v int32 //lint:ignore U1000 it is there to be carried
}

// Maps and interfaces.
type (
	StringMap struct{ V map[string]int32 }
	IntMap    struct{ V map[int32]string }
	StructMap struct{ V map[Point]string }
	MapOfMaps struct{ V map[string]map[string]int32 }
	Interface struct{ V any }
)
