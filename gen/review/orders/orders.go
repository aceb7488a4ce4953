// Package orders has types as a program has them, with generated code for all formats.
package orders

import "time"

//go:generate go tool bale gen

// An Order is a customer's order of articles.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed,proto,json
//bale:stream
//bale:read Head=ID,Customer.Name,Lines.SKU
type Order struct {
	ID       uint64
	Customer Customer
	Placed   time.Time
	State    State
	Lines    []Line
	Notes    map[string]string
	Ship     *Address // nil: the customer's address
	Payment  Payment
	Changed  bool `bale:"skip"` // it has changed since it was loaded; not part of messages
}

// A State tells what has been done for an order.
type State uint8

// A Customer is a person who orders articles.
type Customer struct {
	Name, Email string
	Address     Address
}

// A Line is one article of an order.
type Line struct {
	SKU   string
	Count uint32
	Cents int64
	Tags  []string
}

// An Address is a delivery address.
type Address struct {
	Street, City, Country string
}

// A Payment is the way in which an order is paid.
//
//bale:union *Card, Transfer
type Payment any

// A Card is a payment by card.
type Card struct {
	Token   []byte
	Expires [2]uint16 // month and year
}

// A Transfer is a payment from an account.
type Transfer struct {
	IBAN string
}
