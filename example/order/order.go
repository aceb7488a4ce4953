// Package order is an example of bale gen: types as a program has them, the line that has their code written,
// and the code.
package order

import "time"

//go:generate go tool bale gen -tests

// An Order is what a customer wants, and when it was placed.
//
//bale:gen
type Order struct {
	ID       uint64
	Customer string
	Placed   time.Time
	Lines    []Line
	Notes    map[string]string
	Ship     *Address
	Changed  bool `bale:"skip"` // since it was read: nothing that others need to know
}

// A Line is one article of an order.
type Line struct {
	SKU   string
	Count uint32
	Cents int64
}

// An Address is where an order goes, if not to the customer.
type Address struct {
	Street, City, Country string
}

// Total is what the order costs.
func (o *Order) Total() int64 {
	var cents int64
	for _, l := range o.Lines {
		cents += int64(l.Count) * l.Cents
	}
	return cents
}

// Clone is a copy that shares nothing with o: a use for the methods that are generated.
func (o *Order) Clone() (*Order, error) {
	b, err := o.MarshalBinary()
	if err != nil {
		return nil, err
	}
	c := new(Order)
	return c, c.UnmarshalBinaryAlias(b)
}
