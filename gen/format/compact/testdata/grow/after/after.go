// Package after has the types of package before with appended fields.
package after

import "time"

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
