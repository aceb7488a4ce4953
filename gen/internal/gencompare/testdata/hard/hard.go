// Package hard has types that no other test package has: rare types, and types in rare places.
package hard

import (
	"errors"
	"math/big"
	"net/netip"
	"net/url"
	"time"
)

// Named types of every kind.
type (
	Bool       bool
	Int        int
	Int8       int8
	Int16      int16
	Int32      int32
	Int64      int64
	Uint       uint
	Uint8      uint8
	Uint16     uint16
	Uint32     uint32
	Uint64     uint64
	Uintptr    uintptr
	Float32    float32
	Float64    float64
	Complex64  complex64
	Complex128 complex128
	String     string
	Bytes      []byte
	Uint8s     []Uint8
	Strings    []String
	Array      [3]Int16
	Digest     [20]byte
	Octets     [7]Uint8
	Empty      struct{}
	Duration   time.Duration
	Pointers   []*Pointers
	Table      map[String]Table
	Ref        *Int32
)

// Named has a field of each.
//
//bale:gen
type Named struct {
	A Bool
	B Int
	C Int8
	D Int16
	E Int32
	F Int64
	G Uint
	H Uint8
	I Uint16
	J Uint32
	K Uint64
	L Uintptr
	M Float32
	N Float64
	O Complex64
	P Complex128
	Q String
	R Bytes
	S Uint8s
	T Strings
	U Array
	V Digest
	W Octets
	X Empty
	Y Duration
	Z Pointers
	a Table
	b Ref
}

// Keys has maps with keys of every basic kind.
//
//bale:gen
type Keys struct {
	Bool    map[bool]int8
	Int     map[int]string
	Int8    map[int8]Bool
	Int16   map[Int16]int16
	Int32   map[int32][]byte
	Int64   map[Int64]float64
	Uint    map[uint]uint
	Uint8   map[Uint8]struct{}
	Uint16  map[uint16]*string
	Uint32  map[uint32]time.Duration
	Uint64  map[Uint64]map[uint64]bool
	Float32 map[float32]float32
	Float64 map[Float64]time.Time
	String  map[String]Digest
	Spans   map[time.Duration]int
}

// OddKeys has keys that many formats do not support in maps.
//
//bale:gen
type OddKeys struct {
	Complex map[complex64]complex128
	Array   map[[2]int16]string
	Bytes   map[Digest]uint8
	Struct  map[struct{ A, B string }]int
	Text    map[Text]int
	Binary  map[Binary]Binary
	Address map[netip.Addr]netip.AddrPort
	Void    map[struct{}]int
	Deep    map[[2]struct{ On [2]bool }][]map[Int]Int
}

// Sorted has maps with the directive sorted.
//
//bale:gen
type Sorted struct {
	A map[string]int         //bale:sorted
	B map[Int64][]string     //bale:sorted
	C []map[uint8]*time.Time //bale:sorted
	D map[float64]bool       //bale:sorted
	E Ordered
}

//bale:sorted
type Ordered map[String]Ordered

// Text and Binary are custom types.
type Text struct{ text string }

func (t Text) MarshalText() ([]byte, error) {
	if t.text == "bad" {
		return nil, errors.New("bad text")
	}
	return []byte(t.text), nil
}

func (t *Text) UnmarshalText(b []byte) error {
	if len(b) > 100 {
		return errors.New("the text is too long")
	}
	t.text = string(b)
	return nil
}

type Binary [2]uint16

func (b Binary) MarshalBinary() ([]byte, error) {
	return []byte{byte(b[0]), byte(b[0] >> 8), byte(b[1]), byte(b[1] >> 8)}, nil
}

func (b *Binary) UnmarshalBinary(data []byte) error {
	if len(data) != 4 {
		return errors.New("want four bytes")
	}
	*b = Binary{uint16(data[0]) | uint16(data[1])<<8, uint16(data[2]) | uint16(data[3])<<8}
	return nil
}

// Lister is a slice with methods on its pointer type.
type Lister []string

func (l *Lister) MarshalBinary() ([]byte, error) {
	var b []byte
	for _, s := range *l {
		b = append(append(b, byte(len(s))), s...)
	}
	return b, nil
}

func (l *Lister) UnmarshalBinary(b []byte) error {
	*l = nil
	for len(b) > 0 {
		n := int(b[0])
		if n >= len(b) {
			return errors.New("a string is cut")
		}
		*l, b = append(*l, string(b[1:1+n])), b[1+n:]
	}
	return nil
}

