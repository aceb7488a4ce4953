// Package after has the types of package before with appended fields.
package after

import "evolving/after/part"

// Order is the only type with a directive, which reaches all structs that have a name.
//
//bale:gen
//bale:evolve all
type Order struct {
	Base
	Lines  []Line
	ByName map[string]Line
	ByKey  map[Key]int `json:"-"`
	Ship   *Address
	Pay    any `bale:"union Card, *Cash, []Line"`
	Box    Box[Coin]
	Part   part.Part
	Pairs  [2]Pair
	Many   [6]Pair
	Kids   []Order
	Fixed  struct{ A, B int } // it has no name, and keeps its fields
	Last   string
	More   string `json:",omitempty"`
}

type Base struct {
	ID   uint64
	More string `json:",omitempty"`
}

type Line struct {
	SKU  string
	Open bool
	More string `json:",omitempty"`
}

type Key struct {
	A, B int8
	More string
}

type Address struct {
	Street, City string
	More         string `json:",omitempty"`
}

type Card struct {
	Number string
	More   string `json:",omitempty"`
}

type Cash struct {
	Cents int64
	More  string `json:",omitempty"`
}

type Box[T any] struct {
	In   T
	More string `json:",omitempty"`
}

type Coin struct {
	Cents int16
	More  string `json:",omitempty"`
}

type Pair struct {
	X    float64
	Y    int
	More string `json:",omitempty"`
}
