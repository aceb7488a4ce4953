package cbor

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"bale/internal/bale/core"
)

// Short records the error for a value at n that is not of the kind want, that is malformed, or that is missing because the message ends. It
// returns -1.
func (d *Input) Short(n int, want string) int {
	if n >= len(d.B) {
		return d.Stop(core.Truncated, "", n)
	}
	found := Kind(d.B[n])
	d.Irregular = found != "" && (d.B[n]>>5 == 6 || d.B[n]&0x1f == 31) // a tag, or a length that is not definite
	if want != "" && found != "" {
		return d.Unlike(n, want, found)
	}
	return d.Stop(core.Malformed, "", n)
}

// Kind returns the kind of an item that begins with c, or "" if it is malformed.
func Kind(c byte) string {
	major, info := c>>5, c&31
	switch {
	case 28 <= info && info <= 30 || info == 31 && (major < 2 || major > 5):
		return ""
	case major == 7 && info < 24:
		switch info {
		case 20, 21:
			return "a bool"
		case 22, 23:
			return "null"
		}
		return "a simple value"
	case major == 7 && info == 24:
		return "a simple value"
	}
	return [...]string{"an integer", "an integer", "a byte string", "a text string", "an array", "a map", "a tag", "a float"}[major]
}

// Null reports whether the value at n is null or undefined.
func (d *Input) Null(n int) bool { return n < len(d.B) && d.B[n]|1 == 0xf7 }

// Methods that decode a value at n return its end offset, or -1 after an error. null decodes as zero.

// Head decodes the head at n, of any form with a definite length: the major type and the argument.
func (d *Input) Head(n int) (major byte, x uint64, end int) {
	if n >= len(d.B) {
		return 0, 0, d.Stop(core.Truncated, "", n)
	}
	major, x = d.B[n]>>5, uint64(d.B[n]&0x1f)
	if x < 24 {
		return major, x, n + 1
	} else if x > 27 {
		return 0, 0, d.Short(n, "")
	}
	if end = n + 1 + 1<<(x-24); end > len(d.B) {
		return 0, 0, d.Stop(core.Truncated, "", len(d.B))
	}
	x = 0
	for _, c := range d.B[n+1 : end] {
		x = x<<8 | uint64(c)
	}
	if d.B[n] == 0xf8 && x < 32 { // a simple value that has a shorter form, which is the only one allowed
		return 0, 0, d.Short(n, "")
	}
	return major, x, end
}

// Count decodes the head at n of k bytes, elements or entries, each of at least size bytes. The major type is of or, for bytes, one more. k is
// -1 for null.
func (d *Input) Count(n int, of byte, size uint64) (k, end int) {
	if d.Null(n) {
		return -1, n + 1
	}
	major, x, end := d.Head(n)
	switch {
	case end < 0:
		return 0, -1
	case major != of && (of != 2 || major != 3):
		return 0, d.Short(n, [...]string{2: "a byte string or a text string", 4: "an array", 5: "a map"}[of])
	case x > uint64(len(d.B)-end)/size:
		return 0, d.Stop(core.Truncated, "", len(d.B))
	}
	return int(x), end
}

// Bytes decodes the head of the bytes or the text at n. k is -1 after an error.
func (d *Input) Bytes(n int) (from, k int) {
	if len(d.B)-n > 1 && d.B[n]&^0x20 == 0x58 && int(d.B[n+1]) <= len(d.B)-n-2 {
		return n + 2, int(d.B[n+1])
	}
	if k, from = d.Count(n, 2, 1); from < 0 {
		return 0, -1
	}
	return from, max(k, 0)
}

// List decodes the head of the list at n.
func (d *Input) List(n int) (k, from int) { return d.Count(n, 4, 1) }

// MapLen decodes the head of the map at n.
func (d *Input) MapLen(n int) (k, from int) { return d.Count(n, 5, 2) }

// IsList reports whether the value at n is a list.
func (d *Input) IsList(n int) bool { return n < len(d.B) && d.B[n]>>5 == 4 }

// Fields decodes the head of the struct at n. bare reports that the fields have no names, since the struct is a list.
func (d *Input) Fields(n int) (k int, bare bool, from int) {
	if d.IsList(n) {
		k, from = d.List(n)
		return k, true, from
	}
	k, from = d.MapLen(n)
	return max(k, 0), false, from
}

// Key decodes the name of a field at n. A name that is an integer is returned as a byte that is not in any text, and its digits. Other values
// cannot be names, and are returned as nil.
func (d *Input) Key(n int) ([]byte, int) {
	major, x, end := d.Head(n)
	switch {
	case end < 0:
		return nil, -1
	case major == 6:
		return nil, d.Short(n, "")
	case major == 3 && x <= uint64(len(d.B)-end):
		return d.B[end : end+int(x)], end + int(x)
	case major == 0:
		return strconv.AppendUint(append(d.Name[:0], 0xff), x, 10), end
	case major == 1 && x < 1<<63:
		return strconv.AppendInt(append(d.Name[:0], 0xff), int64(^x), 10), end
	}
	return nil, d.Skip(n)
}

