package msgpack

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"time"

	"bale/internal/bale/core"
)

// Short records the error for a value at n that is not of the kind want, that is malformed, or that is missing because the message ends. It
// returns -1.
func (d *Input) Short(n int, want string) int {
	if n >= len(d.B) {
		return d.Stop(core.Truncated, "", n)
	}
	if found := Kind(d.B[n]); found != "" {
		return d.Unlike(n, want, found)
	}
	return d.Stop(core.Malformed, "", n)
}

// Kind returns the kind of a value that begins with c, or "" if it is malformed.
func Kind(c byte) string {
	switch {
	case Gets[c] != 0:
		return "an integer"
	case 0x80 <= c && c <= 0x8f || c == 0xde || c == 0xdf:
		return "a map"
	case 0x90 <= c && c <= 0x9f || c == 0xdc || c == 0xdd:
		return "an array"
	case c == 0xc0:
		return "nil"
	case c == 0xc1:
		return ""
	case c == 0xc2 || c == 0xc3:
		return "a bool"
	case 0xc4 <= c && c <= 0xc6:
		return "a bin"
	case c == 0xca || c == 0xcb:
		return "a float"
	case 0xc7 <= c && c <= 0xc9 || 0xd4 <= c && c <= 0xd8:
		return "an extension"
	}
	return "a str"
}

// Integer decodes the integer at n. It returns the integer, its entry in [Gets], and its end offset, or -1 after an error. nil decodes as
// 0. Errors say that a value of the kind want is expected.
func (d *Input) Integer(n int, want string) (uint64, uint32, int) {
	if n < len(d.B) && d.B[n] == 0xc0 {
		return 0, 1 << 24, n + 1
	}
	if n >= len(d.B) || Gets[d.B[n]] == 0 {
		return 0, 0, d.Short(n, want)
	}
	w := Gets[d.B[n]]
	end := n + int(w>>24)
	if end > len(d.B) {
		return 0, 0, d.Stop(core.Truncated, "", len(d.B))
	}
	return Unpack(core.Load64(d.B, n+int(w>>16&1)), w), w, end
}

// Number returns the integer at n and its entry in [Gets], or zeros if the integer is incomplete or the message has fewer than eight bytes
// before it. It loads the eight bytes that end with the integer, so the last integers of a message take no other path.
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

// Int decodes the signed integer at n, which must fit in size bits. It returns the integer and its end offset, or -1 after an error.
func (d *Input) Int(n, size int) (uint64, int) {
	x, w, end := d.Integer(n, "an integer")
	if end >= 0 && (int64(x)<<(64-size)>>(64-size) != int64(x) || int64(x&^(uint64(w)<<46)) < 0) {
		return 0, d.Stop(core.Overflow, "", n)
	}
	return x, end
}

// Uint is Int for unsigned integers.
func (d *Input) Uint(n, size int) (uint64, int) {
	x, w, end := d.Integer(n, "an integer")
	if end >= 0 && (x<<(64-size)>>(64-size) != x || int64(x&(uint64(w)<<46)) < 0) {
		return 0, d.Stop(core.Overflow, "", n)
	}
	return x, end
}

// Float decodes the number at n for a float of size bits: a float of either size in range, or an integer that such a float represents
// exactly. It returns the number and its end offset, or -1 after an error.
func (d *Input) Float(n, size int) (float64, int) {
	var x float64
	switch {
	case n < len(d.B) && d.B[n] == 0xca:
		if len(d.B)-n < 5 {
			return 0, d.Stop(core.Truncated, "", len(d.B))
		}
		return core.Widen32(math.Float32frombits(binary.BigEndian.Uint32(d.B[n+1:]))), n + 5
	case n < len(d.B) && d.B[n] == 0xcb:
		if len(d.B)-n < 9 {
			return 0, d.Stop(core.Truncated, "", len(d.B))
		}
		x = math.Float64frombits(binary.BigEndian.Uint64(d.B[n+1:]))
		if size == 32 && !math.IsInf(x, 0) && math.IsInf(float64(float32(x)), 0) {
			return 0, d.Stop(core.Overflow, "", n)
		}
		return x, n + 9
	}
	i, w, end := d.Integer(n, "a number")
	if end < 0 {
		return 0, end
	}
	abs, sign, digits := i, 1.0, 53
	if w>>17&1 == 1 && int64(i) < 0 {
		abs, sign = -i, -1
	}
	if size == 32 {
		digits = 24
	}
	if bits.Len64(abs)-bits.TrailingZeros64(abs) > digits {
		return 0, d.Stop(core.Overflow, "", n)
	}
	return sign * float64(abs), end
}

