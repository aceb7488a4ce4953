// Package cycles has cyclic and deep values for the tests of functions that walk over values. Custom types may hold such values in fields that
// messages do not have.
package cycles

import (
	"container/list"
	"reflect"
)

// A Node is a list, or a cycle, of nodes.
type Node struct {
	N    int
	Next *Node
}

// A Ring is a list whose memory is reached only through an unexported field, as those of container/list.
type Ring struct{ Names *list.List }

// A Tree has nodes that point to their parents.
type Tree struct {
	N      int
	Parent *Tree
	Kids   []*Tree
	ByName map[string]*Tree
}

// These types have cycles without a struct.
type (
	Pointer *Pointer
	List    []List
	Map     map[int]Map
	Any     []any
)

// A Case makes a value that is cyclic or deep.
type Case struct {
	Name string
	// Make returns a new addressable value. Values for the same n are equal, and those for others differ if Differs is true.
	Make    func(n int) reflect.Value
	Differs bool
}

// value returns an addressable value.
func value[T any](v T) reflect.Value { return reflect.ValueOf(&v).Elem() }

// Depth is the number of nodes of the deep list.
const Depth = 60_000

// Cases has the values by name.
var Cases = []Case{
	{"pointer to itself", func(n int) reflect.Value {
		v := &Node{N: n}
		v.Next = v
		return value(v)
	}, true},
	{"pointer type", func(int) reflect.Value {
		var v Pointer
		v = &v
		return value(v)
	}, false},
	{"two steps", func(n int) reflect.Value {
		v := &Node{N: 1, Next: &Node{N: n}}
		v.Next.Next = v
		return value(v)
	}, true},
	{"list in itself", func(int) reflect.Value {
		v := make(List, 2)
		v[0], v[1] = v, v
		return value(v)
	}, false},
	{"map in itself", func(int) reflect.Value {
		v := Map{}
		v[1], v[2] = v, v
		return value(v)
	}, false},
	{"interface", func(n int) reflect.Value {
		v := make(Any, 3)
		v[0], v[1], v[2] = v, map[string]any{"list": v}, n
		return value(v)
	}, true},
	{"pointer to an interface", func(n int) reflect.Value {
		var v any
		v = &v
		return value(struct {
			V any
			N int
		}{v, n})
	}, true},
	{"container/list", func(n int) reflect.Value {
		v := Ring{list.New()}
		for i := range 1000 {
			v.Names.PushBack(i)
		}
		v.Names.PushBack(n)
		return value(v)
	}, true},
	{"parents", func(n int) reflect.Value { return value(tree(n, 5)) }, true},
	{"deep", func(n int) reflect.Value {
		v := &Node{N: n}
		for range Depth {
			v = &Node{Next: v}
		}
		return value(v)
	}, false},
}

// tree returns a tree with a number of levels, whose nodes are in a list and in a map of their parent.
func tree(n, levels int) *Tree {
	t := &Tree{N: n, ByName: map[string]*Tree{}}
	for _, name := range []string{"left", "right"} {
		if levels > 0 {
			kid := tree(n, levels-1)
			kid.Parent = t
			t.Kids, t.ByName[name] = append(t.Kids, kid), kid
		}
	}
	return t
}
