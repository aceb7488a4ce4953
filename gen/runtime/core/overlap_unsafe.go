//go:build !balesafe

package core

import "unsafe"

// Overlaps reports whether x shares memory with the message b, so that writing to x could change the message.
func Overlaps[T ~[]byte](x T, b []byte) bool {
	p, q := uintptr(unsafe.Pointer(unsafe.SliceData(x))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return p < q+uintptr(cap(b)) && q < p+uintptr(cap(x))
}

// Ascends reports whether a piece of memory of size bytes begins at or after end, where the previous piece ends. It sets end to the
// end of this piece.
func Ascends(end *uintptr, p unsafe.Pointer, size uintptr) bool {
	ok := uintptr(p) >= *end
	*end = uintptr(p) + size
	return ok
}

// An Apart determines whether pieces of memory are disjoint. It keeps the address intervals of the pieces so far. Pieces that were
// allocated together have ascending addresses, which takes two comparisons.
//
// The addresses are numbers, so they become wrong if a stack moves. No stack moves between two calls: the methods do not check the
// stack, and the functions that call them in a loop call nothing else.
type Apart struct {
	end, stop uintptr // the interval of the last piece ends at end, and can grow up to stop
	in        int     // its index
	n         int     // number of intervals
	from, to  [4]uintptr
}

// Next adds a piece of memory of size bytes, and reports whether it is known to be disjoint from all previous pieces.
//
//go:nosplit
func (a *Apart) Next(p unsafe.Pointer, size uintptr) bool {
	if uintptr(p) >= a.end && uintptr(p)+size <= a.stop {
		a.end = uintptr(p) + size
		return true
	}
	return a.other(uintptr(p), uintptr(p)+size)
}

// other starts a new interval, or extends the nearest one below if there are too many. A piece inside an interval may be shared.
//
//go:nosplit
func (a *Apart) other(from, to uintptr) bool {
	if from == to {
		return true
	}
	if a.n > 0 {
		a.to[a.in] = a.end
	}
	stop, below := ^uintptr(0), -1
	for i := 0; i < a.n; i++ {
		switch {
		case a.to[i] <= from:
			if below < 0 || a.to[i] > a.to[below] {
				below = i
			}
		case to <= a.from[i]:
			stop = min(stop, a.from[i])
		default:
			return false
		}
	}
	if a.n < len(a.from) {
		below = a.n
		a.from[below] = from
		a.n++
	} else if below < 0 {
		return false
	}
	a.in, a.end, a.stop = below, to, stop
	return true
}
