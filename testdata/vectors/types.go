// Package vectors has the types of the test vectors. docs/formats.md#test-vectors describes the files of this folder.
package vectors

import (
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"time"
)

// Numbers has every kind of number. Without anything of variable length but numbers, it is flat in compact.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Numbers struct {
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
	Wait       time.Duration
}

// Texts has strings and bytes.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Texts struct {
	Text   string
	Label  Label
	Bytes  []byte
	Hash   [4]byte
	Texts  []string
	Chunks [][]byte
}

// A Label is a string with a name, which is also the type of a message.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Label string

// A Point is a flat struct.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Point struct{ X, Y int32 }

// A Name is a flat struct with strings.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Name struct {
	First string
	Age   uint8
	Last  string
}

// Lists has slices and arrays. Compact writes arrays of at most four elements as fields.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Lists struct {
	Ints   []int
	Sizes  []uint64
	Small  []int8
	Bools  []bool
	Floats []float64
	Points []Point
	Names  []Name
	Rows   [][]int32
	Four   [4]int
	Five   [5]int
	Grid   [2][3]uint16
	Flags  [9]bool
	Words  [5]string
	Pairs  [2]Name
}

// Maps has maps. Their entries are written in ascending order of the keys.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Maps struct {
	Counts map[string]int      `bale:"sorted"`
	Names  map[int32]Name      `bale:"sorted"`
	Flags  map[bool]string     `bale:"sorted"`
	Tags   map[string][]string `bale:"sorted"`
	Places map[Point]uint64    `bale:"sorted"`
}

// Scores is a map that is a message.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
//bale:sorted
type Scores map[string]float32

// Pointers has pointers, and lists of them.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Pointers struct {
	Number *int
	Text   *string
	Point  *Point
	Points []*Point
	Names  map[string]*Name `bale:"sorted"`
}

// A Tree contains itself, and embeds a struct.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Tree struct {
	Point
	Name     string
	Left     *Tree
	Children []Tree
}

// Times has times. It is flat in compact, with a rest.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Times struct {
	At   time.Time
	Zero time.Time
	Log  [2]time.Time
}

// A Period has times in a list.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Period struct {
	Days  []time.Time
	Pause []time.Duration
}

// A Drawing has a union as a field, in a list and in a map.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Drawing struct {
	Main   Shape
	Shapes []Shape
	Named  map[string]Shape `bale:"sorted"`
}

// A Shape is a union.
//
//bale:union Circle, *Square, Group, Label
type Shape interface{ shape() }

type (
	Circle struct{ Radius float64 }
	Square struct{ Side int }
	Group  []Shape
)

func (Circle) shape()  {}
func (*Square) shape() {}
func (Group) shape()   {}
func (Label) shape()   {}

// A Sketch has a union that can be a nil pointer, which proto refuses.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed
type Sketch struct{ Shape Shape }

// A Picture has a struct with only a fixed part. Compact writes an array of at most four of them as fields, and a longer one as a list.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Picture struct {
	Corners [4]Pixel
	Row     [5]Pixel
	Rest    []Pixel
	Matrix  [5][2]float32
}

type Pixel struct{ R, G, B uint8 }

// Customs has custom types: with the methods MarshalText and MarshalBinary, and with JSON methods.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Customs struct {
	Amount  *big.Int
	Address netip.Addr
	Level   Level
	Levels  []Level
	Options Options //bale:custom json
}

// A Level is written as a text by its own methods.
//
//bale:custom example.org/vectors.Level text
type Level struct{ text string }

func (l Level) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(l.text)), nil }

func (l *Level) UnmarshalText(b []byte) error {
	if len(b) > 100 {
		return errors.New("a level is short")
	}
	l.text = string(b)
	return nil
}

// Options is written as JSON by its own methods.
type Options struct{ json string }

func (o Options) MarshalJSON() ([]byte, error) {
	if o.json == "" {
		return []byte("null"), nil
	}
	return []byte(o.json), nil
}

func (o *Options) UnmarshalJSON(b []byte) error {
	o.json = string(b)
	return nil
}

// Many has so many fields that its records in compact are sparse.
//
//bale:gen wire=compact
type Many struct {
	Flags    [4]bool
	Counts   [4]int32
	Sizes    [4]uint64
	Deltas   [4]int
	Names    [4]string
	Times    [4]time.Time
	Points   [4]Point
	Leaves   [4]*Point
	Lists    [4][]int64
	Chunks   [4][]byte
	Scores   [4]map[string]int `bale:"sorted"`
	Shapes   [4]Shape
	Levels   [2]Level
	Rate     float64
	Ratio    float32
	Small    int8
	Code     uint16
	Pair     complex64
	Hash     [3]byte
	Words    [5]string
	Where    Place
	More     [4]uint32
	Children []Many
}

// Empty has no fields.
//
//bale:gen wire=compact,fixed,varint,proto,msgpack,cbor,xdr,sproto,sproto-packed
type Empty struct{}

// A Stamped message begins with a stamp.
//
//bale:gen wire=compact,fixed,varint,xdr
//bale:stamp
type Stamped struct {
	ID    uint64
	Names []Name
}

// An Event can get and lose fields. The field Source was between ID and Host, and was removed.
//
//bale:gen wire=compact
//bale:evolve
//bale:stamp=off
type Event struct {
	ID    int
	Host  string
	Flags [3]bool
	Where Place
	Tags  []string
	At    time.Time
	Ratio float32
	Rows  [5]string
}

// EventV1 is Event as it was at first.
//
//bale:gen wire=compact
//bale:evolve
//bale:stamp=off
type EventV1 struct {
	ID     int
	Source string
	Host   string
	Flags  [3]bool
}

// A Place is an evolving struct that is part of others.
//
//bale:evolve
type Place struct {
	Name  string
	At    *Point
	Since time.Time
}

// A Journal has evolving structs in a list and behind a pointer.
//
//bale:gen wire=compact
//bale:stamp=off
type Journal struct {
	Title  string
	Events []Event
	Last   *Event
}

// JournalV1 is Journal with EventV1.
//
//bale:gen wire=compact
//bale:stamp=off
type JournalV1 struct {
	Title  string
	Events []EventV1
	Last   *EventV1
}

// A Row is written without the names of its fields.
//
//bale:gen wire=msgpack
//bale:array
type Row struct {
	Key    string `msgpack:"k"`
	Values []int
	Note   *string
}

// A Tagged struct has names of its own.
//
//bale:gen wire=msgpack
type Tagged struct {
	Key   string         `msgpack:"k"`
	Notes []string       `msgpack:"n,omitempty"`
	More  map[string]int `msgpack:"m,omitempty" bale:"sorted"`
}

// Encodings has the encodings of integers that directives choose, numbers of fields, and unknown fields.
//
//bale:gen wire=proto
type Encodings struct {
	Plain   int32  `bale:"1"`
	Zigzag  int32  `bale:"5,sint"`
	Fixed   uint32 `bale:"3,fixed"`
	Wide    int64  `bale:"16,fixed"`
	Unknown []byte `bale:"unknown"`
}

// A Record has tags of gosproto.
//
//bale:gen wire=sproto,sproto-packed
type Record struct {
	ID     int64   `sproto:"integer,3"`
	Name   string  `sproto:"string,0"`
	Points []Point `sproto:"struct,7,array"`
}
