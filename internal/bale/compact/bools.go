package compact

import "bale/internal/bale/core"

// PutBools encodes bools, one bit each.
func PutBools[T ~bool](b core.Buffer, n int, v []T) int {
	for len(v) > 0 {
		var x uint8
		k := min(len(v), 8)
		for i, y := range v[:k] {
			x |= uint8(core.Bit(bool(y))) << i
		}
		core.Put8(b, n, x)
		n++
		v = v[k:]
	}
	return n
}

// GetBools decodes bools.
func GetBools[T ~bool](d *Decoder, v []T) bool {
	if (len(v)+7)/8 > len(d.B)-d.N {
		return d.Fail(core.Truncated)
	}
	for len(v) > 0 {
		x := d.B[d.N]
		k := min(len(v), 8)
		for i := range v[:k] {
			v[i] = x&(1<<i) != 0
		}
		if x>>k != 0 {
			return d.Fail(core.Malformed)
		}
		d.N++
		v = v[k:]
	}
	return true
}
