// Package after has the types of package before with appended fields.
package after

import (
	"errors"
	"time"
)

//bale:gen
//bale:evolve
type Order struct {
	ID    uint64
	Open  bool
	Note  string
	When  time.Time
	Lines []Line
	Last  Line
	Pair  [6]Line
	Next  *Order
	Rate  float32

	Paid   bool
	Weight int16
	Tags   []string
	Texts  [5]string
	Total  int64
	Buyer  *Line
	Until  time.Time
	Seen   Line
	By     map[int]string
	Sum    complex128
}

//bale:evolve
type Line struct {
	Name  string
	Count int

	Unit string
	More []Line
}

//bale:gen
type Book struct {
	Title  string
	First  Order
	Orders map[string]Line
	Pages  int
}

//bale:gen
//bale:evolve
type Empty struct {
	Name string
	On   bool
}

// ID has four bytes. Its method refuses to decode others.
type ID [4]byte

// MarshalBinary implements encoding.BinaryMarshaler.
func (id ID) MarshalBinary() ([]byte, error) { return id[:], nil }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (id *ID) UnmarshalBinary(b []byte) error {
	if len(b) != len(id) {
		return errors.New("an ID has four bytes")
	}
	copy(id[:], b)
	return nil
}

// Mark has no bytes, and notices that it is decoded.
type Mark struct{ Decoded bool }

// MarshalBinary implements encoding.BinaryMarshaler.
func (m Mark) MarshalBinary() ([]byte, error) { return nil, nil }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (m *Mark) UnmarshalBinary([]byte) error {
	m.Decoded = true
	return nil
}

// Equal reports that marks are equal: whether one was decoded is no part of its value.
func (m Mark) Equal(Mark) bool { return true }

//bale:gen
//bale:evolve
type Customs struct {
	A int

	ID   ID
	Pair [2]ID
	Mark Mark
}

//bale:gen
//bale:evolve
type MoreCustoms struct {
	A, B int

	ID   ID
	Mark Mark
}
