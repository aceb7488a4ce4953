// Package after has the types of package before: an Order has lost most of its fields and has new ones.
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

// Line is not the Line of package before, which was removed.
type Line struct{ Number uint8 }

// baleRemovedLine1 is a name that users may declare: generated code must not need it.
type baleRemovedLine1 struct{}
