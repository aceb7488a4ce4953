//go:build !purego

package json

import (
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

// encoding/json does not change a value before it has checked the whole text. The text of a value that was not zero is not checked first either: what the text
// replaces is copied, and the copies are put back if the text is malformed. Checking it first took half of the time of a nested value with 100 elements.

const (
	firstSaved = 4       // how many elements of a list are copied at first, up to its length, and then as many again
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

// perCopy is the number of bytes that a copy takes in addition to its values.
const perCopy = 40

// copiesIn returns the copies of a type, to which one of so many bytes will be added, or nil if too much has been copied: then the text has been checked, and
// ok reports whether decoding can go on.
func copiesIn[C any](d *Input, size int, add func() copies) (c *C, ok bool) {
	s := d.Saved
	if s == nil {
		s = d.takeSaved()
	}
	if !d.fits(size + perCopy) {
		return nil, d.Check()
	}
	for i := range s.types {
		if c, ok := s.types[i].of.(*C); ok {
			s.order = append(s.order, i)
			return c, true
		}
	}
	s.types, s.order = append(s.types, add()), append(s.order, len(s.types))
	return s.types[len(s.types)-1].of.(*C), true
}

// fits reports whether so many bytes more may be copied. If not, nothing more is.
func (d *Input) fits(size int) bool {
	d.Saved.size += size
	d.Saves = d.Saved.size <= maxSlack*len(d.B)+4096
	return d.Saves
}

// takeSaved sets d.Saved to memory for copies.
func (d *Input) takeSaved() *Saved {
	if d.Saved = pooled[Saved](&savedPool); d.Saved == nil {
		d.Saved = new(Saved)
	}
	return d.Saved
}

// emptied returns a list without elements, in the same memory if it is worth keeping. used is the number of elements that it had at most.
func emptied[T any](list []T, used int) []T {
	if size := cap(list) * int(unsafe.Sizeof(*new(T))); size > maxKept || size > minDropped && used < cap(list)/8 {
		return nil
	}
	clear(list)
	return list[:0]
}

// values are copies of values of type T.
type values[T any] struct {
	list []T
	from []origin[T]
	// The numbers of elements of both before copies were put back.
	values, origins int
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
	c.values, c.origins = max(c.values, len(c.list)), max(c.origins, len(c.from))
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

func (c *values[T]) forget() {
	c.list, c.from = emptied(c.list, max(c.values, len(c.list))), emptied(c.from, max(c.origins, len(c.from)))
	c.values, c.origins = 0, 0
}

// savedEntries are copies of entries of maps with a type.
type savedEntries[K comparable, V any] struct {
	list    []savedEntry[K, V]
	entries int // number of elements before copies were put back
}

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
	c.entries = max(c.entries, len(c.list))
	last := len(c.list) - 1
	e := c.list[last]
	delete(e.m, e.key) // its key may be part of the text
	if e.ok {
		e.m[e.key] = e.value
	}
	c.list[last] = savedEntry[K, V]{}
	c.list = c.list[:last]
}

func (c *savedEntries[K, V]) forget() {
	c.list = emptied(c.list, max(c.entries, len(c.list)))
	c.entries = 0
}

// Save copies elements of a list, of which i have been decoded, before they are replaced. It returns the elements before i, with a capacity for those that
// may be replaced now, or nil if decoding cannot go on. Beyond the length of the list, only the next element is copied: what follows may be of another list.
func Save[T any](d *Input, list []T, i int) []T {
	if !d.Saves {
		return list[:i]
	}
	end := max(i+1, min(max(2*i, firstSaved), len(list)))
	switch {
	case i > 0 && saveNext(d, list[i:end]):
	case !saveList(d, list[i:end]):
		return nil
	case !d.Saves:
		return list[:i]
	}
	return list[:i:end]
}

// saveNext copies elements of a list that follow those of the last copy, as part of it. It reports whether they do: the last copy can be of another list, with
// less capacity.
func saveNext[T any](d *Input, list []T) bool {
	s := d.Saved
	if s == nil || len(s.order) == 0 {
		return false
	}
	c, ok := s.types[s.order[len(s.order)-1]].of.(*values[T])
	if !ok {
		return false
	}
	last := &c.from[len(c.from)-1].list
	k := len(*last)
	if k == 0 || k+len(list) > cap(*last) || &(*last)[:k+1][k] != &list[0] || !d.fits(len(list)*int(unsafe.Sizeof(*new(T)))) {
		return false
	}
	c.list, *last = append(c.list, list...), (*last)[:k+len(list)]
	return true
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
	c, ok := copiesIn[values[T]](d, len(list)*int(unsafe.Sizeof(*new(T))), newValues[T])
	if c != nil {
		c.list, c.from = append(c.list, list...), append(c.from, origin[T]{list: list})
	}
	return ok
}

// SaveValue copies what a pointer points to, if it is not nil, before it is replaced. It reports whether decoding can go on.
func SaveValue[T any](d *Input, p *T) bool {
	if !d.Saves || p == nil {
		return true
	}
	c, ok := copiesIn[values[T]](d, int(unsafe.Sizeof(*p)), newValues[T])
	if c != nil {
		c.list, c.from = append(c.list, *p), append(c.from, origin[T]{p: p})
	}
	return ok
}

// SaveEntry copies the entry key of m, if there is one, before it is set. It reports whether decoding can go on.
func SaveEntry[K comparable, V any](d *Input, m map[K]V, key K) bool {
	if !d.Saves {
		return true
	}
	c, ok := copiesIn[savedEntries[K, V]](d, int(unsafe.Sizeof(savedEntry[K, V]{})), newEntries[K, V])
	if c != nil {
		if d.Alias && reflect.TypeFor[K]().Kind() == reflect.String {
			p := (*string)(unsafe.Pointer(&key))
			*p = strings.Clone(*p)
		}
		value, found := m[key]
		c.list = append(c.list, savedEntry[K, V]{m, key, value, found})
	}
	return ok
}

// EndUsed drops the copies. If decoding has failed, it puts them back before.
func (d *Input) EndUsed(failed bool) {
	if failed {
		d.Restore()
	}
	s := d.Saved
	if s == nil {
		return
	}
	used := len(s.order)
	for i := used - 1; i >= 0 && failed; i-- {
		s.types[s.order[i]].restore()
	}
	for _, c := range s.types {
		c.forget()
	}
	s.order, s.size = emptied(s.order, used), 0
	savedPool.Put(s)
}
