// Package before has the first version of the types.
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

// Book has growing structs between other fields.
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

//bale:gen
//bale:evolve
type Customs struct {
	A int
}

//bale:gen
//bale:evolve
type MoreCustoms struct {
	A, B int
}
