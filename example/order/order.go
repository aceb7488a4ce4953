// Package order is an example of bale gen: the types of a program, the line that generates code for them, and the generated code.
package order

import "time"

//go:generate go tool bale gen

// An Order is a customer's order of articles.
//
//bale:gen
type Order struct {
	ID       uint64
	Customer string
	Placed   time.Time
	Lines    []Line
	Notes    map[string]string
	Ship     *Address // nil: the customer's address
	Changed  bool     `bale:"skip"` // it has changed since it was loaded; not part of messages
}

// A Line is one article of an order.
type Line struct {
	SKU   string
	Count uint32
	Cents int64
}

// An Address is a delivery address.
type Address struct {
	Street, City, Country string
}

// Total returns the price of the order, in cents.
func (o *Order) Total() int64 {
	var cents int64
	for _, l := range o.Lines {
		cents += int64(l.Count) * l.Cents
	}
	return cents
}

// Clone returns a deep copy of o, made with the generated methods.
func (o *Order) Clone() (*Order, error) {
	b, err := o.MarshalBinary()
	if err != nil {
		return nil, err
	}
	c := new(Order)
	return c, c.UnmarshalBinaryAlias(b)
}
