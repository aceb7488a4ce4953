// Package kinds has a type for each kind of encoding.
package kinds

import (
	"math/big"
	"net/netip"
	"time"
)

type (
	Level uint8
	Name  string
	Flag  bool
	Ratio float64
	Hash  [32]byte
)

// Scalars has values without parts.
//
//bale:gen
type Scalars struct {
	B   bool
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	F32 float32
	F64 float64
	S   string
	By  []byte
	N   Name
	L   Level
	H   Hash
	Fl  Flag
	Ra  Ratio
}

type Pair struct {
	Key   Name
	Value uint32
}

// Point has a fixed size, and nothing that decoding has to check.
type Point struct {
	X, Y float32
	Tag  [3]byte
}

// Switch has a fixed size, and a bool that decoding has to check.
type Switch struct {
	On    bool
	Level Level
}

// Lists has slices and arrays.
//
//bale:gen
type Lists struct {
	Ints     []int64
	Shorts   []uint16
	Bools    []bool
	Names    []Name
	Grid     [][]float64
	Hashes   []Hash
	Levels   []Level
	Signed   []int8
	Blobs    [][]byte
	Pairs    []Pair
	Points   []Point
	Switches []Switch
	Array    [3]int16
	Two      [2]Pair
	Square   [2][3]byte
	On       [4]bool
	Keys     [2]Hash
}

// Maps has maps. In the vectors, they have one entry, since the order of entries is random.
//
//bale:gen
type Maps struct {
	Counts map[string]uint32
	Points map[Pair]Point
	Lists  map[Name][]uint16
	Deep   map[uint8]map[uint8]bool
}

// Nested has structs in structs.
//
//bale:gen
type Nested struct {
	Pair
	Anonymous struct{ X, Y int32 }
	Between   []Scalars
	Point     Point
	Tail      Tail
}

// Tail has the tags of Skycoin's encoder.
//
//bale:gen
type Tail struct {
	Length uint32
	Name   string  `enc:",maxlen=5"`
	Gone   []byte  `enc:"-"`
	Short  []int16 `enc:",maxlen=2"`
	Rest   []Pair  `enc:",omitempty"`
}

// Extended has types that Skycoin's encoder does not support.
//
//bale:gen
type Extended struct {
	I     int
	U     uint
	Up    uintptr
	C64   complex64
	C128  complex128
	Time  time.Time
	Times []time.Time
	Dur   time.Duration
	Int   *int
	Text  **string
	List  *[]Pair
	Pairs []*Pair
	Named [4]Level
	Void  struct{}
	Voids []struct{}
	None  [0]int
}

// Tree is recursive.
//
//bale:gen
type Tree struct {
	Value    string
	Children []*Tree
	Left     *Tree
	Forest   Forest
}

// Forest is recursive, too.
type Forest []Forest

// Foreign has custom types.
//
//bale:gen
type Foreign struct {
	Addr  netip.Addr
	Addrs []netip.Addr
	Big   *big.Int
	ByIP  map[netip.Addr]*netip.Prefix
}

// Ruled has directives.
//
//bale:gen
type Ruled struct {
	Max    string            `bale:"max=5"`
	List   []uint16          `bale:"max=2"`
	Map    map[string]uint16 `bale:"max=2"`
	Intern []string          `bale:"intern"`
	Own    []string          `bale:"own"`
	Bytes  []byte            `bale:"own"`
	Octets []*uint8          // from one slab, whose size does not include Bytes
	Gone   chan int          `bale:"skip"`
}

// Many needs more slabs than a decoder has fields for.
//
//bale:gen
type Many []struct {
	A []int8
	B []int16
	C []int32
	D []int64
	E []uint16
	F []uint32
	G []uint64
	H []float32
	I []float64
	J []string
	K []*Pair
	L *Point
}

// Text has mostly text.
//
//bale:gen
type Text struct{ A, B, C string }

// Alone is not a struct.
//
//bale:gen
type Alone map[string]Point

// Flat has no text.
//
//bale:gen
type Flat Point

// Wide has wider integer types than Narrow.
//
//bale:gen
type Wide struct {
	I, J int64
	U, V uint64
}

//bale:gen
type Narrow struct {
	I, J int32
	U, V uint32
}
