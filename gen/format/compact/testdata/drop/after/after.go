// Package after has the same type without most of its fields, and with others.
package after

//bale:gen
type Book struct {
	Title  string
	Orders []Order
	Pages  int
}

//bale:evolve
type Order struct {
	ID    uint64
	Texts []string
	Last  string
	More  []Line
	Done  bool
}

// Line is another one than the one that was removed.
type Line struct{ Number uint8 }

// A user may have names such as these.
type baleRemovedLine1 struct{}
