package core

import "math/bits"

// A Budget bounds the memory that a decoded value takes. Left is charged for all memory together. Rest bounds lists before their
// elements are read: each element of a list takes some bytes of the message for itself, beside those of the lists in it, so
// all lists together claim no more bytes than the message has. Without Rest, nested lists could each claim the same bytes.
type Budget struct {
	Left  uint64 // bytes of memory that may still be taken
	Rest  uint64 // bytes of the message that no list has claimed
	Empty int    // elements of zero size so far
}

// NewBudget returns the budget for a message of n bytes.
func NewBudget(n int) Budget {
	if MaxMemory > 0 {
		return Budget{Left: uint64(MaxMemory), Rest: uint64(n)}
	}
	return Budget{Left: 64<<20 + 64*uint64(n), Rest: uint64(n)}
}

// Charge charges n elements that take size bytes of memory each, and that claim so many bytes of the message together. It
// returns 0, or the code of an error.
func (d *Budget) Charge(n, size, claim uint64) int {
	if claim > d.Rest {
		return Truncated
	}
	if n > d.Left/size {
		return TooLarge
	}
	d.Left -= n * size
	d.Rest -= claim
	return 0
}

// ChargeBytes is Charge for elements that take so many bytes of memory together. It is inlined, and has no division: a block of
// nine lists is decoded in 0.8 of the time.
func (d *Budget) ChargeBytes(bytes, claim uint64) bool {
	if bytes > d.Left || claim > d.Rest {
		return false
	}
	d.Left -= bytes
	d.Rest -= claim
	return true
}

// Refusal returns the code of the error of ChargeBytes.
func (d *Budget) Refusal(claim uint64) int {
	if claim > d.Rest {
		return Truncated
	}
	return TooLarge
}

// ChargeSlab is Charge for n elements from a slab, which has some left: it charges new slabs, and nothing else. A new slab has
// as many elements as are announced, of which each claims part/8 bytes of the message.
func (d *Budget) ChargeSlab(n uint64, left, announced int, size, part uint64) int {
	if n <= uint64(left) {
		return 0
	}
	n = max(n, uint64(max(announced, 0)))
	return d.Charge(n, size, n*part/8)
}

// ChargeMap is Charge for a map of n entries of size bytes. The map of the runtime has groups of eight slots, each with a byte
// of its own. It is at most 7/8 full, and the number of slots is a power of two. From 1,024 slots on it consists of tables of
// that size, of which those are split that get more than their share.
func (d *Budget) ChargeMap(n, size, claim uint64) int {
	slots := uint64(0)
	if n > 0 {
		slots = 8
	}
	if n > 8 {
		slots = 1 << bits.Len64((8*n+6)/7-1)
	}
	if slots >= 1024 {
		slots *= 2
	}
	if claim > d.Rest {
		return Truncated
	}
	if 1+slots > d.Left/(size+1) || 48+slots*(size+1) > d.Left {
		return TooLarge
	}
	d.Left -= 48 + slots*(size+1)
	d.Rest -= claim
	return 0
}

// Copied charges the bytes of strings. They are no more than those of the message, so they are never refused.
func (d *Budget) Copied(n int) { d.Left -= min(d.Left, uint64(n)) }

// ZeroSize counts elements that take no bytes: no message is long enough to bound them.
func (d *Budget) ZeroSize(n uint64) bool {
	if n > uint64(MaxEmpty-d.Empty) {
		return false
	}
	d.Empty += int(n)
	return true
}
