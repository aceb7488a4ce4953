package proto

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"time"

	"bale/gen/runtime/core"
	"bale/gen/runtime/varint"
)

// A Pair is an entry of a map.
type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

var ErrNotUTF8 = errors.New("a string that is not UTF-8")

var ErrNil = errors.New("it is nil, and protobuf has no form for that: make the interface nil, or let it point at something")

// Store writes a number of any size, with no branch on it: the usual loop over seven bits takes three times as long
// where sizes are mixed (4096 numbers: 106 µs and 36).
func Store(b core.Buffer, n int, x uint64) int {
	c := bits.Len64(x)
	core.Put64(b, n, varint.Spread(x)|varint.More[c])
	core.Put16(b, n+8, uint16(x>>56|x>>63<<8))
	return n + (9*c+64)>>6
}

// Close writes the length in front of the k bytes at m, for which so many bytes were left as were guessed, and
// returns where the message ends.
//
//go:noinline
func (e *Output) Close(b core.Buffer, m, k, guess int) int {
	x := uint64(k)
	n := m - guess
	if guess == 2 && k >= 0x80 && k < 0x4000 {
		core.Put16(b, n, uint16(x&0x7f|0x80|x>>7<<8))
		return m + k
	}
	c := varint.Len(x)
	if k > e.End-n-c {
		return e.Changed("a message", n)
	}
	if c != guess {
		Move(b, n+c, m, k)
	}
	for x >= 0x80 {
		core.Put8(b, n, uint8(x)|0x80)
		x >>= 7
		n++
	}
	core.Put8(b, n, uint8(x))
	return n + 1 + k
}

// NotUTF8 notes that a string is not what protobuf has strings for.
//
//go:noinline
func (e *Output) NotUTF8(path string) {
	e.Refuse(fmt.Errorf("%s: %w: make it a []byte", path, ErrNotUTF8))
}

// NilElement says that there is no message for an element.
func (e *Output) NilElement(path string, i any) {
	e.Refuse(fmt.Errorf("%s[%v] is nil, and protobuf has no form for that: make the elements values, or leave it out", path, i))
}

// Refused is the error for a value that cannot be written, because of err at a place.
func Refused(err error, at *core.Fault, root string) error {
	if len(at.Path) == 0 {
		return err // it says so itself
	}
	return fmt.Errorf("%s: %w", at.Where(root), err)
}

// SizeCustom is how many bytes a type's own ones take.
func (e *Output) SizeCustom(b []byte, err error) int {
	e.MeasureCustom(b, err)
	return varint.Len(uint64(len(b))) + len(b)
}

// Nothing reports whether x is zero to the last bit.
func Nothing(x complex128) bool {
	return math.Float64bits(real(x))|math.Float64bits(imag(x)) == 0
}

// Two writes a message of two numbers behind its length.
func Two(b core.Buffer, n int, x, y uint64) int {
	m := n + 1
	if x != 0 {
		core.Put8(b, m, 1<<3)
		m = Store(b, m+1, x)
	}
	if y != 0 {
		core.Put8(b, m, 2<<3)
		m = Store(b, m+1, y)
	}
	core.Put8(b, n, uint8(m-n-1))
	return m
}

// TwoLen is how many bytes that takes.
func TwoLen(x, y uint64) int {
	n := 1
	if x != 0 {
		n += 1 + varint.Len(x)
	}
	if y != 0 {
		n += 1 + varint.Len(y)
	}
	return n
}

// PutTime writes a google.protobuf.Timestamp: seconds since 1970, and nanoseconds.
func PutTime(b core.Buffer, n int, t time.Time) int {
	return Two(b, n, uint64(t.Unix()), uint64(t.Nanosecond()))
}

func TimeLen(t time.Time) int {
	return TwoLen(uint64(t.Unix()), uint64(t.Nanosecond()))
}

// PutDuration writes a google.protobuf.Duration: seconds, and nanoseconds of the same sign.
func PutDuration(b core.Buffer, n int, x int64) int {
	return Two(b, n, uint64(x/1e9), uint64(x%1e9))
}

func SpanLen(x int64) int { return TwoLen(uint64(x/1e9), uint64(x%1e9)) }

