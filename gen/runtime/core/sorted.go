package core

import (
	"cmp"
	"math"
	"slices"
)

// SortedKeys returns the keys of a map in ascending order.
func SortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	keys := make([]K, 0, len(m))
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

// An Entry is a key of a map with its value.
type Entry[K, V any] struct {
	Key   K
	Value V
}

// SortedEntries returns the entries of a map in the order of their keys. It is for keys that cannot be looked up, such as NaN,
// which is not equal to itself.
func SortedEntries[M ~map[K]V, K comparable, V any](m M, order func(a, b K) int) []Entry[K, V] {
	entries := MapEntries(m)
	slices.SortFunc(entries, func(a, b Entry[K, V]) int { return order(a.Key, b.Key) })
	return entries
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
