// Package boxes has types that hold unions of other packages, and a union of its own.
package boxes

// A Box holds anything.
type Box[T any] struct {
	V T
	L []T `json:",omitempty"`
}

// A Doer is a union that is declared here.
//
//bale:union Named, *Dot
//bale:json union=object
type Doer interface{ Do() }

// A Named is a member by value.
type Named struct{ Z int }

// A Dot holds another Doer and an unexported field.
type Dot struct {
	X Doer
	n int
}

func (Named) Do() {}
func (*Dot) Do()  {}

// Set sets the unexported field.
func (d *Dot) Set(n int) { d.n = n }
