//go:build !purego

package core

import "sync"

// A pages is a set of addresses, as a tree. A node of level 0 stands for 64 bytes, and a node of level n for 64 nodes of level n-1. The nodes are in a hash table.
// Nodes of a higher level come into use with the first piece of memory that needs them. A piece takes at most nine nodes of its
// own level and two of each lower one, at its ends, so that the time and the table hardly depend on its size.
type pages struct {
	table []page
	used  int    // number of nodes
	age   uint64 // nodes with another age are empty
	top   int    // highest level in use
}

// A page is a node.
type page struct {
	key  uint64 // the number of the node in its level, with the level in the upper bits
	age  uint64
	some uint64 // children, which are bytes in level 0, in which some bytes are taken
	full uint64 // children of which all bytes were taken at once
}

// pagesPool has sets for reuse.
var pagesPool sync.Pool

// newPages returns an empty set.
func newPages() *pages {
	var x any = pagesPool.Get()
	if t, ok := x.(*pages); ok {
		return t
	}
	return &pages{table: make([]page, 128), age: 1}
}

// free makes t empty, and returns it to the pool, unless it is large for its last use: raise looks at all nodes, so that a set of a large message would cost each small one
// its time.
func (t *pages) free() {
	if len(t.table) > 1024 && 16*t.used < len(t.table) {
		return
	}
	t.used, t.top = 0, 0
	t.age++
	pagesPool.Put(t)
}

// take adds the addresses from up to, but not including, to, and reports whether none of them was in the set. If it returns false, some
// of them may have been added.
func (t *pages) take(from, to uintptr) bool {
	a, b, own := uint64(from), uint64(to), 0
	for (b-a)>>(6*own) > 512 { // more than eight nodes
		if own++; own > t.top {
			t.raise()
		}
	}
	for level := range own { // a and b count the children of nodes of this level
		if a&63 != 0 && !t.mark(level, a>>6, ^ones(a)) || b&63 != 0 && !t.mark(level, b>>6, ones(b)) {
			return false
		}
		a, b = (a+63)>>6, b>>6
	}
	for ; a>>6 < b>>6; a = a>>6<<6 + 64 {
		if !t.mark(own, a>>6, ^ones(a)) {
			return false
		}
	}
	return a >= b || t.mark(own, a>>6, ones(b)&^ones(a))
}

// ones returns a number with the lower n bits set, for the lower six bits of n.
func ones(n uint64) uint64 { return 1<<(n&63) - 1 }

// mark marks children of a node as full, and reports whether they were empty.
func (t *pages) mark(level int, node, children uint64) bool {
	p, added := t.find(nodeKey(level, node))
	if added && level < t.top {
		p = t.added(level, node)
	}
	if p.some&children != 0 {
		return false
	}
	p.some |= children
	p.full |= children
	return true
}

// added completes a new node below the highest level, and returns it: it has what the node above it has taken, and that one has something in it from now on.
func (t *pages) added(level int, node uint64) *page {
	taken := t.touch(level, node)
	p, _ := t.find(nodeKey(level, node)) // the table may have grown
	if taken {
		p.some, p.full = ^uint64(0), ^uint64(0)
	}
	return p
}

// touch records in the node above a node that it has something, and reports whether all of it was taken.
func (t *pages) touch(level int, node uint64) bool {
	above, added := t.find(nodeKey(level+1, node>>6))
	if added && level+1 < t.top {
		above = t.added(level+1, node>>6)
	}
	child := uint64(1) << (node & 63)
	above.some |= child
	return above.full&child != 0
}

// raise brings one more level into use.
func (t *pages) raise() {
	level := t.top
	t.top++
	if t.used == 0 {
		return
	}
	for _, p := range t.table { // if it grows, this one keeps the nodes of the level
		if p.age == t.age && p.key>>58 == uint64(level+1) {
			t.touch(level, p.key&(1<<58-1))
		}
	}
}

// nodeKey returns the key of a node.
func nodeKey(level int, node uint64) uint64 { return node | uint64(level+1)<<58 }

// find returns a node, and whether it has been added.
func (t *pages) find(key uint64) (p *page, added bool) {
	if 4*t.used >= 3*len(t.table) {
		t.grow()
	}
	mask := len(t.table) - 1
	for i := int(key*0x9e3779b97f4a7c15>>32) & mask; ; i = (i + 1) & mask {
		switch p = &t.table[i]; {
		case p.age != t.age:
			*p = page{key: key, age: t.age}
			t.used++
			return p, true
		case p.key == key:
			return p, false
		}
	}
}

// grow doubles the size of the table.
func (t *pages) grow() {
	old := t.table
	t.table, t.used = make([]page, 2*len(old)), 0
	for _, p := range old {
		if p.age == t.age {
			q, _ := t.find(p.key)
			q.some, q.full = p.some, p.full
		}
	}
}
