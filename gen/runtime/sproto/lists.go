package sproto

import (
	"math"

	"bale/gen/runtime/core"
)

// A Integer is what a list of integers holds.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Width is how many bytes each integer of a list takes: four if all fit an int32.
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

// Sign is what the upper 33 bits of an integer are if it fits an int32: its sign, over and over.
func Sign[T Integer](x T) uint64 {
	if x < 0 {
		return 1<<33 - 1
	}
	return 0
}

// StoreIntegers writes a list of integers of so many bytes, and that in front. It returns where they end, or -1 if one has become too
// wide for four bytes since the width was found.
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

// LoadIntegers reads integers of so many bytes, and reports whether they all fit. Those of four are signed, those
// of eight need not be.
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

// StoreDoubles writes a list of doubles, with their width in front.
func StoreDoubles[T ~float32 | ~float64](b core.Buffer, n int, v []T) int {
	core.Put8(b, n, 8)
	n++
	for _, x := range v {
		core.Put64(b, n, math.Float64bits(float64(x)))
		n += 8
	}
	return n
}

// LoadDoubles reads doubles, which are of eight bytes.
func LoadDoubles[T ~float32 | ~float64](b core.Buffer, n int, v []T, width int) bool {
	if width != 8 {
		return len(v) == 0
	}
	for i := range v {
		v[i] = T(math.Float64frombits(core.Get64(b, n)))
		n += 8
	}
	return true
}

// StoreBools writes a list of booleans.
func StoreBools[T ~bool](b core.Buffer, n int, v []T) int {
	for _, x := range v {
		core.Put8(b, n, uint8(core.Bit(bool(x))))
		n++
	}
	return n
}

// LoadBools reads booleans, and reports whether they are 0 and 1.
func LoadBools[T ~bool](b core.Buffer, n int, v []T) bool {
	odd := uint8(0)
	for i := range v {
		x := core.Get8(b, n+i)
		v[i] = x != 0
		odd |= x
	}
	return odd <= 1
}

// Share takes k elements, of size bytes of memory each and least bytes of the message or more: out of a slab, which has room for as many as are to
// come if the rest of the message is like its beginning, but no more than sixteen times those that have been.
func Share[T any](d *core.Input, slab *[]T, had *int, k, n, size, least int) []T {
	if k == 0 {
		return []T{}
	}
	*had += k
	if k > len(*slab) {
		*slab = make([]T, k+d.More(*had, 0, max(n, 64), size, least))
	}
	s := (*slab)[:k:k]
	*slab = (*slab)[k:]
	return s
}

// Numbers is how many numbers a list of k bytes has, and how wide they are: -1 for none that can be. An empty list may
// be without the byte that says so.
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

// Count is how many elements there are from n to end, each with its size in front; -1 if they do not end there.
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
