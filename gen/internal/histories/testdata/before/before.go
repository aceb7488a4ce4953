// Package before has the types before their change.
package before

import (
	"math/big"
	"net/netip"
	"time"

	"histories/before/part"
)

// Order has a field of each kind.
//
//bale:gen
type Order struct {
	ID     int64
	Lines  []part.Line
	ByName map[string]*part.Line
	First  part.Line
	Amount *big.Int
	Shape  any   `bale:"union Circle, *Square, string"`
	Shapes []any `bale:"union Circle, *Square, string"`
	Head   struct{ A, B string }
	Base
	Pair    Pair[int8]
	Placed  time.Time
	Addr    netip.Addr
	Cents   int64
	Remark  string
	Limited string `bale:"max=5"`
	Grid    [2][3]int16
	Points  map[Point][]Point
	Skip    map[netip.Addr]any `bale:"union Circle, *Square, string"`
	Deep    *Order
	Tags    *[]string
	Perms   *map[string]int8
	Figure  *Figure
	Price   *big.Int
	Raw     []byte
	Origin  Point
}

//bale:union Circle, *Square
type Figure interface{ figure() }

func (Circle) figure()  {}
func (*Square) figure() {}

type Base struct{ Name string }

type Pair[T any] struct{ X, Y T }

type Point struct{ X, Y int16 }

type Circle struct{ R int32 }

type Square struct{ S float32 }

// Grows evolves later.
//
//bale:gen
type Grows struct {
	A int
	B string
	C []Point
}

// Inside has a struct that evolves later.
//
//bale:gen
type Inside struct {
	L []Grown
	M map[Point]Grown
	N Grown
}

type Grown struct {
	A int
	B string
}

// Flat has no lists.
//
//bale:gen
type Flat struct {
	A  int8
	T  time.Time
	S  string
	U  string
	Ok bool
}

// List is a list.
//
//bale:gen
type List []Point

// Empty has no fields.
//
//bale:gen
type Empty struct{}

// Full has fields.
//
//bale:gen
type Full struct {
	A int
	S string
}

// Holder has structs that evolve.
//
//bale:gen
type Holder struct {
	Gone  []Evolving
	Stays Evolving
	N     int8
	Word  string            `bale:"intern"`
	Words []string          `bale:"intern"`
	Own   map[string][]byte `bale:"own,sorted"`
}

// Same has a struct that evolves, and stays.
//
//bale:gen
type Same struct{ L []Evolving }

//bale:evolve
type Evolving struct {
	A int
	S string
}

// Nothings has lists of structs without fields.
//
//bale:gen
type Nothings struct {
	L []Nothing
	A [6]Nothing
	P [2]Nothing
	M map[string]Nothing
	Q *Nothing
	D [][6]Nothing
}

type Nothing struct{}
