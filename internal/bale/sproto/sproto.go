package sproto

import (
	"math"
	"strconv"
	"strings"

	"bale/internal/bale/core"
)

// Slack is how many bytes past the end of a message may be written to: a number is stored as eight bytes.
const Slack = 8

// MostWord is the largest integer that fits in a header word.
const MostWord = 0x7ffe

// Word returns the header word of an integer, which is 0 if the integer is in the data. It compiles without a branch.
func Word(x uint64) uint16 {
	w := uint16(2*x + 2)
	if x > MostWord {
		w = 0
	}
	return w
}

// IntegerLen returns the size in bytes of an integer in the data, including its size field, or 0 if it is in its header word.
func IntegerLen(x uint64) int {
	switch {
	case x <= MostWord:
		return 0
	case int64(int32(x)) == int64(x):
		return 8
	}
	return 12
}

// NaturalLen is [IntegerLen] for an unsigned integer of 64 bits.
func NaturalLen(x uint64) int {
	if x > math.MaxInt32 {
		return 12
	}
	return IntegerLen(x)
}

// StoreInteger writes an integer that does not fit in its header word. It returns the offset of its end.
func StoreInteger(b core.Buffer, n int, x uint64) int {
	k := 8
	if int64(int32(x)) == int64(x) {
		k = 4
	}
	core.Put32(b, n, uint32(k))
	core.Put64(b, n+4, x)
	return n + 4 + k
}

// StoreNatural is [StoreInteger] for an unsigned integer of 64 bits. A decoder takes four bytes as a signed integer, so larger ones
// take eight.
func StoreNatural(b core.Buffer, n int, x uint64) int {
	k := 8
	if x <= math.MaxInt32 {
		k = 4
	}
	core.Put32(b, n, uint32(k))
	core.Put64(b, n+4, x)
	return n + 4 + k
}

// StoreComplex writes a list of two doubles.
func StoreComplex(b core.Buffer, n int, x complex128) int {
	core.Put32(b, n, 17)
	core.Put8(b, n+4, 8)
	core.Put64(b, n+5, math.Float64bits(real(x)))
	core.Put64(b, n+13, math.Float64bits(imag(x)))
	return n + 21
}

// LoadComplex decodes the two doubles at n.
func LoadComplex(b core.Buffer, n int) complex128 {
	return complex(math.Float64frombits(core.Get64(b, n)), math.Float64frombits(core.Get64(b, n+8)))
}

// StoreNil writes a nil element: a struct without fields that has one word, which skips a tag. Other decoders take it for a struct
// without fields.
func StoreNil(b core.Buffer, n int) int {
	core.Put32(b, n, 4)
	core.Put32(b, n+4, 0x10001)
	return n + 8
}

// IsNil reports whether the k bytes after the size field at n are a nil element.
func IsNil(b core.Buffer, n, k int) bool { return k == 4 && core.Get32(b, n+4) == 0x10001 }

// End is a tag higher than those of all fields.
const End = 1 << 30

// Leap goes from the word w at m, which skips tags, to the word of the next field. h is the end of the words. It returns the word, its
// tag and the offset after it; the tag is End if there is no field.
func (d *Input) Leap(w uint, tag, m, h int) (uint, int, int) {
	b := core.All(d.B)
	for w&1 != 0 {
		tag = min(tag+int(w+1)/2, End-1)
		if m += 2; m == h {
			return 0, End, m
		}
		w = uint(core.Get16(b, m))
	}
	return w, tag, m + 2
}

// CutWords sets the error for a struct at n whose header words do not end before end, and returns -1. fields has the tags and the paths of
// the fields, such as "0=Name 3=Lines". The error has the path of the first field whose word is missing.
//
//go:noinline
func (d *Input) CutWords(n, end int, fields string) int {
	tag := 0 // of the next field
	for m := n + 2; m+2 <= end; m += 2 {
		if w := int(core.Get16(core.All(d.B), m)); w&1 != 0 {
			tag += (w + 1) / 2
		} else {
			tag++
		}
	}
	for _, field := range strings.Fields(fields) {
		text, path, _ := strings.Cut(field, "=")
		if number, _ := strconv.Atoi(text); number >= tag {
			return d.Stop(core.Truncated, path, n)
		}
	}
	return d.Stop(core.Truncated, "", n)
}

// SkipTo skips unknown fields, up to the first one whose tag is at least to.
func (d *Input) SkipTo(to int, w uint, tag, m, h, n, end int) (uint, int, int, int) {
	for tag < to {
		if w == 0 {
			k := d.Chunk(w, n, end)
			if k < 0 {
				return 0, 0, 0, d.Odd("", w, n, end)
			}
			n += 4 + k
		}
		if tag++; m == h {
			tag = End
		} else if w = uint(core.Get16(core.All(d.B), m)); w&1 == 0 {
			m += 2
		} else {
			w, tag, m = d.Leap(w, tag, m, h)
		}
	}
	return w, tag, m, n
}

// Chunk returns the size of the data at n, or -1 if the header word w is not 0 or the data does not end before end.
func (d *Input) Chunk(w uint, n, end int) int {
	if w != 0 || end-n < 4 {
		return -1
	}
	if k := int(core.Get32(core.All(d.B), n)); k <= end-n-4 {
		return k
	}
	return -1
}

// Odd sets the error for data at n that has no valid size, and returns -1.
func (d *Input) Odd(path string, w uint, n, end int) int {
	if w != 0 {
		return d.Stop(core.Malformed, path, n)
	}
	return d.Stop(core.Truncated, path, n)
}

// Unended sets the error for a struct that does not end with its data but at n. If n is negative, the error is set already.
func (d *Input) Unended(n int) {
	if n >= 0 {
		d.Stop(core.Trailing, "", n)
	}
}

// Integer decodes an integer in the data. It returns the integer and the offset of its end, or -1.
func (d *Input) Integer(path string, n, end int) (int64, int) {
	k := d.Chunk(0, n, end)
	if (k-4)&^4 != 0 { // neither 4 nor 8
		if k < 0 {
			return 0, d.Odd(path, 0, n, end)
		}
		return 0, d.Stop(core.Malformed, path, n)
	}
	// The eight bytes that end with the integer are loaded, since a branch on its size would be mispredicted.
	x := int64(core.Get64(core.All(d.B), n+k-4))
	return x >> ((64 - 8*k) & 63), n + 4 + k
}

// Natural decodes an unsigned integer in the data. Four bytes must not be negative, and eight bytes are unsigned. It returns the integer
// and the offset of its end, or -1.
func (d *Input) Natural(path string, n, end int) (int64, int) {
	x, stop := d.Integer(path, n, end)
	if x < 0 && stop == n+8 {
		return 0, d.Stop(core.Overflow, path, n)
	}
	return x, stop
}
