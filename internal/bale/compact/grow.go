package compact

import "bale/internal/bale/core"

// Parts has the sizes, in bytes, of the parts of a growing struct.
type Parts struct{ Control, Fixed, Numbers, Rest, Text int }

// Size returns the bytes of the record: all parts except the text.
func (p *Parts) Size() int { return p.Control + p.Fixed + p.Numbers + p.Rest }

// Parts decodes the sizes of a growing struct, and checks that the message has their bytes.
func (d *Decoder) Parts() (p Parts, ok bool) {
	var x [5]uint64
	if !GetNumbers(d, x[:]) {
		return p, false
	}
	left := uint64(len(d.B) - d.N)
	for _, size := range x[:4] {
		if size > left {
			return p, d.Fail(core.Truncated)
		}
		left -= size
	}
	if x[4] > uint64(d.TextLeft()) {
		return p, d.Fail(core.Truncated)
	}
	return Parts{int(x[0]), int(x[1]), int(x[2]), int(x[3]), int(x[4])}, true
}
