package json

import (
	"encoding"
	"encoding/json"
	"sync"

	"bale/internal/bale/core"
)

// encoding/json calls no method before it has checked the whole text. The text is not checked first: methods are called when the decoder has read
// it to its end. For a Pod of Kubernetes, checking the text took 19 % of the time.

// maxDelayed is the number of methods that are delayed at most. Before another one, the text is checked.
const maxDelayed = 4096

// A delayed is a call of a method of v with the text between from and end.
type delayed struct {
	v         any // a json.Unmarshaler or an encoding.TextUnmarshaler
	from, end int
	entry     interface{ add() } // of which v is the value, or nil
}

// BeginUsed begins to decode a text into a value that was used before, with copies of what the text replaces. The text is checked first if copies and delayed
// methods could exceed a limit of memory, or if it is the front of others: how many copies may be made depends on its length. BeginUsed reports whether
// decoding can go on.
func (d *Input) BeginUsed() bool {
	if !delays || core.MaxMemory > 0 || !d.Whole {
		return ValidFront(d.B, d.Whole)
	}
	d.Unchecked, d.Saves = true, true
	return true
}

// BeginFresh begins to decode a text into a zero value that has methods, which are delayed unless a list of them could exceed a limit of memory. It reports
// whether decoding can go on.
func (d *Input) BeginFresh() bool {
	if !delays || core.MaxMemory > 0 {
		return ValidFront(d.B, d.Whole)
	}
	d.Unchecked = true
	return true
}

// BeginChecked begins to decode a text into a value that has methods and is not copied. The text is checked first if the value was used before. Otherwise it
// is BeginFresh.
func (d *Input) BeginChecked() bool {
	if d.Used {
		return ValidFront(d.B, d.Whole)
	}
	return d.BeginFresh()
}

// Ended reports whether decoding succeeded: the value ends at n, nothing but white space follows if the text is whole, and no delayed method failed.
func (d *Input) Ended(n int) bool {
	return n >= 0 && (!d.Whole || Space(d.B, n) == len(d.B)) && (!d.Unchecked || d.CallDelayed())
}

// CheckUsed checks the text before what cannot be copied is replaced in a value that was not zero. It reports whether decoding can go on.
func (d *Input) CheckUsed() bool { return !d.Used || d.Check() }

// Method decodes the value at n by the method of v, or delays that.
func (d *Input) Method(v json.Unmarshaler, n int) int {
	end := Skip(d.B, n)
	switch {
	case end < 0 || d.isFull() && !d.Check():
		return -1
	case d.Unchecked:
		d.delay(v, n, end)
	case !succeeds(func() error { return v.UnmarshalJSON(d.B[n:end:end]) }):
		return -1
	}
	return end
}

// MethodText is Method for a string and a method UnmarshalText, which is not called for null.
func (d *Input) MethodText(v encoding.TextUnmarshaler, n int) int {
	if IsNull(d.B, n) {
		return Null(d.B, n)
	}
	if d.isFull() && !d.Check() {
		return -1
	}
	if d.Unchecked {
		end := SkipText(d.B, n)
		if end >= 0 {
			d.delay(v, n, end)
		}
		return end
	}
	text, end := d.TextBytes(n)
	if end < 0 || !succeeds(func() error { return v.UnmarshalText(text) }) {
		return -1
	}
	return end
}

// DelayedPool has lists without elements.
var DelayedPool sync.Pool

// delay adds a call to those that are delayed.
func (d *Input) delay(v any, from, end int) {
	if d.Delayed == nil {
		if list := pooled[[]delayed](&DelayedPool); list != nil {
			d.Delayed = *list
		}
	}
	d.Delayed = append(d.Delayed, delayed{v: v, from: from, end: end})
}

// isFull reports whether no more methods are delayed.
func (d *Input) isFull() bool { return len(d.Delayed) >= maxDelayed }

