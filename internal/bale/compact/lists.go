package compact

import "bale/internal/bale/core"

// A Number is an element type of lists of numbers.
type Number interface {
	~int | ~int32 | ~int64 | ~uint | ~uint32 | ~uint64 | ~uintptr
}

// PutNumbers encodes numbers in groups of 16, each preceded by the codes of its numbers.
func PutNumbers[T Number](b core.Buffer, n int, v []T) int {
	var zero T
	signed := zero-1 < 0 // a constant in each instance
	for len(v) > 0 {
		k := min(len(v), 16)
		var control uint64
		m := n + (k+1)/2
		for i, y := range v[:k] {
			x := uint64(y)
			if signed {
				x = core.Zigzag(int64(y))
			}
			code, size := Code(x)
			core.Put64(b, m, x)
			m += int(size)
			control |= code << (4 * i)
		}
		for i := 0; i < k; i += 2 {
			core.Put8(b, n, uint8(control>>(4*i)))
			n++
		}
		n = m
		v = v[k:]
	}
	return n
}

// PutLens encodes the lengths of strings. It checks the room for them, since one byte is counted for each length. It also returns the sum
// of the lengths. The caller compares it with the bytes that it writes, since the strings may have changed in between.
func PutLens[T ~string](e *Encoder, b core.Buffer, n int, v []T, path string) (end, sum int) {
	for len(v) > 0 {
		k := min(len(v), 16)
		var control uint64
		m := n + (k+1)/2
		if m+5*k > e.End {
			return e.Changed(path, n), 0
		}
		for i, y := range v[:k] {
			x := uint64(len(y))
			sum += len(y)
			code, size := Code(x)
			core.Put64(b, m, x)
			m += int(size)
			control |= code << (4 * i)
		}
		for i := 0; i < k; i += 2 {
			core.Put8(b, n, uint8(control>>(4*i)))
			n++
		}
		n = m
		v = v[k:]
	}
	return n, sum
}

// GetNumbers decodes numbers.
func GetNumbers[T Number](d *Decoder, v []T) bool {
	var zero T
	signed := zero-1 < 0 // a constant in each instance
	for len(v) > 0 {
		k := min(len(v), 16)
		n, m := d.N, (k+1)/2
		var b core.Buffer
		var control, sizes uint64
		end := 16*8 + 8
		if len(d.B)-n >= 8 {
			b = core.At(d.B, n)
			control = core.Get64(b, 0) & (1<<(8*m) - 1)
			sizes = Lens(control)
			end = m + Sum(sizes)
		}
		if len(d.B)-n < end+8 { // numbers are loaded as eight bytes: near the end of the message from a copy
			var tail [16*8 + 16]byte
			copy(tail[:], d.B[n:])
			b = core.All(tail[:])
			control = core.Get64(b, 0) & (1<<(8*m) - 1)
			sizes = Lens(control)
			if end = m + Sum(sizes); end > len(d.B)-n {
				return d.Fail(core.Truncated)
			}
		}
		wide := 0
		for i := range v[:k] {
			code := control & 15
			x := core.Get64(b, m)&Mask[code] | Low[code]
			m += int(sizes & 15)
			control >>= 4
			sizes >>= 4
			y := int64(x)
			if signed {
				y = core.Unzigzag(x)
			}
			v[i] = T(y)
			if int64(v[i]) != y {
				wide++
			}
		}
		if control != 0 {
			return d.Fail(core.Malformed)
		}
		if wide != 0 {
			return d.Fail(core.Overflow)
		}
		d.N = n + end
		v = v[k:]
	}
	return true
}

// lensOf decodes the lengths of the next strings of a list, at most 16. strings is how many are left. It has a type parameter so that the compiler knows, in
// other packages, too, that GetNumbers keeps no pointer: without it, decoders that call GetStrings are allocated (Go 1.26).
func lensOf[T any](d *Decoder, buf *[16]uint64, strings int) ([]uint64, bool) {
	lens := buf[:min(strings, len(buf))]
	return lens, GetNumbers(d, lens)
}

// GetStrings decodes strings that are parts of the text.
func GetStrings[T ~string](d *Decoder, v []T) bool {
	var buf [16]uint64
	for len(v) > 0 {
		lens, ok := lensOf[T](d, &buf, len(v))
		if !ok {
			return false
		}
		for i, x := range lens {
			if x > uint64(len(d.Text)) && !d.MoreText(x) {
				return d.Fail(core.Truncated)
			}
			v[i] = T(d.Text[:x])
			d.Text = d.Text[x:]
		}
		v = v[len(lens):]
	}
	return true
}

// GetRawStrings decodes strings, each with the function made from its bytes in the message.
func GetRawStrings[T ~string](d *Decoder, v []T, made func(d *Decoder, raw []byte) string) bool {
	var buf [16]uint64
	for len(v) > 0 {
		lens, ok := lensOf[T](d, &buf, len(v))
		if !ok {
			return false
		}
		for i, x := range lens {
			if x > uint64(len(d.Text)) && !d.MoreText(x) {
				return d.Fail(core.Truncated)
			}
			v[i] = T(made(d, d.Raw(int(x))))
			d.Text = d.Text[x:]
		}
		v = v[len(lens):]
	}
	return true
}

// GetOwnStrings decodes strings that each have their own memory.
func GetOwnStrings[T ~string](d *Decoder, v []T) bool {
	return GetRawStrings(d, v, func(_ *Decoder, raw []byte) string { return string(raw) })
}

// GetInternedStrings decodes interned strings.
func GetInternedStrings[T ~string](d *Decoder, v []T) bool {
	return GetRawStrings(d, v, func(d *Decoder, raw []byte) string { return core.Intern(&d.Known, raw) })
}