// PutComplex writes a message of the real and the imaginary part.
func PutComplex(b core.Buffer, n int, x complex128) int {
	m := n + 1
	if y := math.Float64bits(real(x)); y != 0 {
		core.Put8(b, m, 1<<3|1)
		core.Put64(b, m+1, y)
		m += 9
	}
	if y := math.Float64bits(imag(x)); y != 0 {
		core.Put8(b, m, 2<<3|1)
		core.Put64(b, m+1, y)
		m += 9
	}
	core.Put8(b, n, uint8(m-n-1))
	return m
}

func ComplexLen(x complex128) int {
	n := 1
	if math.Float64bits(real(x)) != 0 {
		n += 9
	}
	if math.Float64bits(imag(x)) != 0 {
		n += 9
	}
	return n
}

// In says that what is wrong is in a field.
//
//go:noinline
func (d *Input) In(path string) int {
	d.At(path)
	return -1
}

// Length reads how many bytes come, which are there.
func (d *Input) Length(n, end int) (int, int) {
	x, m := d.Varint(n, end)
	if m >= 0 && x > uint64(end-m) {
		return 0, d.Stop(core.Truncated, "", n)
	}
	return int(x), m
}

// Varint reads a number, with no branch on how long it is: of mixed sizes, 4096 take 25 µs, and 33 in a loop.
func (d *Input) Varint(n, end int) (uint64, int) {
	var x, t uint64
	if len(d.B)-n >= 10 {
		b := core.At(d.B, n)
		x, t = core.Get64(b, 0), uint64(core.Get16(b, 8))
	} else if x = core.Load64(d.B, n); len(d.B)-n == 9 {
		t = uint64(d.B[n+8])
	}
	s := ^x & varint.Stops
	z := uint(bits.TrailingZeros64(s)) // 64 for a number of nine bytes or ten
	s ^= s - 1                         // everything up to the first stop
	long, more := -uint64(z>>6), t>>7&uint64(z>>6)
	if more != 0 && t>>8 > 1 {
		return 0, d.Stop(core.Overflow, "", n)
	}
	x = varint.Squeeze(x&s) | (t&0x7f<<56|(t>>8&more)<<63)&long
	m := n + int(z>>3) + 1 + int(more)
	if m > end {
		return 0, d.Stop(core.Truncated, "", n)
	}
	return x, m
}

// Short reads a number that most often has one byte or two.
func (d *Input) Short(b core.Buffer, n, end int) (uint64, int) {
	if end-n >= 2 {
		t := uint64(core.Get16(b, n))
		if c := t >> 7 & 1; t>>15&c == 0 {
			return t&0x7f | t>>1&0x3f80&-c, n + 1 + int(c)
		}
	}
	return d.Varint(n, end)
}

// Tag reads the number and kind of a field, of which there is more.
func (d *Input) Tag(n, end int) (uint64, int) {
	x, m := d.Varint(n, end)
	switch {
	case m < 0:
		return 0, m
	case x>>3 == 0 || x>>3 >= 1<<29:
		return 0, d.Stop(core.Malformed, "", n)
	case m >= end && x&7 != 4:
		return 0, d.Stop(core.Truncated, "", n)
	}
	return x, m
}

// Skip goes behind a field that is not known.
func (d *Input) Skip(n, end int, tag uint64) int {
	k := 0
	switch tag & 7 {
	case 0:
		_, n = d.Varint(n, end)
		return n
	case 1:
		k = 8
	case 2:
		if k, n = d.Length(n, end); n < 0 {
			return n
		}
	case 3:
		return d.SkipGroup(n, end, tag)
	case 5:
		k = 4
	default:
		return d.Stop(core.Malformed, "", n)
	}
	if k > end-n {
		return d.Stop(core.Truncated, "", n)
	}
	return n + k
}

// SkipGroup goes behind the end of a group.
func (d *Input) SkipGroup(n, end int, group uint64) int {
	if d.Depth++; d.Depth > core.MaxDepth {
		return d.Stop(core.TooDeep, "", n)
	}
	for n < end {
		var tag uint64
		if tag, n = d.Tag(n, end); n < 0 {
			return n
		}
		if tag == group+1 {
			d.Depth--
			return n
		}
		if n = d.Skip(n, end, tag); n < 0 {
			return n
		}
	}
	return d.Stop(core.Truncated, "", n)
}

