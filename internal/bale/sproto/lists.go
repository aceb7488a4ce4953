package sproto

import (
	"math"

	"bale/internal/bale/core"
)

// Integer is the constraint for the elements of a list of integers.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Width returns the width in bytes of the integers in a list: four if all fit in an int32, else eight.
func Width[T Integer](v []T) int {
	wide := uint64(0)
	for _, x := range v {
		wide |= uint64(x)>>31 ^ uint64(Sign(x))
	}
	if wide != 0 {
		return 8
	}
	return 4
}

// Sign returns what x>>31 is for an integer that fits in an int32: 33 copies of the sign bit.
func Sign[T Integer](x T) uint64 {
	if x < 0 {
		return 1<<33 - 1
	}
	return 0
}

// StoreIntegers writes the width and a list of integers of that width. It returns the offset of their end, or -1 if the list has changed
// since the call of [Width], and an integer needs more than four bytes.
func StoreIntegers[T Integer](b core.Buffer, n int, v []T, width int) int {
	core.Put8(b, n, uint8(width))
	n++
	if width == 4 {
		wide := uint64(0)
		for _, x := range v {
			core.Put32(b, n, uint32(x))
			wide |= uint64(x)>>31 ^ uint64(Sign(x))
			n += 4
		}
		if wide != 0 {
			return -1
		}
		return n
	}
	for _, x := range v {
		core.Put64(b, n, uint64(x))
		n += 8
	}
	return n
}

// LoadIntegers decodes integers of a width in bytes, and reports whether all fit in a T. Integers of four bytes are signed. Those of
// eight bytes are signed if T is.
func LoadIntegers[T Integer](b core.Buffer, n int, v []T, width int) bool {
	odd := uint64(0)
	if width == 4 {
		unsigned := ^T(0) > 0
		for i := range v {
			x := int64(int32(core.Get32(b, n)))
			v[i] = T(x)
			odd |= uint64(v[i]) ^ uint64(x)
			if unsigned {
				odd |= uint64(x) >> 63
			}
			n += 4
		}
		return odd == 0
	}
	for i := range v {
		x := core.Get64(b, n)
		v[i] = T(x)
		odd |= uint64(v[i]) ^ x
		n += 8
	}
	return odd == 0
}

// StoreDoubles writes the width 8 and a list of doubles. It returns the offset of their end.
func StoreDoubles[T ~float64](b core.Buffer, n int, v []T) int {
	core.Put8(b, n, 8)
	n++
	for _, x := range v {
		core.Put64(b, n, math.Float64bits(float64(x)))
		n += 8
	}
	return n
}

// StoreFloats is StoreDoubles for numbers of 32 bits.
func StoreFloats[T ~float32](b core.Buffer, n int, v []T) int {
	core.Put8(b, n, 8)
	n++
	for _, x := range v {
		core.Put64(b, n, math.Float64bits(core.Widen32(float32(x))))
		n += 8
	}
	return n
}

// LoadDoubles decodes doubles, and reports whether their width is eight bytes. An empty list may have any width.
func LoadDoubles[T ~float64](b core.Buffer, n int, v []T, width int) bool {
	if width != 8 {
		return len(v) == 0
	}
	for i := range v {
		v[i] = T(math.Float64frombits(core.Get64(b, n)))
		n += 8
	}
	return true
}

// LoadFloats is LoadDoubles for numbers of 32 bits.
func LoadFloats[T ~float32](b core.Buffer, n int, v []T, width int) bool {
	if width != 8 {
		return len(v) == 0
	}
	for i := range v {
		v[i] = T(core.Round32(math.Float64frombits(core.Get64(b, n))))
		n += 8
	}
	return true
}

// StoreBools writes a list of booleans. It returns the offset of their end.
func StoreBools[T ~bool](b core.Buffer, n int, v []T) int {
	for _, x := range v {
		core.Put8(b, n, uint8(core.Bit(bool(x))))
		n++
	}
	return n
}

// LoadBools decodes booleans, and reports whether all bytes are 0 or 1.
func LoadBools[T ~bool](b core.Buffer, n int, v []T) bool {
	odd := uint8(0)
	for i := range v {
		x := core.Get8(b, n+i)
		v[i] = x != 0
		odd |= x
	}
	return odd <= 1
}

// Share takes k elements from a slab. Each takes size bytes of memory and at least minBytes bytes of the message; had is the number of
// elements taken so far. A new slab has room for the elements that are still to come if the rest of the message is like its first n
// bytes, but for at most half of had.
func Share[T any](d *core.Input, slab *core.Slab[T], had *int, k, n, size, minBytes int) []T {
	if k == 0 {
		return []T{}
	}
	*had += k
	if k > slab.Left() {
		slab.Fill(k + d.More(*had, 0, max(n, 64), size, minBytes))
	}
	return slab.Next(k)
}

// Numbers returns how many numbers a list of k bytes at n has, or -1 if it is malformed, and their width in bytes. An empty list may lack
// the byte with the width.
func (d *Input) Numbers(n, k int) (count, width int) {
	if k == 0 {
		return 0, 4
	}
	width = int(core.Get8(core.All(d.B), n))
	if width != 4 && width != 8 || (k-1)%width != 0 {
		return -1, 0
	}
	return (k - 1) / width, width
}

// Count returns the number of elements from n to end, each of which has a size field, or -1 if the last one does not end at end.
func (d *Input) Count(n, end int) int {
	count := 0
	for b := core.All(d.B); n < end; count++ {
		if end-n < 4 {
			return -1
		}
		k := int(core.Get32(b, n))
		if k < 0 || k > end-n-4 {
			return -1
		}
		n += 4 + k
	}
	return count
}
