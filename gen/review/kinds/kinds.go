// Package kinds has a value of each kind, with generated code for all formats.
package kinds

import (
	"net/netip"
	"time"
)

//go:generate go tool bale gen

// Values has a field of each kind that has no parts.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed,proto
type Values struct {
	Bool     bool
	Int8     int8
	Uint16   uint16
	Int32    int32
	Uint64   uint64
	Level    Level
	Float    float32
	Double   float64
	Complex  complex64
	Text     string
	Name     Name
	Bytes    []byte
	Hash     [4]byte
	Time     time.Time
	Duration time.Duration
	Addr     netip.Addr // a custom type
}

type (
	// A Level is a named number.
	Level uint8
	// A Name is a named string.
	Name string
)

// Parts has a field of each kind that has parts.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed,proto
type Parts struct {
	Point    Point
	Line     Line
	Numbers  []int64
	Names    []Name
	Points   []Point
	Lines    []*Line
	Triple   [3]uint32
	Pair     [2]Line
	Counts   map[string]uint32
	ByPoint  map[Point]*Line `bale:"sorted"`
	Optional *int
	Addrs    []netip.Addr
	Figure   Figure
}

// A Point has a fixed size.
type Point struct {
	X, Y int32
}

// A Line has text.
type Line struct {
	From, To Point
	Label    string `bale:"max=80"`
}

// A Figure is a union.
//
//bale:union Point, *Line
type Figure any

// A Tree is recursive.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed,proto,json
type Tree struct {
	Label    string
	Children []Tree
	Parent   *Tree
}
