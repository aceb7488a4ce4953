package proto

import (
	"math/rand/v2"

	"bale/internal/bale/core"
)

// Totals are how many elements of each slab the latest messages of a type had. Memory for so many is allocated at once: an Envoy-like configuration
// takes 57 allocations instead of 204, and 0.88 of the time.
type Totals struct {
	messages int
	elems    []int // by slab, the sum of the numbers in perBytes bytes of each message, so that a long message counts as much as a short one
}

const (
	// The first firstTotals messages are counted, and after that one in everyTotal, since processors share the totals.
	firstTotals, everyTotal = 8, 32
	// maxTotals limits the number of messages in Totals. Then the earlier ones count half.
	maxTotals = 16
	// maxTotalsBytes is the maximum length of a message that is counted: in a longer one, the first elements tell how many there are.
	maxTotalsBytes = 1 << 20
	perBytes       = 1 << 20
	// maxAhead limits the memory that is allocated for a slab at once, and aheadPerByte that for all slabs of a message, for each of its bytes. An
	// Envoy-like configuration takes 10 bytes of memory for one of the message.
	maxAhead, aheadPerByte = 4 << 10, 8
)

// Count reports whether the elements of the message are to be counted.
func (d *Input) Count() bool {
	n := len(d.B)
	return 0 < n && n <= maxTotalsBytes && (d.Latest == nil || d.Latest.messages < firstTotals || rand.Uint32()%everyTotal == 0)
}

// Counted returns the totals of the latest messages and this one, which has the given numbers of elements.
func (d *Input) Counted(elems []int) *Totals {
	t := &Totals{1, make([]int, len(elems))}
	for i, k := range elems {
		t.elems[i] = int(uint64(k) * perBytes / uint64(len(d.B)))
	}
	if old := d.Latest; old != nil {
		shift := 0
		if old.messages >= maxTotals {
			shift = 1
		}
		t.messages += old.messages >> shift
		for i, k := range old.elems {
			t.elems[i] += k >> shift
		}
	}
	return t
}

// ahead returns how many elements of size bytes from slab i a message like the latest ones has in addition to had. It returns 0 if there are no more, or if
// their memory would exceed a limit. For a result of few or more, the caller allocates memory.
func (d *Input) ahead(i, had, few, size int) int {
	t := d.Latest
	if t == nil || i >= len(t.elems) {
		return 0
	}
	whole := uint64(t.messages) * perBytes
	k := int((uint64(t.elems[i])*uint64(len(d.B))+whole-1)/whole) - had
	if k <= 0 {
		return 0
	}
	if k < few {
		return k
	}
	room := uint64(k) * uint64(size)
	if all := d.Early + room; room > maxAhead || all > aheadPerByte*uint64(len(d.B)) || all > d.Left/4 {
		return 0
	}
	d.Early += room
	return k
}

// TakeOne is [TakeSome] for one element, which takes less time to allocate than a list of one.
func TakeOne[T any](d *Input, slab *core.Slab[T], had *int, i, n, size, least int) *T {
	before := *had
	*had++
	if slab.Left() == 0 {
		k := d.ahead(i, before, 2, size)
		if k == 0 && uint64(before)*uint64(len(d.B)-n) >= 4*uint64(n) { // as in core.TakeSome
			k = d.More(before, 1, n, size, least)
		}
		if k < 2 {
			return new(T)
		}
		slab.Fill(k)
	}
	return &slab.Next(1)[0]
}

// TakeSome takes k elements of size bytes of memory each from slab i, for a list of a message that ends at end. A list of the outermost message gets memory
// of its own, and is not counted: ResetProto keeps it, and other lists in it would keep what they hold alive. [core.TakeSome] decides if the message has had as many
// elements as the latest ones, or memory for those would exceed a limit.
func TakeSome[T any](d *Input, slab *core.Slab[T], had *int, k, i, n, end, size, least int) []T {
	switch {
	case k == 0:
		return []T{}
	case end == len(d.B):
		return make([]T, k)
	case k > slab.Left():
		switch more := d.ahead(i, *had, 2*k, size); {
		case more == 0:
			return core.TakeSome(&d.Input, slab, had, k, n, size, least)
		case more < 2*k: // lists that occur once in a message differ in length
			*had += k
			return make([]T, k)
		default:
			slab.Fill(more)
		}
	}
	*had += k
	return slab.Next(k)
}
