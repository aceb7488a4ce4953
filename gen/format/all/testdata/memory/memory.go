// Package memory has types with lists in lists. For each, the type whose name begins with Plain is the same without generated code.
package memory

type Node struct {
	Name           string
	Kids           []Node
	Weight         float64
	Touches        int64
	Min, Max, Mean uint64
	Tail           string
}

type PlainNode struct {
	Name           string
	Kids           []PlainNode
	Weight         float64
	Touches        int64
	Min, Max, Mean uint64
	Tail           string
}

// Ref is a Node with pointers.
type Ref struct {
	Name string
	Kids []*Ref
	Next *Ref
	Tags []string
	Rest [9]int64
}

type PlainRef struct {
	Name string
	Kids []*PlainRef
	Next *PlainRef
	Tags []string
	Rest [9]int64
}

// Item is an element whose text is short in some formats if it is zero.
type Item struct {
	S          string
	A, B, C, D int64
	E, F, G, H uint32
}

// Holder is an element with lists.
type Holder struct {
	Items  []Item
	Points []int32
	More   []*Item
}

type Holders struct {
	List []Holder
	Tail string
}

type PlainHolders struct {
	List []Holder
	Tail string
}

type Maps struct {
	Items map[string]Holder
	Nodes map[string]Node
}

type PlainMaps struct {
	Items map[string]Holder
	Nodes map[string]PlainNode
}

// Lists has lists of lists.
type Lists struct {
	Items [][]Item
	Bytes [][]byte
	Deep  [][][]int64
}

type PlainLists struct {
	Items [][]Item
	Bytes [][]byte
	Deep  [][][]int64
}
