package json

import (
	"bytes"
	"reflect"
)

// Elements of lists and what pointers point to are taken from slabs: memory for many of one type. Their number is not known in advance: it is
// estimated from the text of the first ones. times says how often the value that is being decoded is expected in the rest of the message.
//
// The memory that no value has is at most three quarters of what values have, and a little more. So a list has an estimated number of elements in memory of its own, and is copied
// if it then needs much less of it. Elements whose types are recursive are decoded in other memory, a stack, and copied when their number is known.

const (
	scanned    = 4    // how many elements are skipped to know their length
	worthwhile = 8192 // the length of the rest of a message from which that is done; with 2048, decoding a Pod of Kubernetes takes 1.13 times as long
	shortList  = 1280 // bytes up to which a list of few elements in a shorter message grows by more than its size
	maxSlack   = 16   // for each byte of the message, the number of bytes for values that are expected at most
	minSlack   = 1024 // bytes in slabs that no value need have
	maxGrowth  = 16   // for each of them, the number of elements that are expected at most
	maxTimes   = 1 << 20
)

// More returns list, which has no free capacity, with more. Its elements so far are between from and n. times is the number of such lists that
// are expected. Until the list is complete, the slab has no elements. It is nil if no value is in the memory of the list.
func More[T any](d *Input, slab *[]T, list []T, times, from, n int) []T {
	k, size := len(list), sizeOf[T]()
	var more []T
	switch rest := *slab; {
	case k == 0 && len(rest) > 0:
		more, *slab = rest[:0], rest[:0:0]
		d.Slack -= cap(more) * size
	case k == 0 && cap(rest) > 0: // see Done
		more, *slab = rest, nil
	default:
		d.Open -= k * size
		if rest != nil {
			d.Slack += k * size
		}
		more, *slab = make([]T, k+d.within(d.expect(k, size, times, from, n), max(k, 1), k, size, times)), nil
		copy(more, list)
	}
	d.Open += cap(more) * size
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
	size := sizeOf[T]()
	d.Open -= cap(list) * size
	d.Slack += cap(list) * size
	d.fill(k * size)
	if *slab == nil && d.unused() < 0 { // the estimate was wrong
		done := append(make([]T, 0, k), list...)
		clear(list)
		d.Slack -= (cap(list) - k) * size
		*slab = list[:0] // memory without values, for the next list
		return done
	}
	*slab = list[k:cap(list)]
	return list[:k:k]
}

// fill subtracts bytes that values have now from those that no value has.
func (d *Input) fill(size int) {
	d.Slack -= size
	d.Filled += size
}

// unused returns how many bytes more no value need have.
func (d *Input) unused() int { return minSlack + d.Filled/4*3 - d.Slack }

// MoreNested is More for elements of a recursive type, which are on a stack, unless they are in the memory of old.
func MoreNested[T any](d *Input, stack *[]T, list, old []T, times, from, n int) []T {
	k, size := len(list), max(sizeOf[T](), 1)
	more := *stack
	if len(more) <= k {
		some := k + max(1, min(firstNested/size, (len(d.B)-n)/8))
		if times < maxTimes { // it is not inside another one
			some = max(some, min(d.expect(k, size, times, from, n), (maxSlack*len(d.B)+4096)/size))
		}
		more = make([]T, k+some)
	}
	*stack = nil
	copy(more, list)
	if k > cap(old) {
		clear(list)
	}
	d.Times = maxTimes
	return more
}

// firstNested is the number of bytes that the stack of elements of a recursive type has at first.
const firstNested = 512

// Nest makes the stack what follows the last element of list, if the elements that it holds are below a larger stack.
func Nest[T any](stack *[]T, list, old []T) {
	if k := cap(list); k > cap(old) && k-len(list) >= len(*stack)-1 {
		*stack = list[len(list):k]
	}
}

// DoneNested is Done for elements of a recursive type. n is the offset after the list. If the destination had a value, the list has memory of its own: see
// NewNested.
func DoneNested[T any](d *Input, slab, stack *[]T, list, old []T, times, n int) []T {
	d.Times = times
	k := len(list)
	if k <= cap(old) {
		return old[:k]
	}
	if free := (cap(list) - k) * sizeOf[T](); !d.Used && times < maxTimes && free <= d.unused() { // it is not above another one on the stack
		d.Slack += free
		d.Filled += k * sizeOf[T]()
		if cap(list)-k > len(*slab) {
			*slab = list[k:cap(list)]
		}
		*stack = nil
		return list[:k:k]
	}
	var done []T
	if d.Used {
		d.Filled += k * sizeOf[T]()
		done = make([]T, k)
	} else {
		done = takeFilled(d, slab, k, n)
	}
	copy(done, list)
	clear(list)
	if cap(list) >= len(*stack) {
		*stack = list[:cap(list)]
	}
	return done
}

// takeFilled takes k elements from a slab. If these are too few, it allocates more for the elements in the rest of the message, from n on.
func takeFilled[T any](d *Input, slab *[]T, k, n int) []T {
	size := sizeOf[T]()
	if k > len(*slab) {
		some := min(float64(d.Filled)*float64(len(d.B)-n)/float64(n), float64(d.unused()))
		fresh := make([]T, k+max(0, int(some)/max(size, 1)))
		d.Slack += len(fresh) * size
		if len(fresh)-k <= len(*slab) {
			d.fill(k * size)
			return fresh[:k:k]
		}
		*slab = fresh
	}
	done := (*slab)[:k:k]
	*slab = (*slab)[k:]
	d.fill(k * size)
	return done
}

// New returns a new value for a pointer to the value at n.
func New[T any](d *Input, slab *[]T, n int) *T {
	if len(*slab) == 0 {
		if d.Times <= 1 {
			d.Filled += sizeOf[T]()
			return new(T)
		}
		*slab = make([]T, d.within(d.expectMore(n), 1, 0, sizeOf[T](), d.Times))
		d.Slack += len(*slab) * sizeOf[T]()
	}
	d.fill(sizeOf[T]())
	p := &(*slab)[0]
	*slab = (*slab)[1:]
	return p
}

// NewNested is New for a value of a recursive type. If the destination had a value, it gets memory of its own: values that are next to each other in memory keep
// each other alive, and those that are no longer used would keep the values of one message after the other.
func NewNested[T any](d *Input, slab *[]T, n int) *T {
	if d.Used {
		d.Filled += sizeOf[T]()
		return new(T)
	}
	return New(d, slab, n)
}

// within returns how many elements of size bytes to allocate after k that there are: n, or less, but at least the given number, if too many bytes would have no values. A
// single list may need less than it gets; see Done. Without a limit, 6.6 GB were allocated for a text of 63 KB.
func (d *Input) within(n, least, k, size, times int) int {
	if times > 1 {
		n = min(n, max(least, d.unused()/max(size, 1)))
	} else if n > least && d.Slack+d.Open+(k+n)*size > maxSlack*len(d.B)+4096 {
		n = least
	}
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
	end := Skip(d.B[:n+worthwhile/8], n)
	if end < 0 {
		end = n + worthwhile/8
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
