package compact

import "bale/internal/bale/core"

// The functions in this file are for messages of earlier layouts. They take the place of code that is printed for the current one, which is faster and longer.

// StartAfter is Start for a message that begins with more numbers than the length of the text: the totals of announced types, which are not used.
func (d *Decoder) StartAfter(b []byte, n, totals int, alias bool) bool {
	d.B, d.N = b, n
	codes := totals + 1
	head := (codes + 1) / 2
	if head > len(b)-n {
		return d.Fail(core.Truncated)
	}
	code := func(i int) byte { return b[n+i/2] >> (4 * (i % 2)) & 15 }
	if codes%2 == 1 && code(codes) != 0 {
		return d.Fail(core.Malformed)
	}
	size := 0
	for i := range codes {
		size += int(Sizes[code(i)])
	}
	if size > len(b)-n-head {
		return d.Fail(core.Truncated)
	}
	text := Low[code(0)]
	for i := range int(Sizes[code(0)]) {
		text |= uint64(b[n+head+i]) << (8 * i)
	}
	return d.text(b, n+head+size, text, alias)
}

// Locate returns the record at the front of the rest of the message: a buffer that may be read as far as loading numbers needs it, the control word, the sizes of its
// numbers, and its size, or -1 after an error. The arguments are those of [Head], the number of bits of the control word that are used, and those of [Faulty].
func (d *Decoder) Locate(mask, codes uint64, head, used int, fixed, numbers string) (b core.Buffer, control, lens uint64, size int) {
	rest := d.B[d.N:]
	if len(rest) >= 8 {
		b = core.At(d.B, d.N)
		control, lens, size = Head(b, mask, codes, head)
	}
	if len(rest) < max(size, head)+8 {
		tail := make([]byte, head+8*16+16)
		copy(tail, rest)
		b = core.All(tail)
		if control, lens, size = Head(b, mask, codes, head); size > len(rest) {
			d.FailAt(core.Truncated, Faulty(tail, len(rest), (used+7)/8, fixed, numbers))
			return b, 0, 0, -1
		}
	}
	if used < 64 && control>>used != 0 {
		d.Fail(core.Malformed)
		return b, 0, 0, -1
	}
	return b, control, lens, size
}
