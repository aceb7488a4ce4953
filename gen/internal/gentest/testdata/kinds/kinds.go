// Package kinds has a type for each thing that is written in its own way.
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

// Scalars has what has no parts.
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

// Point has the same number of bytes always, and nothing to check.
type Point struct {
	X, Y float32
	Tag  [3]byte
}

// Switch has the same number of bytes always, and something to check.
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

// Maps has maps: of one entry in the vectors, since their order is any.
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

// Extended has what Skycoin's encoder does not know.
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

// Tree holds itself.
//
//bale:gen
type Tree struct {
	Value    string
	Children []*Tree
	Left     *Tree
	Forest   Forest
}

// Forest holds itself, too.
type Forest []Forest

// Foreign has types that write themselves.
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
	Gone   chan int          `bale:"skip"`
}

// Many takes more slabs than fit a decoder.
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

// Text is text and little else.
//
//bale:gen
type Text struct{ A, B, C string }

// Alone is no struct.
//
//bale:gen
type Alone map[string]Point

// Flat has no text.
//
//bale:gen
type Flat Point

// Wide and Narrow differ in what their numbers can be.
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