// Customs has custom types in every place.
//
//bale:gen
type Customs struct {
	Text     Text
	Texts    []Text
	Two      [2]Text
	Pointer  *Binary
	Far      **Text
	ByName   map[string]Binary
	Pointers []*Binary
	Lister   Lister
	Lists    []Lister
	Address  netip.Addr
	Prefixes []netip.Prefix
	Big      *big.Int
	Rat      big.Rat
	Link     *url.URL
	Any      any //bale:union Text, *Binary, Lister, netip.Addr
}

// Itself contains itself in every way.
//
//bale:gen
type Itself struct {
	Name  string
	Next  *Itself
	List  []Itself
	Refs  []*Itself
	Map   map[string]Itself
	Two   [2]*Itself
	Other *Another
	Far   **Itself
}

type Another struct {
	Back  *Itself
	Lists [][]*Itself
	Any   any //bale:union *Itself, []Another, Another
}

// Grown evolves, and so do its parts.
//
//bale:gen
//bale:evolve
type Grown struct {
	A int
	B Part
	C []Part
	D map[string]*Part
	E any //bale:union Part, *Grown
}

//bale:evolve
type Part struct {
	Name String
	When time.Time
	In   []struct{ X, Y int32 }
}

// Ruled has directives at fields of composite types.
//
//bale:gen
type Ruled struct {
	Names  []string              `bale:"intern"`
	ByName map[string]*string    `bale:"intern"`
	Own    [][]byte              `bale:"own,max=7"`
	Texts  map[string][]string   `bale:"own"`
	Few    []map[string][]uint16 `bale:"max=3"`
	Short  String                `bale:"max=9"`
	Count  [4]int64              `bale:"sint"`
	Time   uint64                `bale:"fixed"`
	Max    uint64                `bale:"fixed"`
	Left   func()                `bale:"skip"`
	hidden string                `bale:"max=20,intern"`
}

// Long has lists that several goroutines encode.
//
//bale:gen
type Long struct {
	Parts []Part
	Last  Part
}

// Embedded has embedded fields of all kinds.
//
//bale:gen
type Embedded struct {
	Pair[string, int]
	*Part
	String
	inner
	time.Time
	Int8 `bale:"max=1"`
}

// Structs has embedded fields that all formats support.
//
//bale:gen
type Structs struct {
	Pair[string, int]
	*Part
	String
	inner
	Last bool
}

type inner struct {
	a, B int
	C    struct {
		d [2]struct{ E string }
	}
}

type Pair[A, B any] struct {
	First  A
	Second B
}

type Tree[T any] struct {
	Value       T
	Left, Right *Tree[T]
	Pairs       map[string]Pair[T, []T]
}

// Generic has instances of generic types.
//
//bale:gen
type Generic struct {
	A Pair[int, string]
	B Pair[Pair[int, string], []Pair[int, string]]
	C *Tree[Part]
	D Tree[map[string]int]
	E []Tree[[4]byte]
}

// Instance is an instance of a generic type.
//
//bale:gen
type Instance Tree[Pair[Digest, Text]]

// Nothing has fields that take no bytes.
//
//bale:gen
type Nothing struct {
	A struct{}
	B [0]string
	C []struct{}
	D [3]struct{}
	E map[string]struct{}
	F *struct{}
	G [][0]int
	_ int
}

// Wide has more fields than two control words have bits.
//
//bale:gen
type Wide struct {
	A00, A01, A02, A03, A04, A05, A06, A07, A08, A09, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19 bool
	B00, B01, B02, B03, B04, B05, B06, B07, B08, B09, B10, B11, B12, B13, B14, B15, B16, B17, B18, B19 int
	C00, C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19 string
	D00, D01, D02, D03, D04, D05, D06, D07, D08, D09                                                   *int
	E00, E01, E02, E03, E04, E05, E06, E07, E08, E09                                                   time.Time
}

// Number and the following types are roots that are not structs.
//
//bale:gen
type Number uint64

//bale:gen
type Word string

//bale:gen
type Blob []byte

//bale:gen
type Flags [9]bool

//bale:gen
type Instants []time.Time

//bale:gen
type Grid [][]float32

//bale:gen
type Index map[Word]*Number
