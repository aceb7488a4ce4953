// Package before has the first version of the types.
package before

import "time"

//bale:gen
type Book struct {
	Title  string
	Orders []Order
	Pages  int
}

//bale:evolve
type Order struct {
	Code  string
	ID    uint64
	Open  bool
	Note  string
	When  time.Time
	Lines []Line
	First Line
	Grown Grown
	By    map[string]*Line
	Pair  [6]Line
	Hash  [20]byte
	Rate  float32
	Tree  *Tree
	Texts []string
	Long  []Line
	Last  string
}

type Line struct {
	Name  string
	Count int
	At    *time.Time
}

//bale:evolve
type Grown struct{ Name, Text string }

type Tree struct{ Kids []Tree }
