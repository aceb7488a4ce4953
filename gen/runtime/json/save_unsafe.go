//go:build !balesafe

package json

import (
	"sync"
	"unsafe"
)

// encoding/json does not change a value before it has checked the whole text. The text of a value that was not zero is not checked first either: what the text
// replaces is copied, and the copies are put back if the text is malformed. Checking it first took half of the time of a nested value with 100 elements.

const (
	firstSaved = 4       // how many elements of a list are copied at first, and then as many again as it has so far
	minDropped = 1 << 16 // bytes of memory for copies of one type up to which it is kept for the next text
	maxKept    = 1 << 24 // bytes up to which it is kept if an eighth of it or more was needed
)

// A Saved has copies of what a text has replaced in a value.
type Saved struct {
	types []copies
	order []int // the indexes of the types of all copies, in the order in which they were made
	size  int   // bytes of all copies
}

// copies are copies of values of one type: a pointer to them, and its methods.
type copies struct {
	of      any
	restore func() // puts back the last copy
	forget  func() // drops all copies
}

// savedPool has Saveds without copies.
var savedPool sync.Pool

// copiesIn returns the copies of a type, to which one of so many bytes will be added, or nil if so much has been copied that the text was checked instead.
func copiesIn[C any](d *Input, size int, add func() copies) *C {
	s := d.saved
	if s == nil {
		s = d.takeSaved()
	}
	if s.size += size; s.size > maxSlack*len(d.B)+4096 {
		d.Check()
		return nil
	}
	for i := range s.types {
		if c, ok := s.types[i].of.(*C); ok {
			s.order = append(s.order, i)
			return c
		}
	}
	s.types, s.order = append(s.types, add()), append(s.order, len(s.types))
	return s.types[len(s.types)-1].of.(*C)
}

// takeSaved sets d.saved to memory for copies.
func (d *Input) takeSaved() *Saved {
	if d.saved = pooled[Saved](&savedPool); d.saved == nil {
		d.saved = new(Saved)
	}
	return d.saved
}

// emptied returns a list without elements, in the same memory if it is worth keeping.
func emptied[T any](list []T) []T {
	if size := cap(list) * int(unsafe.Sizeof(*new(T))); size > maxKept || size > minDropped && len(list) < cap(list)/8 {
		return nil
	}
	clear(list)
	return list[:0]
}

// values are copies of values of type T.
type values[T any] struct {
	list []T
	from []origin[T]
}

// An origin is where values were: in a list, or where a pointer points to.
type origin[T any] struct {
	list []T
	p    *T // or nil
}

func newValues[T any]() copies {
	c := new(values[T])
	return copies{c, c.restore, c.forget}
}

func (c *values[T]) restore() {
	last := len(c.from) - 1
	o := c.from[last]
	n := len(c.list) - len(o.list)
	if o.p != nil {
		n--
		*o.p = c.list[n]
	}
	copy(o.list, c.list[n:])
	clear(c.list[n:])
	c.from[last] = origin[T]{}
	c.list, c.from = c.list[:n], c.from[:last]
}

func (c *values[T]) forget() { c.list, c.from = emptied(c.list), emptied(c.from) }

// savedEntries are copies of entries of maps with a type.
type savedEntries[K comparable, V any] struct{ list []savedEntry[K, V] }

// A savedEntry is an entry that a map had, or had not.
type savedEntry[K comparable, V any] struct {
	m     map[K]V
	key   K
	value V
	ok    bool
}

func newEntries[K comparable, V any]() copies {
	c := new(savedEntries[K, V])
	return copies{c, c.restore, c.forget}
}

func (c *savedEntries[K, V]) restore() {
	last := len(c.list) - 1
	if e := c.list[last]; e.ok {
		e.m[e.key] = e.value
	} else {
		delete(e.m, e.key)
	}
	c.list[last] = savedEntry[K, V]{}
	c.list = c.list[:last]
}

func (c *savedEntries[K, V]) forget() { c.list = emptied(c.list) }

// Save copies elements of a list, of which i have been decoded, before they are replaced. It returns the elements before i, with a capacity for those that
// may be replaced now, or nil if decoding cannot go on. Beyond the length of the list, only the next element is copied: what follows may be of another list.
func Save[T any](d *Input, list []T, i int) []T {
	if !d.Saves {
		return list[:i]
	}
	end := max(i+1, min(max(2*i, firstSaved), len(list)))
	if !saveList(d, list[i:end]) {
		return nil
	}
	return list[:i:end]
}

// AllOf returns a complete list with the capacity of old, if it is in the memory of old.
func AllOf[T any](list, old []T) []T {
	if len(list) <= cap(old) {
		return old[:len(list)]
	}
	return list
}

// saveList copies the elements of a list. It reports whether decoding can go on.
func saveList[T any](d *Input, list []T) bool {
	c := copiesIn[values[T]](d, len(list)*int(unsafe.Sizeof(*new(T))), newValues[T])
	if c != nil {
		c.list, c.from = append(c.list, list...), append(c.from, origin[T]{list: list})
	}
	return c != nil || !d.Saves
}

// SaveValue copies what a pointer points to before it is replaced. It reports whether decoding can go on.
func SaveValue[T any](d *Input, p *T) bool {
	if !d.Saves {
		return true
	}
	c := copiesIn[values[T]](d, int(unsafe.Sizeof(*p)), newValues[T])
	if c != nil {
		c.list, c.from = append(c.list, *p), append(c.from, origin[T]{p: p})
	}
	return c != nil || !d.Saves
}

// SaveEntry copies the entry key of m, if there is one, before it is set. It reports whether decoding can go on.
func SaveEntry[K comparable, V any](d *Input, m map[K]V, key K) bool {
	if !d.Saves {
		return true
	}
	c := copiesIn[savedEntries[K, V]](d, int(unsafe.Sizeof(savedEntry[K, V]{})), newEntries[K, V])
	if c != nil {
		value, ok := m[key]
		c.list = append(c.list, savedEntry[K, V]{m, key, value, ok})
	}
	return c != nil || !d.Saves
}

// CheckUsed checks the text before what cannot be copied is replaced in a value that was not zero. It reports whether decoding can go on.
func (d *Input) CheckUsed() bool { return !d.Saves || d.Check() }

// EndUsed drops the copies. If decoding has failed, it puts them back before.
func (d *Input) EndUsed(failed bool) {
	if failed {
		d.Restore()
	}
	s := d.saved
	if s == nil {
		return
	}
	for i := len(s.order) - 1; i >= 0 && failed; i-- {
		s.types[s.order[i]].restore()
	}
	for _, c := range s.types {
		c.forget()
	}
	s.order, s.size = emptied(s.order), 0
	savedPool.Put(s)
}
