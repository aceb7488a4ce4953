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
		putCodes(b, n, control, k)
		n = m
		v = v[k:]
	}
	return n
}

// PutStrings encodes the lengths of strings at n, in groups of 16 as [PutNumbers] does, and their text at s. It returns the end offsets of both. It checks
// the room for both, since the strings may be longer than when they were counted, with one byte for each length.
func PutStrings[T ~string](e *Encoder, b core.Buffer, n, s int, v []T, path string) (int, int) {
	for len(v) > 0 {
		k := min(len(v), 16)
		m := n + (k+1)/2
		if m+5*k > e.End {
			return e.Changed(path, n), s
		}
		var control uint64
		for i, y := range v[:k] {
			if len(y) > e.TextEnd-s {
				return e.Changed(path, n), s
			}
			code, size := Code(uint64(len(y)))
			core.Put64(b, m, uint64(len(y)))
			m += int(size)
			control |= code << (4 * i)
			core.StoreWord(b, s, string(y))
			s += len(y)
		}
		putCodes(b, n, control, k)
		n = m
		v = v[k:]
	}
	return n, s
}

// putCodes stores the codes of a group of k numbers at n, before the numbers. It takes no loop, whose end is hard to predict. The load of what has just been stored
// takes 5 ns, so that there are branches for one number and two, and for 16.
func putCodes(b core.Buffer, n int, control uint64, k int) {
	switch {
	case k == 16:
		core.Put64(b, n, control)
	case k <= 2:
		core.Put8(b, n, uint8(control))
	default:
		after := ^uint64(0) << (8 * ((k + 1) / 2))
		core.Put64(b, n, core.Get64(b, n)&after|control)
	}
}

// Texts returns the sum of the lengths of strings.
func Texts[T ~string](v []T) int64 {
	sum := int64(0)
	for i := range v {
		sum += int64(len(v[i]))
	}
	return sum
}

// GetNumbers decodes numbers.
func GetNumbers[T Number](d *Decoder, v []T) bool {
	var zero T
	signed := zero-1 < 0 // a constant in each instance
	for len(v) > 0 {
		if len(v) == 1 {
			return getNumber(d, &v[0], signed)
		}
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

// getNumber decodes a group of one number.
func getNumber[T Number](d *Decoder, v *T, signed bool) bool {
	n := d.N
	x, ok := d.Number()
	if !ok {
		return false
	}
	y := int64(x)
	if signed {
		y = core.Unzigzag(x)
	}
	if *v = T(y); int64(*v) != y {
		d.N = n // as for groups of several numbers
		return d.Fail(core.Overflow)
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
		text := d.Unused()
		for i, x := range lens {
			if text = d.More(text, x); x > uint64(len(text)) {
				return d.Fail(core.Truncated)
			}
			v[i], text = T(text[:x]), text[x:]
		}
		d.SetUnused(text)
		v = v[len(lens):]
	}
	return true
}

// GetOwnStrings decodes strings that each have their own memory.
func GetOwnStrings[T ~string](d *Decoder, v []T) bool { return getRawStrings(d, v, false) }

// GetInternedStrings decodes interned strings.
func GetInternedStrings[T ~string](d *Decoder, v []T) bool { return getRawStrings(d, v, true) }

// getRawStrings decodes strings from their bytes in the message. A function as the last argument would move the decoder to the heap.
func getRawStrings[T ~string](d *Decoder, v []T, interned bool) bool {
	var buf [16]uint64
	for len(v) > 0 {
		lens, ok := lensOf[T](d, &buf, len(v))
		if !ok {
			return false
		}
		for i, x := range lens {
			raw, ok := d.rawText(x)
			if !ok {
				return false
			}
			if interned {
				v[i] = T(core.Intern(&d.Known, raw))
			} else {
				v[i] = T(raw)
			}
		}
		v = v[len(lens):]
	}
	return true
}
