//go:build !balesafe

package core

import "unsafe"

// A Taken records the memory of a used value that decoding has reused so far, so that two places of the value that share memory do not both
// get it. Memory of different groups never overlaps.
//
// The addresses are numbers. They stay right while the stack moves, because [Taken.Take] makes the memory escape to the heap. Memory that
// is allocated while decoding is not recorded. If it has the address of memory that has been freed since, it may be recorded as taken. This is
// harmless.
type Taken struct {
	runs [8]interval
	n    int    // number of runs
	set  *pages // replaces the runs if there are too many
	none bool   // all memory counts as taken
}

// An interval is memory of one group.
type interval struct {
	from, to uintptr
	group    int
}

// A Run is the interval of a group to which memory was added last. Memory that was allocated together has ascending addresses, so most pieces
// extend it.
type Run struct {
	end  uintptr // replaces the to of the interval
	stop uintptr // where the next interval of the group begins
	in   int     // index of the interval
}

// gap is the minimum distance between a run and memory that does not extend it. The smaller memory between them counts as taken: lists
// end at a multiple of a word.
const gap = 8

// Extends adds the size bytes at p to r if they follow it. Otherwise it returns false, and [Taken.Take] adds them.
func Extends(r *Run, p unsafe.Pointer, size uintptr) bool {
	if uintptr(p)-r.end >= gap || uintptr(p)+size > r.stop {
		return false
	}
	r.end = uintptr(p) + size
	return true
}

// Take adds the size bytes at p, memory of a group, and reports whether none of them was taken before.
//
//go:noinline
func (t *Taken) Take(open []Run, group int, p unsafe.Pointer, size uintptr) bool {
	if never {
		escaped = p
	}
	return t.TakeAt(open, group, uintptr(p), size)
}

// The variables make the pointers in used values escape: see [Taken].
var (
	never   bool
	escaped unsafe.Pointer
)

// TakeAt is [Taken.Take] for the address of the value that is decoded into, which need not escape: if the value has a pointer to it, it is on
// the heap already.
func (t *Taken) TakeAt(open []Run, group int, from, size uintptr) bool {
	to := from + size
	if size == 0 || t.none {
		return !t.none
	}
	if t.set != nil {
		return t.set.take(from, to)
	}
	r := &open[group]
	if r.stop > 0 {
		t.runs[r.in].to = r.end
	}
	stop, in := ^uintptr(0), -1
	for i := range t.runs[:t.n] {
		switch x := &t.runs[i]; {
		case x.group != group:
		case to <= x.from:
			stop = min(stop, x.from)
		case from < x.to:
			return false
		case from-x.to < gap:
			in = i
		}
	}
	if in < 0 {
		if t.n == len(t.runs) {
			t.usePages(open)
			return t.set.take(from, to)
		}
		in = t.n
		t.runs[in] = interval{from: from, group: group}
		t.n++
	}
	*r = Run{end: to, stop: stop, in: in}
	return true
}

// usePages replaces the runs.
func (t *Taken) usePages(open []Run) {
	for i := range open {
		if open[i].stop > 0 {
			t.runs[open[i].in].to = open[i].end
		}
		open[i] = Run{}
	}
	t.set = newPages()
	for _, x := range t.runs[:t.n] {
		t.set.take(x.from, x.to)
	}
}

// Release ends the use of t.
func (t *Taken) Release() {
	if t.set != nil {
		t.set.free()
		t.set = nil
	}
}
