package core

import (
	"fmt"
	"math/bits"
)

// An Output is the state of encoding a value: what is known before it is written, and where its bytes may be.
type Output struct {
	Err     error   // the first error
	Depth   int     // nesting depth of recursive values
	Empty   int     // number of elements of zero size
	End     int     // end of the bytes that may be written
	Direct  bool    // the message is written to the memory that is returned, without a copy
	Scratch *[]byte // memory from the pool, or nil
	Kept    *Kept   // nil if nothing has been kept
	Sized   uint64  // a hash of the numbers that SizedParts has got
	Written uint64  // the same for WrittenParts
}

// A Kept holds the results of custom methods between the pass that computes sizes and the pass that writes.
type Kept struct {
	Bytes   []byte // what methods returned, one after the other
	Lens    []int  // their lengths; -1 stands for nil
	From    int    // offset in Bytes of the next result
	Next    int    // index in Lens of the next result
	Entries []any  // entries of maps that hold custom values

	FirstBytes [64]byte // first memory of Bytes and Lens, so that a few values need no more allocations
	FirstLens  [4]int
}

// Core returns e, also for a type that embeds e.
func (e *Output) Core() *Output { return e }

// Keeper returns e.Kept, which it creates if necessary.
func (e *Output) Keeper() *Kept {
	if e.Kept == nil {
		e.Kept = new(Kept)
		e.Kept.Bytes, e.Kept.Lens = e.Kept.FirstBytes[:0], e.Kept.FirstLens[:0]
	}
	return e.Kept
}

// Enter increments the nesting depth, and reports whether encoding can go on.
func (e *Output) Enter() bool {
	if e.Depth++; e.Depth > MaxDepth {
		e.Refuse(Errors[TooDeep])
	}
	return e.Err == nil
}

// ZeroSize counts n elements of zero size.
func (e *Output) ZeroSize(n int) {
	if e.Empty += n; e.Empty > MaxEmpty {
		e.Refuse(Errors[TooMany])
	}
}

// Refuse records an error, unless there is one.
func (e *Output) Refuse(err error) {
	if e.Err == nil {
		e.Err = err
	}
}

// Changed records the error for a value that is not as it was when its size was computed, and may take more bytes. After that, no bytes fit and nothing
// more is written. It returns n.
//
//go:noinline
func (e *Output) Changed(path string, n int) int {
	if e.Err == nil {
		e.Err = PlacedError("%s: the value changed while it was being encoded", path)
	}
	e.End = -1
	return n
}

// SizedParts records how many parts with kept results a value has, such as the length of a list, in the pass that computes sizes.
func (e *Output) SizedParts(n uint64) { e.Sized = HashPart(e.Sized, n) }

// WrittenParts records the same in the pass that writes. Results are written in the order in which they were kept, so if the numbers differ, they
// are written for other values than those whose methods returned them.
func (e *Output) WrittenParts(n uint64) { e.Written = HashPart(e.Written, n) }

// HashPart returns the hash h with the number n added.
func HashPart(h, n uint64) uint64 { return bits.RotateLeft64((h^(n+1))*0x9e3779b97f4a7c15, 29) }

// Failed reports whether encoding has failed, at its end. It records an error if the kept results have not all been written, or for other values. If
// nothing has been kept, as in a single pass, the numbers of parts do not matter.
func (e *Output) Failed(path string) bool {
	if k := e.Kept; k != nil && (e.Sized != e.Written || k.Next < len(k.Lens) || len(k.Entries) > 0) {
		e.Changed(path, 0)
	}
	return e.Err != nil
}

// Keep keeps a copy of b, which the method of a custom type returned, so that the method is not called again for writing. It
// returns b.
func (e *Output) Keep(b []byte, err error) []byte {
	if err != nil {
		e.Refuse(err)
		return nil
	}
	n := len(b)
	if b == nil {
		n = -1
	}
	k := e.Keeper()
	k.Bytes, k.Lens = append(k.Bytes, b...), append(k.Lens, n)
	return b
}

// Decodable returns a function that passes on the result of a marshal method. It turns the result into an error if the type cannot decode
// it. unmarshal is the method of a new value.
func Decodable(unmarshal func([]byte) error) func(b []byte, err error) ([]byte, error) {
	return func(b []byte, err error) ([]byte, error) {
		if err == nil {
			if err = unmarshal(b); err != nil {
				err = fmt.Errorf("its marshal method returned what its unmarshal method refuses: %w", err)
			}
		}
		return b, err
	}
}

// TryEmpty returns an error if an unmarshal method refuses to decode no bytes, or panics. Many marshal methods return no bytes for the zero
// value, and some of their counterparts refuse them.
//
//go:noinline
func TryEmpty(unmarshal func([]byte) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("its unmarshal method panics if there are no bytes, as its marshal method returns: %v", r)
		}
	}()
	_, err = Decodable(unmarshal)(nil, nil)
	return err
}

// NextKept returns the results that Keep has kept, in the same order.
func (e *Output) NextKept(path string) []byte {
	c := e.Keeper()
	if c.Next >= len(c.Lens) {
		e.Changed(path, 0)
		return nil
	}
	n := c.Lens[c.Next]
	c.Next++
	switch {
	case n < 0:
		return nil
	case n == 0:
		return []byte{}
	}
	b := c.Bytes[c.From : c.From+n : c.From+n]
	c.From += n
	return b
}

// KeepEntries keeps the entries of a map with custom values, because the next loop over the map may have another order. It returns
// the entries.
func KeepEntries[K, V any](e *Output, entries []Entry[K, V]) []Entry[K, V] {
	k := e.Keeper()
	k.Entries = append(k.Entries, entries)
	return entries
}

// KeptEntries returns the entries that KeepEntries has kept, in the same order.
func KeptEntries[K, V any](e *Output, path string) []Entry[K, V] {
	k := e.Keeper()
	if len(k.Entries) == 0 {
		e.Changed(path, 0)
		return nil
	}
	entries, ok := k.Entries[0].([]Entry[K, V])
	if k.Entries = k.Entries[1:]; !ok {
		e.Changed(path, 0)
	}
	return entries
}

// MapEntries returns the entries of a map, or nil for a nil map.
func MapEntries[M ~map[K]V, K comparable, V any](m M) []Entry[K, V] {
	if m == nil {
		return nil
	}
	entries := make([]Entry[K, V], 0, len(m))
	for k, v := range m {
		entries = append(entries, Entry[K, V]{k, v})
	}
	return entries
}