// Run counts the fields with the same tag, of so many bytes, that stand one behind the other at n, and are there: to
// know how many elements come spares to move them when a list grows.
func (d *Input) Run(n, end, size, tag int) int {
	c := 0
	for end-n > size && int(d.B[n]) == tag&0xff && (size < 2 || int(d.B[n+1]) == tag>>8) {
		k := int(d.B[n+size])
		if n += size + 1; k >= 0x80 {
			x, m := uint64(0), 0
			if x, m = d.Varint(n-1, end); m < 0 || x > uint64(end-m) {
				d.Fault = core.Fault{}
				break // whoever reads it says what is wrong
			}
			k, n = int(x), m
		}
		if k > end-n {
			break
		}
		n += k
		c++
	}
	return max(c, 1)
}

// Numbers counts the numbers from n to end, which end in a byte that is less than 0x80 each.
func (d *Input) Numbers(n, end int) int {
	c := 0
	b := d.B[n:end]
	for ; len(b) >= 8; b = b[8:] {
		c += bits.OnesCount64(^binary.LittleEndian.Uint64(b) & varint.Stops)
	}
	for _, x := range b {
		c += int(^x >> 7)
	}
	if n < end && d.B[end-1] >= 0x80 {
		return d.Stop(core.Truncated, "", end)
	}
	return c
}

// Two reads a message of two numbers into what was there before.
func (d *Input) Two(n, end int, x, y uint64) (uint64, uint64, int) {
	for n < end {
		tag := uint64(d.B[n])
		if n++; tag >= 0x80 || tag < 8 || n >= end {
			if tag, n = d.Tag(n-1, end); n < 0 {
				return 0, 0, n
			}
		}
		switch tag {
		case 1 << 3:
			x, n = d.Varint(n, end)
		case 2 << 3:
			y, n = d.Varint(n, end)
		default:
			n = d.Skip(n, end, tag)
		}
		if n < 0 {
			return 0, 0, n
		}
	}
	return x, y, n
}

// Time reads a google.protobuf.Timestamp.
func (d *Input) Time(n, end int, t *time.Time) int {
	var x, y uint64
	if !t.IsZero() {
		x, y = uint64(t.Unix()), uint64(t.Nanosecond())
	}
	if x, y, n = d.Two(n, end, x, y); n < 0 {
		return n
	}
	*t = time.Unix(int64(x), int64(int32(y))).UTC()
	return n
}

// Duration reads a google.protobuf.Duration.
func (d *Input) Duration(n, end int, t *int64) int {
	start := n
	x, y, n := d.Two(n, end, uint64(*t/1e9), uint64(*t%1e9))
	if n < 0 {
		return n
	}
	sec, nsec := int64(x), int64(int32(y))
	if sum := sec*1e9 + nsec; sec > math.MaxInt64/1000000000 || sec < math.MinInt64/1000000000 || (nsec > 0 && sum < sec*1e9) || (nsec < 0 && sum > sec*1e9) {
		return d.Stop(core.Overflow, "", start)
	}
	*t = sec*1e9 + nsec
	return n
}

// Complex128 reads a message of the real and the imaginary part.
func (d *Input) Complex128(n, end int, x *complex128) int {
	re, im := real(*x), imag(*x)
	for n < end {
		var tag uint64
		if tag, n = d.Tag(n, end); n < 0 {
			return n
		}
		m := d.Skip(n, end, tag)
		if m < 0 {
			return m
		}
		switch tag {
		case 1<<3 | 1:
			re = math.Float64frombits(binary.LittleEndian.Uint64(d.B[n:]))
		case 2<<3 | 1:
			im = math.Float64frombits(binary.LittleEndian.Uint64(d.B[n:]))
		}
		n = m
	}
	*x = complex(re, im)
	return n
}

func (d *Input) Complex64(n, end int, x *complex64) int {
	y := complex128(*x)
	n = d.Complex128(n, end, &y)
	*x = complex64(y)
	return n
}
