// Package promises has types for what docs/json.md says beyond the results of encoding/json.
package promises

import "net/netip"

// An Order has limits.
//
//bale:gen wire=json
//bale:memory=4KiB
type Order struct {
	Name  string            `bale:"max=5"`
	Lines []Line            `bale:"max=3"`
	Notes map[string]string //bale:max=1
	Inner struct {
		More []*Order
	}
}

// A Line is a part of an Order.
type Line struct {
	Parts []int `bale:"max=2"`
}

// A Strict refuses unknown names, in Part, too.
//
//bale:gen wire=json
//bale:strict
type Strict struct {
	A int
	F Part
	M map[netip.Addr]Part // of which encoding/json decodes parts
	N map[netip.Addr]struct{ X int }
}

// A Part does not.
//
//bale:gen wire=json
type Part struct{ B int }

// A Free has no limits of its own.
//
//bale:gen wire=json
type Free struct {
	B    int
	List []any
}

// A Holder holds a type with JSON code.
//
//bale:gen wire=json
type Holder struct {
	F    Free
	Rest int
}

// A Blob has bytes.
//
//bale:gen wire=json
type Blob struct{ V []byte }

// An Empty has no names.
//
//bale:gen wire=json
//bale:strict
type Empty struct{}

// A Node is an argument of a generic type inside it.
//
//bale:gen wire=json
type Node struct{ M map[string]Box[*Node] }

// A Crate has a generic type with a field that has generated methods.
//
//bale:gen wire=json
type Crate struct {
	In   Packed[int]
	Rest int
}

// A Packed has a value, and a Free in any case.
type Packed[T any] struct {
	F Free
	V T
}

// A Tube has a generic type whose argument needs its method.
//
//bale:gen wire=json
type Tube struct {
	In   Sealed[Free]
	Rest int
}

// A Sealed has a value with the method Sealed.
type Sealed[T interface{ Sealed() }] struct{ F T }

// Sealed does nothing.
func (Free) Sealed() {}

// A Box holds a value.
type Box[T any] struct {
	N *Box[T]
	V T
}