// Check checks the text and calls the methods that were delayed, unless there is no delay. From then on, methods are called at once. It reports
// whether decoding can go on.
func (d *Input) Check() bool {
	if !d.Unchecked {
		return true
	}
	return ValidFront(d.B, d.Whole) && d.CallDelayed()
}

// CallDelayed calls the methods that were delayed, after the text has been checked. It reports whether there was no error.
func (d *Input) CallDelayed() bool {
	d.Unchecked = false
	return d.Delayed == nil || d.callAll() // which allocates memory
}

// callAll calls the methods that were delayed.
func (d *Input) callAll() bool {
	list := d.Delayed
	d.Delayed = nil
	for _, c := range list {
		u, ok := c.v.(json.Unmarshaler)
		if ok && !succeeds(func() error { return u.UnmarshalJSON(d.B[c.from:c.end:c.end]) }) || !ok && d.MethodText(c.v.(encoding.TextUnmarshaler), c.from) < 0 {
			return false
		}
		if c.entry != nil {
			c.entry.add()
		}
	}
	clear(list)
	list = list[:0]
	DelayedPool.Put(&list)
	return true
}

// succeeds reports whether a call of a method returns no error and does not panic. After a panic, encoding/json decodes the text again and calls the
// method again, when it has set what precedes the value, and nothing else.
func succeeds(call func() error) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return call() == nil
}

// An entry is one of a map, whose value a method decodes.
type entry[K comparable, V any] struct {
	m     map[K]V
	key   K
	value V
}

// add adds the entry to the map.
func (e *entry[K, V]) add() { e.m[e.key] = e.value }

// MethodEntry is Method for the value of a new entry of m.
func MethodEntry[K comparable, V any, P interface {
	*V
	json.Unmarshaler
}](d *Input, m map[K]V, key K, n int) int {
	e := &entry[K, V]{m: m, key: key}
	n = d.Method(P(&e.value), n)
	if n >= 0 && d.Unchecked {
		d.Delayed[len(d.Delayed)-1].entry = e
	} else if n >= 0 {
		e.add()
	}
	return n
}

// Mark returns the index from which delayed methods may have receivers in a list that begins with the memory of old.
func Mark[T any](d *Input, old []T) int {
	if cap(old) > 0 {
		return 0
	}
	return len(d.Delayed)
}

// MoreReceivers is More for a list in which methods have receivers. mark is that of the list.
func MoreReceivers[T any](d *Input, slab *[]T, list []T, times, from, n, mark int) []T {
	more := More(d, slab, list, times, from, n)
	if len(list) > 0 && len(d.Delayed) > mark {
		moveDelayed(d.Delayed[mark:], list, more)
	}
	return more
}

// DoneReceivers is Done for a list in which methods have receivers. mark is that of the list.
func DoneReceivers[T any](d *Input, slab *[]T, list, old []T, times, mark int) []T {
	done := Done(d, slab, list, old, times)
	if len(d.Delayed) > mark && &done[0] != &list[0] {
		moveDelayed(d.Delayed[mark:], list, done)
	}
	return done
}

// MoreNestedReceivers is MoreNested for a list in which methods have receivers. mark is that of the list.
func MoreNestedReceivers[T any](d *Input, stack *[]T, list, old []T, times, from, n, mark int) []T {
	more := MoreNested(d, stack, list, old, times, from, n)
	if len(list) > 0 && len(d.Delayed) > mark {
		moveDelayed(d.Delayed[mark:], list, more)
	}
	return more
}

// DoneNestedReceivers is DoneNested for a list in which methods have receivers. mark is that of the list.
func DoneNestedReceivers[T any](d *Input, slab, stack *[]T, list, old []T, times, n, mark int) []T {
	done := DoneNested(d, slab, stack, list, old, times, n)
	if len(d.Delayed) > mark && &done[0] != &list[0] {
		moveDelayed(d.Delayed[mark:], list, done)
	}
	return done
}