// Bool decodes the bool at n. It returns the bool and its end offset, or -1 after an error. nil decodes as false.
func (d *Input) Bool(n int) (bool, int) {
	if n < len(d.B) {
		switch d.B[n] {
		case 0xc0, 0xc2:
			return false, n + 1
		case 0xc3:
			return true, n + 1
		}
	}
	return false, d.Short(n, "a bool")
}

// Complex decodes the complex number at n. Like tinylib/msgp, it expects an extension of type 3 or 4 with two floats. It returns the
// number and its end offset, or -1 after an error. nil decodes as 0.
func (d *Input) Complex(n int) (complex128, int) {
	if n < len(d.B) && d.B[n] == 0xc0 {
		return 0, n + 1
	}
	typ, from, k := d.Extension(n, "a complex number")
	switch {
	case k < 0:
		return 0, -1
	case typ == 3 && k == 8:
		re, im := binary.BigEndian.Uint32(d.B[from:]), binary.BigEndian.Uint32(d.B[from+4:])
		return core.WidenComplex(complex(math.Float32frombits(re), math.Float32frombits(im))), from + k
	case typ == 4 && k == 16:
		re, im := binary.BigEndian.Uint64(d.B[from:]), binary.BigEndian.Uint64(d.B[from+8:])
		return complex(math.Float64frombits(re), math.Float64frombits(im)), from + k
	}
	return 0, d.OtherExtension(n, "a complex number", typ, k)
}

// Sized decodes the length at n, of size 1, 2 or 4 bytes. It returns the offset after the length, and the length, or -1 if the message
// does not have length+more bytes after it.
func (d *Input) Sized(n, size, more int) (from, k int) {
	if len(d.B)-n < size {
		return 0, d.Stop(core.Truncated, "", len(d.B))
	}
	var length uint64
	for _, x := range d.B[n : n+size] {
		length = length<<8 | uint64(x)
	}
	if n += size; length+uint64(more) > uint64(len(d.B)-n) {
		return 0, d.Stop(core.Truncated, "", len(d.B))
	}
	return n, int(length)
}

// Extension decodes the head of the extension at n. It returns the type, the offset of the bytes and their number, or -1 after an error. Errors
// say that a value of the kind want is expected.
func (d *Input) Extension(n int, want string) (typ int8, from, k int) {
	switch {
	case n < len(d.B) && 0xd4 <= d.B[n] && d.B[n] <= 0xd8:
		if from, k = n+1, 1<<(d.B[n]-0xd4); len(d.B)-from < 1+k {
			return 0, 0, d.Stop(core.Truncated, "", len(d.B))
		}
	case n < len(d.B) && 0xc7 <= d.B[n] && d.B[n] <= 0xc9:
		if from, k = d.Sized(n+1, 1<<(d.B[n]-0xc7), 1); k < 0 {
			return 0, 0, k
		}
	default:
		return 0, 0, d.Short(n, want)
	}
	return int8(d.B[from]), from + 1, k
}

// OtherExtension records that the extension at n, of k bytes, is not of the kind want. It returns -1.
func (d *Input) OtherExtension(n int, want string, typ int8, k int) int {
	return d.Unlike(n, want, fmt.Sprintf("an extension of type %d with %d bytes", typ, k))
}

// Time decodes the timestamp at n, of the type of the specification or that of older versions of tinylib/msgp. It returns the time and its
// end offset, or -1 after an error. nil decodes as the zero time.
func (d *Input) Time(n int) (time.Time, int) {
	if len(d.B)-n >= 10 && d.B[n] == 0xd7 && d.B[n+1] == 0xff {
		x := binary.BigEndian.Uint64(d.B[n+2:])
		if x>>34 >= 1e9 {
			return time.Time{}, d.Stop(core.Malformed, "", n)
		}
		return time.Unix(int64(x&(1<<34-1)), int64(x>>34)).UTC(), n + 10
	}
	if n < len(d.B) && d.B[n] == 0xc0 {
		return time.Time{}, n + 1
	}
	typ, from, k := d.Extension(n, "a time")
	if k < 0 {
		return time.Time{}, -1
	}
	var sec int64
	var nsec uint32
	switch x := d.B[from:]; {
	case typ == -1 && k == 4:
		sec = int64(binary.BigEndian.Uint32(x))
	case typ == -1 && k == 8:
		both := binary.BigEndian.Uint64(x)
		sec, nsec = int64(both&(1<<34-1)), uint32(both>>34)
	case typ == -1 && k == 12:
		sec, nsec = int64(binary.BigEndian.Uint64(x[4:])), binary.BigEndian.Uint32(x)
	case typ == 5 && k == 12:
		sec, nsec = int64(binary.BigEndian.Uint64(x)), binary.BigEndian.Uint32(x[8:])
	default:
		return time.Time{}, d.OtherExtension(n, "a time", typ, k)
	}
	if nsec >= 1e9 {
		return time.Time{}, d.Stop(core.Malformed, "", n)
	}
	return time.Unix(sec, int64(nsec)).UTC(), from + k
}

