//go:build !purego

package core

import "sync"

// A pages is a set of addresses, as a tree. A node of level 0 stands for 64 bytes, and a node of level n for 64 nodes of level n-1. The nodes are in a
// hash table. Adding memory takes at most two nodes of each level, at its ends, so the time does not depend on its size. Most lists in structs are short,
// and take one node: one update of mk48 takes 0.83 of the time that it takes with nodes of eight bytes.
type pages struct {
	table []page
	used  int    // number of nodes
	age   uint64 // nodes with another age are empty
}

// A page is a node.
type page struct {
	key  uint64 // the number of the node in its level, with the level in the upper bits
	age  uint64
	some uint64 // children in which some bytes are taken
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

// free makes t empty, and returns it to the pool.
func (t *pages) free() {
	t.used = 0
	t.age++
	pagesPool.Put(t)
}

// take adds the addresses from up to, but not including, to, and reports whether none of them was in the set. If it returns false, some
// of them may have been added.
func (t *pages) take(from, to uintptr) bool {
	a, b := uint64(from), uint64(to)
	for level := 0; a < b; level++ { // a and b count the children of nodes of this level
		first, last := a>>6, b>>6
		if first == last {
			return t.mark(level, first, ones(b)&^ones(a))
		}
		if a&63 != 0 {
			if !t.mark(level, first, ^ones(a)) {
				return false
			}
			first++
		}
		if b&63 != 0 && !t.mark(level, last, ones(b)) {
			return false
		}
		a, b = first, last
	}
	return true
}

// ones returns a number with the lower n bits set, for the lower six bits of n.
func ones(n uint64) uint64 { return 1<<(n&63) - 1 }

// mark marks children of a node as full, and reports whether they were empty.
func (t *pages) mark(level int, node, children uint64) bool {
	p := t.node(level, node)
	if p.some&children != 0 {
		return false
	}
	p.some |= children
	p.full |= children
	return true
}

// topLevel is the level of the node that stands for all addresses.
const topLevel = 10

// node returns a node. If it is new, the nodes above it have something in them from now on.
func (t *pages) node(level int, node uint64) *page {
	p, added := t.find(level, node)
	if !added || level == topLevel {
		return p
	}
	size := len(t.table)
	above, child := t.node(level+1, node>>6), uint64(1)<<(node&63)
	above.some |= child
	taken := above.full&child != 0
	if len(t.table) != size {
		p, _ = t.find(level, node)
	}
	if taken {
		p.some, p.full = ^uint64(0), ^uint64(0)
	}
	return p
}

// find returns a node, and whether it has been added.
func (t *pages) find(level int, node uint64) (p *page, added bool) {
	if 4*t.used >= 3*len(t.table) {
		t.grow()
	}
	key := node | uint64(level+1)<<58
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
			q, _ := t.find(int(p.key>>58)-1, p.key&(1<<58-1))
			q.some, q.full = p.some, p.full
		}
	}
}