// Number returns the integer at n and its entry in [Gets], or zeros if it is incomplete or the message has fewer than eight bytes before it: it
// loads the eight bytes that end with the integer.
func (d *Input) Number(b core.Buffer, n int) (x uint64, w uint32) {
	if n < 8 || n >= len(d.B) {
		return 0, 0
	}
	w = Gets[core.Get8(b, n)]
	end := n + int(w>>24)
	if end > len(d.B) {
		return 0, 0
	}
	return Unpack(core.Get64(b, end-8)>>(w&63), w), w
}

// Integer decodes the integer at n: x, or -1-x if it is negative. Errors say that a value of the kind want is expected.
func (d *Input) Integer(n int, want string) (x uint64, negative bool, end int) {
	if d.Null(n) {
		return 0, false, n + 1
	}
	major, x, end := d.Head(n)
	if end >= 0 && major > 1 {
		return 0, false, d.Short(n, want)
	}
	return x, major == 1, end
}

// Int decodes the signed integer at n, which must fit in size bits.
func (d *Input) Int(n, size int) (uint64, int) {
	x, negative, end := d.Integer(n, "an integer")
	if end >= 0 && x>>(size-1) != 0 {
		return 0, d.Stop(core.Overflow, "", n)
	}
	return x ^ -core.Bit(negative), end
}

// Uint is Int for unsigned integers.
func (d *Input) Uint(n, size int) (uint64, int) {
	x, negative, end := d.Integer(n, "an integer")
	if end >= 0 && (negative || x<<(64-size)>>(64-size) != x) {
		return 0, d.Stop(core.Overflow, "", n)
	}
	return x, end
}

// Float64 decodes the number at n: a float of any form, or an integer that a float represents exactly.
func (d *Input) Float64(n int) (float64, int) {
	if len(d.B)-n >= 9 && d.B[n] == 0xfb {
		return math.Float64frombits(binary.BigEndian.Uint64(d.B[n+1:])), n + 9
	}
	if n < len(d.B) && 0xf9 <= d.B[n] && d.B[n] <= 0xfb {
		_, x, end := d.Head(n)
		if d.B[n] == 0xf9 {
			return core.Widen32(core.Widen16(uint16(x))), end
		}
		return core.Widen32(math.Float32frombits(uint32(x))), end
	}
	x, negative, end := d.Integer(n, "a number")
	sign := 1.0
	if negative {
		sign = -1
		x++
	}
	switch {
	case negative && x == 0 && end >= 0:
		return -(1 << 64), end
	case bits.Len64(x)-bits.TrailingZeros64(x) > 53:
		return 0, d.Stop(core.Overflow, "", n)
	}
	return sign * float64(x), end
}

// Float32 is Float64 for a number of 32 bits. A float of 64 bits that is in range is rounded.
func (d *Input) Float32(n int) (float32, int) {
	x, end := d.Float64(n)
	f, exact := core.Narrow32(x)
	if end >= 0 && !exact {
		if f = core.Round32(x); d.B[n]>>5 != 7 || math.IsInf(float64(f), 0) {
			return 0, d.Stop(core.Overflow, "", n)
		}
	}
	return f, end
}

// Bool decodes the bool at n.
func (d *Input) Bool(n int) (bool, int) {
	if n < len(d.B) && (d.B[n]|1 == 0xf5 || d.Null(n)) {
		return d.B[n] == 0xf5, n + 1
	}
	return false, d.Short(n, "a bool")
}

// Complex decodes the complex number at n, a list of two numbers.
func (d *Input) Complex(n int) (complex128, int) {
	k, end := d.List(n)
	switch {
	case k < 0 || end < 0:
		return 0, end
	case k != 2:
		return 0, d.OtherLength(n, k, 2)
	}
	re, end := d.Float64(end)
	if end < 0 {
		return 0, -1
	}
	im, end := d.Float64(end)
	return complex(re, im), end
}

// Nils returns how many nested pointers at n are not nil before one that is, and the offset after them. It returns -1 and n if the
// value at n is not a nil.
func (d *Input) Nils(n int) (level, from int) {
	if d.Level > 0 {
		d.Level--
		return d.Level, n
	}
	for from = n; len(d.B)-from > 3 && string(d.B[from:from+3]) == "\xd9\xd9\xf7" && level < core.MaxDepth; from += 3 {
		level++
	}
	if d.Null(from) {
		return level, from + 1
	}
	return -1, n
}

// Member decodes the number of the union member in the interface at n: from 1 to most, or 0 for null.
func (d *Input) Member(n, most int) (number, from int) {
	// The form that bale encodes is tested first.
	if len(d.B)-n > 2 && d.B[n] == 0x82 && uint(d.B[n+1])-1 < uint(min(most, 23)) {
		return int(d.B[n+1]), n + 2
	}
	k, from := d.List(n)
	switch {
	case k < 0 || from < 0:
		return 0, from
	case k != 2:
		return 0, d.OtherLength(n, k, 2)
	}
	x, end := d.Uint(from, 64)
	if end >= 0 && x-1 >= uint64(most) {
		return 0, d.Unlike(from, fmt.Sprint("the number of a union's type, up to ", most), fmt.Sprint(x))
	}
	return int(x), end
}
