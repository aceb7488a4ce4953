package core

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// SortedKeys returns the keys of a map in ascending order. They are in the memory of keys, which is empty, if its capacity suffices.
func SortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M, keys []K) []K {
	if len(m) > cap(keys) {
		keys = make([]K, 0, len(m))
	}
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// SortedKeysBy returns the keys of a map in the order that a function defines.
func SortedKeysBy[M ~map[K]V, K comparable, V any](m M, order func(a, b K) int) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, order)
	return keys
}

// An Entry is a key of a map with its element.
type Entry[K, V any] struct {
	Key  K
	Elem V
}

// SortedEntries returns the entries of a map in the order of their keys. It is for keys that cannot be looked up, such as NaN,
// which is not equal to itself.
func SortedEntries[M ~map[K]V, K comparable, V any](m M, order func(a, b K) int) []Entry[K, V] {
	entries := MapEntries(m)
	slices.SortFunc(entries, func(a, b Entry[K, V]) int { return order(a.Key, b.Key) })
	return entries
}

// OrderedEntries returns the entries of a map in ascending order of their keys, none of which is NaN. They are in the memory of entries, which is
// empty, if its capacity suffices.
func OrderedEntries[M ~map[K]V, K cmp.Ordered, V any](m M, entries []Entry[K, V]) []Entry[K, V] {
	if len(m) > cap(entries) {
		entries = make([]Entry[K, V], 0, len(m))
	}
	for k, v := range m {
		entries = append(entries, Entry[K, V]{k, v})
	}
	SortEntries(entries, 2*bits.Len(uint(len(entries))))
	return entries
}

// SortEntries sorts entries by their keys, no two of which are equal. It is a quicksort that uses slices.SortFunc after a number of bad partitions. For
// 30 to 20,000 keys that are strings, it takes 0.6 to 0.8 of the time of slices.SortFunc, which calls a function to compare two keys (2026-11-29).
func SortEntries[K cmp.Ordered, V any](s []Entry[K, V], limit int) {
	for len(s) > 12 {
		if limit--; limit < 0 {
			slices.SortFunc(s, func(a, b Entry[K, V]) int { return cmp.Compare(a.Key, b.Key) })
			return
		}
		m := len(s) / 2
		if a, b, c := s[0].Key, s[m].Key, s[len(s)-1].Key; (a < b) != (b < c) { // b is not between the others
			if m = 0; (a < b) != (c < a) {
				m = len(s) - 1
			}
		}
		s[0], s[m] = s[m], s[0]
		i, j := 1, len(s)-1
		for pivot := s[0].Key; ; i, j = i+1, j-1 {
			// Without i <= j, a key whose memory changes could let i or j leave the list.
			for i <= j && s[i].Key < pivot {
				i++
			}
			for i <= j && pivot < s[j].Key {
				j--
			}
			if i >= j {
				break
			}
			s[i], s[j] = s[j], s[i]
		}
		s[0], s[j] = s[j], s[0]
		SortEntries(s[:j], limit)
		s = s[j+1:]
	}
	for i := 1; i < len(s); i++ {
		x, j := s[i], i
		for ; j > 0 && x.Key < s[j-1].Key; j-- {
			s[j] = s[j-1]
		}
		s[j] = x
	}
}

// ByFloat compares floats. NaN comes first; NaNs are ordered by their bits.
func ByFloat[T ~float32 | ~float64](a, b T) int {
	if a != a && b != b {
		return cmp.Compare(math.Float64bits(float64(a)), math.Float64bits(float64(b)))
	}
	return cmp.Compare(a, b)
}

// ByBool compares bools. false comes first.
func ByBool[T ~bool](a, b T) int {
	switch {
	case a == b:
		return 0
	case bool(b):
		return -1
	}
	return 1
}
