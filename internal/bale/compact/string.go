package compact

import "bale/internal/bale/core"

// PutString encodes a string that is a record of its own at n, and its text at s. It returns the end offsets of both.
func PutString(e *Encoder, b core.Buffer, n, s int, v *string) (int, int) {
	text := *v
	if n+6 > e.End || int64(len(text)) > int64(e.TextEnd-s) {
		return e.Changed("string", n), s
	}
	control, m := Store(b, n+1, uint64(len(text)))
	core.Put8(b, n, uint8(control))
	core.StoreText(b, s, text)
	return m, s + len(text)
}

// MeasureString returns the size of a string that is a record of its own, without its text, which it adds to e.Text.
func MeasureString(e *Encoder, v *string) int64 {
	e.Text += int64(len(*v))
	return int64(1 + Len(uint64(len(*v))))
}

// GetString decodes a string that is a record of its own.
func GetString(d *Decoder, v *string) bool {
	k, ok := d.oneNumber()
	if !ok {
		return false
	}
	text := d.More(d.Unused(), k)
	if k > uint64(len(text)) {
		return d.Fail(core.Truncated)
	}
	*v = text[:k]
	d.SetUnused(text[k:])
	return true
}

// oneNumber decodes a record that has one number and nothing else.
func (d *Decoder) oneNumber() (uint64, bool) {
	n, size := d.N, 9
	var b core.Buffer
	var control uint64
	if len(d.B)-n >= 8 {
		b = core.At(d.B, n)
		control, _, size = Head(b, 1<<8-1, 0xf, 1)
	}
	if len(d.B)-n < size+8 {
		var tail [17]byte
		copy(tail[:], d.B[n:])
		b = core.All(tail[:])
		if control, _, size = Head(b, 1<<8-1, 0xf, 1); size > len(d.B)-n {
			return 0, d.Fail(core.Truncated)
		}
	}
	if control>>4 != 0 {
		return 0, d.Fail(core.Malformed)
	}
	d.N = n + size
	return Load(b, 1, control), true
}

// Start begins to decode the message b at its byte n: it decodes the length of the text, and copies the text, unless alias is set or it is long.
func (d *Decoder) Start(b []byte, n int, alias bool) bool {
	d.B, d.N = b, n
	k, ok := d.oneNumber()
	return ok && d.text(b, d.N, k, alias)
}

// text sets the text of the message b: k bytes at n.
func (d *Decoder) text(b []byte, n int, k uint64, alias bool) bool {
	d.N, d.Alias = n, alias
	if k > uint64(len(b)-d.N) {
		return d.Fail(core.Truncated)
	}
	d.TextAt, d.TextEnd = d.N, d.N+int(k)
	if alias || int(k) <= core.Piece {
		d.Text = core.Text(b[d.N:d.TextEnd], alias)
		d.Copied(len(d.Text))
		d.TextAt = d.TextEnd
	}
	d.N = d.TextEnd
	return true
}
