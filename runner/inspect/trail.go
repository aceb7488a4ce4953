package inspect

import "reflect"

// MaxDepth is the number of pointers, slices, maps and interfaces inside each other that recursive functions follow. A level takes up to 2 kB of the
// stack, of which Go allows 1 GB.
const MaxDepth = 50_000

// unnoted is the number of pairs that a Trail does not note. Most values have fewer, and noting a pair takes longer than comparing two numbers.
const unnoted = 1000

// A Trail tells a recursive function that compares two values which pairs of their parts it has compared already: values may be cyclic.
type Trail struct {
	pairs, depth int
	seen         map[[2]memoryRange]bool
}

// Enter reports whether what a and b, pointers, slices, maps or interfaces of one type, refer to is to be compared. If it is, Leave must be called
// afterwards.
func (t *Trail) Enter(a, b reflect.Value) bool {
	if t.pairs++; t.pairs > unnoted && a.Kind() != reflect.Interface && HoldsItself(a.Type()) {
		p := [2]memoryRange{rangeOf(a), rangeOf(b)}
		if t.seen[p] {
			return false
		}
		if t.seen == nil {
			t.seen = map[[2]memoryRange]bool{}
		}
		t.seen[p] = true
	}
	t.depth++
	return true
}

// Leave is called after Enter.
func (t *Trail) Leave() { t.depth-- }

// TooDeep reports whether the function is inside of more than MaxDepth calls of Enter.
func (t *Trail) TooDeep() bool { return t.depth > MaxDepth }
