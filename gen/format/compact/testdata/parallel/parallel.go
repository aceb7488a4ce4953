// Package parallel has types with long lists.
package parallel

import (
	"errors"
	"time"
)

// Items is encoded in parallel wherever it is used.
//
//bale:gen
//bale:parallel
type Items []Item

// Plain is the same list without the directive.
//
//bale:gen
type Plain []Item

// Item is one element.
type Item struct {
	ID   int64
	Name string
	Tag  string `bale:"intern"`
	Note string `bale:"own"`
	On   bool
	Rate float32
	At   time.Time
	Raw  []byte
	Next *Item
	Subs []Sub
	More Items
	By   map[string]Sub
	Sum  *[5]string
	Any  Any
	Last Grown
}

// Sub holds no list.
type Sub struct {
	Name  string
	Count int
	On    bool
	At    time.Time
}

// Any is an interface with a union.
//
//bale:union Sub, *Sub, Own, string
type Any any

// Grown is a growing struct.
//
//bale:evolve
type Grown struct {
	Name string
	Subs []Sub
}

// Own is a custom type.
type Own struct{ text string }

var errBad = errors.New("this one cannot be written")

// MarshalBinary fails for "bad", and panics for "panic".
func (o Own) MarshalBinary() ([]byte, error) {
	switch o.text {
	case "bad":
		return nil, errBad
	case "panic":
		panic(errBad)
	}
	return []byte(o.text), nil
}

// UnmarshalBinary fails for "BAD", and panics for "PANIC".
func (o *Own) UnmarshalBinary(b []byte) error {
	o.text = string(b)
	if o.text == "BAD" {
		return errBad
	}
	if o.text == "PANIC" {
		panic(errBad)
	}
	return nil
}

// Box has parallel lists of all kinds. It holds no growing struct outside of unions, so its lists have slabs.
//
//bale:gen
type Box struct {
	Head   []Sub
	Subs   []Sub      //bale:parallel
	Pairs  []Pair     `bale:"parallel,max=100000"`
	Points []*Sub     //bale:parallel
	Owns   []Own      //bale:parallel
	Any    []Any      `bale:"parallel"`
	Empty  []struct{} //bale:parallel
	Names  map[string]Pairs
	Inner  struct {
		Subs []Sub //bale:parallel
	}
	Tail []Sub
}

// Pairs is a parallel list that is also a map value.
//
//bale:parallel
type Pairs []Pair

// Pair holds lists.
type Pair struct {
	A    int32
	B    string `bale:"own"`
	Subs []Sub
	List Pairs
}

// Grows is a parallel list of growing structs.
//
//bale:gen
//bale:parallel
type Grows []Grown

// Twice can hold the same list twice.
//
//bale:gen
type Twice struct{ A, B Grows }

// OwnTwice can hold the same list of custom values twice.
//
//bale:gen
type OwnTwice struct {
	A, B []Own `bale:"parallel"`
}
