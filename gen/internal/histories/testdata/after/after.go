// Package after has the types after their change.
package after

import (
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"time"

	"histories/after/part"
)

// Order has changed in each field.
//
//bale:gen
type Order struct {
	Deep   *Order
	Points map[Point][]Point
	Grid   [2][3]int
	Text   string `bale:"max=5"` //bale:was Limited
	Notes  string //bale:was Remark string upper
	Sum    Money  //bale:was Cents int64 moneyOf
	Cents  []int  // a new field with the old name
	Addr   *netip.Addr
	Placed *time.Time
	Pair   *Pair[int]
	*Base
	Head   struct{ B, C, A string }
	Shapes []any `bale:"union Disc, *Square, string, int"`
	Shape  any   `bale:"union Disc, *Square, string, int"`
	Amount big.Int
	First  *part.Line
	ByName map[string]part.Line
	Lines  []*part.Line
	ID     int64
	Tags   []string
	Perms  map[string]int
	Figure Figure
	Price  string //bale:was Price *text(math/big.Int) decimal
	Raw    string //bale:was Raw []byte rawText
	Origin string //bale:was Origin Point xOf
}

//bale:union Disc, *Square
type Figure interface{ figure() }

func (Disc) figure()    {}
func (*Square) figure() {}

type Money struct{ Units, Cents int64 }

func moneyOf(cents int64) Money { return Money{cents / 100, cents % 100} }

func decimal(n *big.Int) string {
	if n == nil {
		return "none"
	}
	return n.String()
}

func rawText(b []byte) string { return string(b) }

func xOf(p Point) string { return fmt.Sprint(p.X, p.Y, p.Z) }

func upper(s string) (string, error) {
	if s == "bad" {
		return "", errors.New("a bad remark")
	}
	return strings.ToUpper(s), nil
}

type Base struct {
	More []int
	Name string
}

type Pair[T any] struct{ Y, X T }

type Point struct{ Z, Y, X int }

type Disc struct {
	Name string
	R    int64
}

type Square struct{ S float64 }

// Grows evolves.
//
//bale:gen
//bale:evolve
type Grows struct {
	A int
	C []Point
	D string
}

// Inside has a struct that evolves.
//
//bale:gen
type Inside struct {
	N Grown
	L []Grown
	M map[Point]Grown
}

//bale:evolve
type Grown struct {
	B string
	A int
	C int
}

// Flat has no lists.
//
//bale:gen
type Flat struct {
	Text string //bale:was A int8 textOf
	U    string
	S    *string
	New  bool
	T    time.Time
}

func textOf(a int8) (string, error) {
	if a < 0 {
		return "", fmt.Errorf("%d is negative", a)
	}
	return fmt.Sprint(a), nil
}

// List is a list.
//
//bale:gen
type List []Point

// Empty has fields.
//
//bale:gen
type Empty struct {
	A int
	S []string
}

// Full has no fields.
//
//bale:gen
type Full struct{}

// Holder has structs that evolve.
//
//bale:gen
type Holder struct {
	Own   map[string][]byte `bale:"own,sorted"`
	Words []string          `bale:"intern"`
	Word  string            `bale:"intern"`
	N     int
	Stays *Evolving
}

// Same has a struct that evolves, and stays.
//
//bale:gen
type Same struct{ L []Evolving }

//bale:evolve
type Evolving struct {
	A int
	S string
	T []string
}

// Nothings has lists of structs that had no fields.
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

type Nothing struct {
	A int
	S []string
}