// Bytes decodes the head of the str or bin at n. It returns the offset of the bytes and their number, or -1 after an error. nil has no
// bytes.
func (d *Input) Bytes(n int) (from, k int) {
	if n >= len(d.B) {
		return 0, d.Stop(core.Truncated, "", n)
	}
	switch c := d.B[n]; {
	case c == 0xd9 && len(d.B)-n >= 2 && int(d.B[n+1]) <= len(d.B)-n-2:
		return n + 2, int(d.B[n+1])
	case 0xa0 <= c && c <= 0xbf:
		if k = int(c) - 0xa0; k > len(d.B)-n-1 {
			return 0, d.Stop(core.Truncated, "", len(d.B))
		}
		return n + 1, k
	case 0xc4 <= c && c <= 0xc6:
		return d.Sized(n+1, 1<<(c-0xc4), 0)
	case 0xd9 <= c && c <= 0xdb:
		return d.Sized(n+1, 1<<(c-0xd9), 0)
	case c == 0xc0:
		return n + 1, 0
	}
	return 0, d.Short(n, "a str or a bin")
}

// List decodes the head of the array at n. It returns the number of elements, -1 for nil, and their offset, or -1 after an error.
func (d *Input) List(n int) (k, from int) {
	if n >= len(d.B) {
		return 0, d.Stop(core.Truncated, "", n)
	}
	switch c := d.B[n]; {
	case 0x90 <= c && c <= 0x9f:
		if k = int(c) - 0x90; k > len(d.B)-n-1 {
			return 0, d.Stop(core.Truncated, "", len(d.B))
		}
		return k, n + 1
	case c == 0xdc || c == 0xdd:
		if from, k = d.Sized(n+1, 2<<(c-0xdc), 0); k < 0 {
			return 0, -1
		}
		return k, from
	case c == 0xc0:
		return -1, n + 1
	}
	return 0, d.Short(n, "an array")
}

// MapLen decodes the head of the map at n. It returns the number of entries, -1 for nil, and their offset, or -1 after an error.
func (d *Input) MapLen(n int) (k, from int) {
	if n >= len(d.B) {
		return 0, d.Stop(core.Truncated, "", n)
	}
	switch c := d.B[n]; {
	case 0x80 <= c && c <= 0x8f:
		k, from = int(c)-0x80, n+1
	case c == 0xde || c == 0xdf:
		if from, k = d.Sized(n+1, 2<<(c-0xde), 0); k < 0 {
			return 0, -1
		}
	case c == 0xc0:
		return -1, n + 1
	default:
		return 0, d.Short(n, "a map")
	}
	if k > (len(d.B)-from)/2 {
		return 0, d.Stop(core.Truncated, "", len(d.B))
	}
	return k, from
}

// IsList reports whether the value at n is an array.
func (d *Input) IsList(n int) bool {
	return n < len(d.B) && (d.B[n]&0xf0 == 0x90 || d.B[n] == 0xdc || d.B[n] == 0xdd)
}

// Fields decodes the head of the struct at n. It returns the number of fields, whether they have no names, since the struct is an array,
// and their offset, or -1 after an error. nil has no fields.
func (d *Input) Fields(n int) (k int, bare bool, from int) {
	if d.IsList(n) {
		k, from = d.List(n)
		return k, true, from
	}
	k, from = d.MapLen(n)
	return max(k, 0), false, from
}

// Key decodes the name of a field at n. It returns the name and its end offset, or -1 after an error.
func (d *Input) Key(n int) ([]byte, int) {
	if n < len(d.B) && d.B[n] == 0xc0 {
		return nil, d.Short(n, "a str or a bin")
	}
	from, k := d.Bytes(n)
	if k < 0 {
		return nil, -1
	}
	return d.B[from : from+k], from + k
}

// Nils returns how many nested pointers at n are not nil before one that is, and the offset after them. It returns -1 and n if the
// value at n is not a nil.
func (d *Input) Nils(n int) (level, from int) {
	switch {
	case d.Level > 0:
		d.Level--
		return d.Level, n
	case n < len(d.B) && d.B[n] == 0xc0:
		return 0, n + 1
	case len(d.B)-n >= 6 && d.B[n] == 0xd6 && d.B[n+1] == 0x62:
		if level = int(binary.BigEndian.Uint32(d.B[n+2:])); 0 < level && level <= core.MaxDepth {
			return level, n + 6
		}
	}
	return -1, n
}
