//go:build !balesafe

package core

import (
	"sync"
	"unsafe"
)

// A Taken records the memory of a used value that decoding has reused so far, so that two places of the value that share memory do not both
// get it. Memory of different groups never overlaps.
//
// The addresses are numbers. They stay right while the stack moves, because [Taken.Take] makes the memory escape to the heap. Memory that
// is allocated while decoding is not recorded. If it has the address of memory that has been freed since, it may be recorded as taken. This is
// harmless.
type Taken struct {
	more *more // memory that does not extend the runs
	none bool  // all memory counts as taken
}

// A Run is the interval of a group with the highest addresses. Memory that was allocated together has ascending addresses, so most pieces
// extend it. The zero Run is empty.
type Run struct{ from, end uintptr }

// gap is the minimum distance between a run and memory that does not extend it. The smaller memory between them counts as taken: lists
// end at a multiple of a word.
const gap = 8

// Extends adds the size bytes at p to r if they follow it, or if r is empty. Otherwise it returns false, and [Taken.Take] adds them.
func Extends(r *Run, p unsafe.Pointer, size uintptr) bool {
	switch {
	case uintptr(p)-r.end < gap:
	case r.end == 0:
		r.from = uintptr(p)
	default:
		return false
	}
	r.end = uintptr(p) + size
	return true
}

// Begin adds the size bytes of the value that is decoded into, the first memory of its group. The value need not escape: if it has a pointer to
// itself, it is on the heap already.
func (r *Run) Begin(from, size uintptr) { r.from, r.end = from, from+size }

// Take adds the size bytes at p, memory of a group, and reports whether none of them was taken before. They do not extend the run.
//
//go:noinline
func (t *Taken) Take(runs []Run, group int, p unsafe.Pointer, size uintptr) bool {
	if never {
		escaped = p
	}
	from, to, r := uintptr(p), uintptr(p)+size, &runs[group]
	switch {
	case size == 0:
		return true
	case t.none || from < r.end && to > r.from:
		return false
	case t.more == nil:
		t.more = newMore()
	}
	switch {
	case t.more.some:
		return t.more.take(from, to)
	case from < r.end:
		if !t.more.isFree(group, from, to) {
			return false
		}
	default: // it is above all other memory of the group
		last := *r
		*r = Run{from, to}
		from, to = last.from, last.end
	}
	if t.more.add(group, from, to) {
		return true
	}
	for i := range runs {
		t.more.take(runs[i].from, runs[i].end)
		runs[i] = Run{^uintptr(0), ^uintptr(0)} // which nothing extends
	}
	return t.more.take(from, to)
}

// The variables make the pointers in used values escape: see [Taken].
var (
	never   bool
	escaped unsafe.Pointer
)

// Release ends the use of t.
func (t *Taken) Release() {
	if t.more != nil {
		t.more.free()
		t.more = nil
	}
}

// A more has the memory that was taken before the runs: a few intervals, or a set of addresses if there are too many.
type more struct {
	list  [32]interval
	group [32]uint8 // of each interval
	n     int       // number of intervals
	some  bool      // the set is used
	pages
}

// An interval is memory of one group.
type interval struct{ from, to uintptr }

// morePool has memory for reuse.
var morePool sync.Pool

// newMore returns an empty more.
func newMore() *more {
	var x any = morePool.Get()
	if t, ok := x.(*more); ok {
		return t
	}
	return &more{}
}

// free makes t empty, and returns it to the pool.
func (t *more) free() {
	if t.n, t.some = 0, false; t.used > 0 {
		t.empty()
	}
	morePool.Put(t)
}

// isFree reports whether memory of a group is free.
func (t *more) isFree(group int, from, to uintptr) bool {
	for i := range t.list[:t.n] {
		if x := &t.list[i]; int(t.group[i]) == group && from < x.to && x.from < to {
			return false
		}
	}
	return true
}

// add adds an interval to the list, or extends one that ends where it begins. If the list is full, its intervals are moved to the set, and add
// returns false.
func (t *more) add(group int, from, to uintptr) bool {
	for i := range t.list[:t.n] {
		if int(t.group[i]) == group && t.list[i].to == from {
			t.list[i].to = to
			return true
		}
	}
	if t.n < len(t.list) {
		t.list[t.n], t.group[t.n] = interval{from, to}, uint8(group)
		t.n++
		return true
	}
	t.some = true
	for _, x := range t.list {
		t.take(x.from, x.to)
	}
	return false
}
