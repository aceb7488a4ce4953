// Package before has types as they were first.
package before

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
}

//bale:evolve
type Line struct {
	Name  string
	Count int
}

// Book has what may grow between what may not.
//
//bale:gen
type Book struct {
	Title  string
	First  Order
	Orders map[string]Line
	Pages  int
}

//bale:gen
//bale:evolve
type Empty struct{}
