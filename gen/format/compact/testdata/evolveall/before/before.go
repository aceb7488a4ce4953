// Package before has the first version of the types.
package before

import "evolving/before/part"

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
}

type Base struct{ ID uint64 }

type Line struct {
	SKU  string
	Open bool
}

type Key struct{ A, B int8 }

type Address struct{ Street, City string }

type Card struct{ Number string }

type Cash struct{ Cents int64 }

type Box[T any] struct{ In T }

type Coin struct{ Cents int16 }

type Pair struct {
	X float64
	Y int
}
