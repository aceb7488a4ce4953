//go:build !purego

package core

import "sync"

// A pages is a set of addresses. A node of level 0 stands for a granule of 64 bytes, and a node of level 1 for a page of 64 granules. The nodes are in a hash table.
// Most lists in structs are short, and take one node of level 0 or two. There are no nodes of level 1 before the first piece of memory that is long: with nodes for
// all levels of addresses, the set took a third of the time of decoding users with a list, a map and a pointer each into used memory.
type pages struct {
	table []page
	used  int    // number of nodes
	age   uint64 // nodes with another age are empty
	long  bool   // the nodes of level 1 are in use
}

// A page is a node. A node of level 0 has a bit for each byte, and one of level 1 for each granule.
type page struct {
	key  uint64 // the number of the node in its level, with the level in the upper bits
	age  uint64
	some uint64 // what has bytes that are taken
	full uint64 // granules that were taken as a part of a page
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
	t.used, t.long = 0, false
	t.age++
	pagesPool.Put(t)
}

// short is the maximum size of memory that is taken granule by granule.
const short = 512

// take adds the addresses from up to, but not including, to, and reports whether none of them was in the set. If it returns false, some
// of them may have been added.
func (t *pages) take(from, to uintptr) bool {
	a, b := uint64(from), uint64(to)
	if b-a <= short {
		for ; a>>6 < b>>6; a = a>>6<<6 + 64 {
			if !t.markBytes(a>>6, ^ones(a)) {
				return false
			}
		}
		return a >= b || t.markBytes(a>>6, ones(b)&^ones(a))
	}
	if !t.long {
		t.useLong()
	}
	if a&63 != 0 && !t.markBytes(a>>6, ^ones(a)) || b&63 != 0 && !t.markBytes(b>>6, ones(b)) {
		return false
	}
	for a, b = (a+63)>>6, b>>6; a>>6 < b>>6; a = a>>6<<6 + 64 { // granules
		if !t.markGranules(a>>6, ^ones(a)) {
			return false
		}
	}
	return a >= b || t.markGranules(a>>6, ones(b)&^ones(a))
}

// ones returns a number with the lower n bits set, for the lower six bits of n.
func ones(n uint64) uint64 { return 1<<(n&63) - 1 }

// markBytes marks bytes of a granule, and reports whether they were free.
func (t *pages) markBytes(granule, bytes uint64) bool {
	p, added := t.find(granule)
	if added && t.long {
		free := t.touch(granule)
		if p, _ = t.find(granule); !free { // the table may have grown
			p.some = ^uint64(0)
		}
	}
	if p.some&bytes != 0 {
		return false
	}
	p.some |= bytes
	return true
}

// markGranules marks granules of a page, and reports whether they were free.
func (t *pages) markGranules(number, granules uint64) bool {
	p, _ := t.find(number | level1)
	if p.some&granules != 0 {
		return false
	}
	p.some |= granules
	p.full |= granules
	return true
}

// touch records that a granule has a node, and reports whether it was not taken as a part of its page.
func (t *pages) touch(granule uint64) bool {
	p, _ := t.find(granule>>6 | level1)
	bit := uint64(1) << (granule & 63)
	p.some |= bit
	return p.full&bit == 0
}

// useLong adds the nodes of level 1.
func (t *pages) useLong() {
	t.long = true
	for _, p := range t.table { // if it grows, this one keeps the nodes of level 0
		if p.age == t.age && p.key&level1 == 0 {
			t.touch(p.key)
		}
	}
}

// level1 is the bit of keys that distinguishes the nodes of level 1.
const level1 = 1 << 63

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
