// Package jsontypes has a type with all that encoding/json knows of types.
package jsontypes

import (
	"math/big"
	"net/netip"
	"time"
)

// All is the type.
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

// Line is a part.
type Line struct {
	SKU   string
	Count uint8
}

// Stamp has none of the methods of what it is defined as.
type Stamp time.Time

// Level is a number with a name.
type Level int8

// Base is embedded.
type Base struct {
	ID   int8
	Same string
}

// Deep is embedded by its address.
type Deep struct{ Depth int8 }

type base2 struct{ FromHidden int8 }

// Clash1 and Clash2 have a field of the same name.
type Clash1 struct {
	Both   int
	Tagged int
}

// Clash2 has a tag, which wins.
type Clash2 struct {
	Both int
	Tag  string `json:"Tagged"`
}

// Embeds has the method of a type that it embeds.
type Embeds struct {
	time.Time
	N int
}

// Text reads itself from text.
type Text struct{ s string }

// MarshalText gives the text.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.s), nil }

// UnmarshalText takes the text.
func (t *Text) UnmarshalText(b []byte) error {
	t.s = string(b)
	return nil
}

// Grid opens with two brackets.
type Grid [][]int8

var _ = All{private: 0}
