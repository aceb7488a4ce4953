package json

import (
	"bytes"
	"reflect"
	"sync"
)

// Elements of lists and what pointers point to are taken from slabs: memory for many of one type. Their number is not known in advance: it is
// estimated from the text of the first ones. times says how often the value that is being decoded is expected in the rest of the message.

const (
	scanned    = 4    // how many elements are skipped to know their length
	worthwhile = 8192 // the length of the rest of a message from which that is done; with 2048, decoding a Pod of Kubernetes takes 1.13 times as long
	shortList  = 1280 // bytes up to which a list of few elements in a shorter message grows by more than its size
	maxSlack   = 16   // for each byte of the message, the number of bytes for values that are expected at most
	maxGrowth  = 16   // for each of them, the number of elements that are expected at most
	maxTimes   = 1 << 20
)

// More returns list, which has no free capacity, with more. Its elements so far are between from and n. times is the number of such lists that
// are expected.
func More[T any](d *Input, slab *[]T, list []T, times, from, n int) []T {
	k := len(list)
	if len(*slab) <= k {
		*slab = make([]T, k+d.within(d.expect(k, sizeOf[T](), times, from, n), max(k, 1), k, sizeOf[T]()))
	}
	more := (*slab)[:k:len(*slab)]
	*slab = nil // it belongs to the list until it is complete
	copy(more, list)
	d.Times = int(min(uint64(times)*uint64(cap(more)-k), maxTimes))
	return more
}

// Done returns the complete list, whose memory was that of old unless it is from a slab. The rest of the slab is free again.
func Done[T any](d *Input, slab *[]T, list, old []T, times int) []T {
	d.Times = times
	k := len(list)
	if k <= cap(old) {
		return old[:k] // which may have more capacity than list; see Save
	}
	d.Slack -= k * sizeOf[T]()
	if times <= 1 && k < cap(list)/4 {
		return append(make([]T, 0, k), list...) // the estimate was wrong
	}
	if cap(list)-k > len(*slab) {
		*slab = list[k:cap(list)]
	}
	return list[:k:k]
}

// New returns a new value for a pointer to the value at n.
func New[T any](d *Input, slab *[]T, n int) *T {
	if len(*slab) == 0 {
		if d.Times <= 1 {
			return new(T)
		}
		*slab = make([]T, d.within(d.expectMore(n), 1, 0, sizeOf[T]()))
	}
	d.Slack -= sizeOf[T]()
	p := &(*slab)[0]
	*slab = (*slab)[1:]
	return p
}

// SlabPool has cleared slabs.
var SlabPool sync.Pool

// TakeSlabs returns slabs from the pool.
func TakeSlabs[T any]() *T {
	if s := pooled[T](&SlabPool); s != nil {
		return s
	}
	return new(T)
}

// FreeSlabs puts slabs back into the pool, without their memory, which may be next to that of values.
func FreeSlabs[T any](s *T) {
	*s = *new(T)
	SlabPool.Put(s)
}

// within returns n, or least if d.Slack would be too large with k+n values of size bytes, and adds those to it. Without that, lists of a recursive type
// would each allocate for the whole rest of the message: 6.6 GB for a text of 63 KB.
func (d *Input) within(n, least, k, size int) int {
	if n > least && d.Slack+(k+n)*size > maxSlack*len(d.B)+4096 {
		n = least
	}
	d.Slack += (k + n) * size
	return n
}

// expect returns how many further elements of size bytes to allocate at once. k of them are between from and n.
func (d *Input) expect(k, size, times, from, n int) int {
	b := d.B
	complete := false
	seen, short := k, len(b)-n < worthwhile
	if k == 0 {
		if short {
			return max(1, min(4*times, 256/max(size, 1)))
		}
		seen, n, complete = d.scan(n)
	}
	if seen == 0 {
		return max(1, min(4, 1024/max(size, 1)))
	}
	fit := uint64(seen) * uint64(len(b)-from) / uint64(n-from)
	limit := uint64(seen) * uint64(times)
	switch {
	case complete:
	case short && seen < 8:
		limit = max(2*limit, min(maxGrowth*limit, uint64(shortList/max(size, 1))))
	case from <= len(b)/64: // it is probably most of the message
		limit *= maxGrowth * maxGrowth
	default:
		limit *= maxGrowth
	}
	fit = min(fit+fit/16+1, limit, uint64(len(b)-from))
	return max(int(fit)-k, max(k, 1))
}

func sizeOf[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// expectMore returns how many values like the one at n to allocate at once.
func (d *Input) expectMore(n int) int {
	if len(d.B)-n < worthwhile {
		return min(d.Times, 4)
	}
	b := d.B[:n+(len(d.B)-n)/8]
	end := Skip(b, n)
	if end < 0 {
		return 1
	}
	return max(1, min(d.Times, (len(d.B)-n)/(end-n)))
}

// scan returns the number of the first elements at n, the offset after them, and whether the list ends there.
func (d *Input) scan(n int) (int, int, bool) {
	b := d.B[:n+(len(d.B)-n)/8]
	for i := range scanned {
		end := Skip(b, n)
		if end < 0 {
			return i, n, false
		}
		if end = Space(b, end); end >= len(b) || b[end] != ',' {
			return i + 1, end, end < len(b)
		}
		n = Space(b, end+1)
	}
	return scanned, n, false
}

// Scalars returns a list without free capacity with room for the elements at n, whose texts have no commas and brackets.
func Scalars[T any](d *Input, list []T, n int) []T {
	b := d.B[n:]
	if end := bytes.IndexByte(b, ']'); end >= 0 {
		b = b[:end]
	}
	k := len(list)
	return append(take[T](d, k+bytes.Count(b, []byte{','})+1, n)[:0], list...)
}
