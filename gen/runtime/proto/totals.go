package proto

import (
	"math/rand/v2"
	"slices"

	"bale/gen/runtime/core"
)

// Totals are how many elements of each slab the latest messages of a type had. Memory for so many is allocated at once: an Envoy-like configuration
// takes 53 allocations instead of 204, and 0.85 of the time.
type Totals struct {
	messages int
	bytes    int   // their length
	elems    []int // by slab
}

const (
	// maxAhead limits the bytes of memory for elements that a message may not have.
	maxAhead = 4 << 10
	// The first firstTotals messages are counted, and after that one in everyTotal, since processors share the totals.
	firstTotals, everyTotal = 8, 32
	// maxTotals limits the number of messages in Totals. Then the earlier ones count half.
	maxTotals = 16
	// maxTotalsBytes is the maximum length of a message that is counted: in a longer one, the first elements tell how many there are.
	maxTotalsBytes = 1 << 20
)

// Count reports whether the elements of the message are to be counted.
func (d *Input) Count() bool {
	n := len(d.B)
	return 0 < n && n <= maxTotalsBytes && (d.Latest == nil || d.Latest.messages < firstTotals || rand.Uint32()%everyTotal == 0)
}

// Counted returns the totals of the latest messages and this one, which has the given numbers of elements.
func (d *Input) Counted(elems []int) *Totals {
	t, old := &Totals{1, len(d.B), slices.Clone(elems)}, d.Latest
	if old == nil {
		return t
	}
	shift := 0
	if old.messages >= maxTotals {
		shift = 1
	}
	t.messages += old.messages >> shift
	t.bytes += old.bytes >> shift
	for i, k := range old.elems {
		t.elems[i] += k >> shift
	}
	return t
}

// ahead returns how many elements of size bytes from slab i a message like the latest ones has in addition to had, or 0 if it has no more. If they take more
// than maxAhead bytes of memory, or a quarter of what is left, it is fewer: as many as seem to follow in this message.
func (d *Input) ahead(i, had, n, size, least int) int {
	t := d.Latest
	if t == nil || i >= len(t.elems) {
		return 0
	}
	// The product is less than 1<<56: see maxTotalsBytes.
	k := int((uint64(t.elems[i])*uint64(len(d.B))+uint64(t.bytes-1))/uint64(t.bytes)) - had
	if k <= 0 {
		return 0
	}
	if room := uint64(k) * uint64(size); room > maxAhead || room > d.Left/4 {
		k = d.More(had, 1, n, size, least)
	}
	return k
}

// TakeOne is [TakeSome] for one element, which takes less time to allocate than a list of one.
func TakeOne[T any](d *Input, slab *[]T, had *int, i, n, size, least int) *T {
	before := *had
	*had++
	if len(*slab) == 0 {
		k := d.ahead(i, before, n, size, least)
		if k == 0 && uint64(before)*uint64(len(d.B)-n) >= 4*uint64(n) { // as in core.TakeSome
			k = d.More(before, 1, n, size, least)
		}
		if k < 2 {
			return new(T)
		}
		*slab = make([]T, k)
	}
	s := *slab
	*slab = s[1:]
	return &s[0]
}

// TakeSome is [core.TakeSome] for slab i. That function decides if the message has had as many elements as the latest ones.
func TakeSome[T any](d *Input, slab *[]T, had *int, k, i, n, size, least int) []T {
	if k == 0 {
		return []T{}
	}
	if k > len(*slab) {
		switch more := d.ahead(i, *had, n, size, least); {
		case more == 0:
			return core.TakeSome(&d.Input, slab, had, k, n, size, least)
		case more < 4*k: // lists that occur once in a message differ in length
			*had += k
			return make([]T, k)
		default:
			*slab = make([]T, more)
		}
	}
	*had += k
	s := (*slab)[:k:k]
	*slab = (*slab)[k:]
	return s
}
