// Package jsontypes has a type with fields of all kinds that encoding/json supports.
package jsontypes

import (
	"math/big"
	"net/netip"
	"time"
)

// All has a field of every kind.
type All struct {
	Bool     bool
	Int8     int8
	Int      int
	Uint16   uint16
	Uint64   uint64
	Float32  float32
	Float64  float64
	String   string
	Bytes    []byte
	Array    [2]int8
	Raw      [2]byte
	List     []Line
	Lists    [][]uint8
	Map      map[string]int8
	Numbers  map[int8]string
	Addrs    map[netip.Addr]bool
	Keys     map[bool]int
	Pointer  *Line
	Pointers **int8
	Time     time.Time
	Span     time.Duration
	Stamp    Stamp
	Addr     netip.Addr
	Big      *big.Int
	Any      any
	Level    Level
	Complex  complex128
	Anon     struct{ X int }
	Kids     []All
	Renamed  string `json:"other,omitempty"`
	Dash     string `json:"-,"`
	Hidden   string `json:"-"`
	Quoted   int8   `json:",string"`
	QuotedS  string `json:"qs,string"`
	QuotedP  *bool  `json:",string"`
	Bad      int    `json:"b\"d"`
	private  int

	Base
	*Deep
	Named Base `json:"named"`
	base2
	Clash1
	Clash2
	Same int
}

// Line is the type of several fields.
type Line struct {
	SKU   string
	Count uint8
}

// Stamp is defined as time.Time, so it has none of its methods.
type Stamp time.Time

// Level is a defined integer type.
type Level int8

// Base is embedded.
type Base struct {
	ID   int8
	Same string
}

// Deep is embedded as a pointer.
type Deep struct{ Depth int8 }

type base2 struct{ FromHidden int8 }

// Clash1 and Clash2 have a field with the same name.
type Clash1 struct {
	Both   int
	Tagged int
}

// Clash2 has a field whose tag takes precedence over a field of Clash1.
type Clash2 struct {
	Both int
	Tag  string `json:"Tagged"`
}

// Embeds has the UnmarshalJSON method of a type that it embeds.
type Embeds struct {
	time.Time
	N int
}

// Text has text marshal methods.
type Text struct{ s string }

// MarshalText returns the text.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.s), nil }

// UnmarshalText sets the text.
func (t *Text) UnmarshalText(b []byte) error {
	t.s = string(b)
	return nil
}

// Grid is a slice of slices: its values begin with two brackets.
type Grid [][]int8

// Tree is a slice that contains itself: its values begin with any number of brackets.
type Tree []Tree

// Numbers is a defined pointer type.
type Numbers *[]int8

var _ = All{private: 0}
