package cbor

import (
	"math/big"
)

// AppendHead appends a head in its shortest form to b.
func AppendHead(b []byte, major byte, x uint64) []byte {
	w := Puts[PutIndex(x, 0)]
	b = append(b, major<<5+byte(w)+byte(x)&byte(w>>16))
	for k := int(w>>24) - 2; k >= 0; k-- {
		b = append(b, byte(x>>(8*k)))
	}
	return b
}

// MeasureBig keeps the encoding of x, and returns its length: an integer, or the tag and the bytes of a large integer.
func (e *Output) MeasureBig(x *big.Int) int {
	var b []byte
	negative := byte(0)
	if x.Sign() < 0 {
		negative = 1
		x = new(big.Int).Not(x)
	}
	if x.IsUint64() {
		b = AppendHead(nil, negative, x.Uint64())
	} else {
		magnitude := x.Bytes()
		b = append(AppendHead([]byte{0xc2 + negative}, 2, uint64(len(magnitude))), magnitude...)
	}
	return len(e.Keep(b, nil))
}

// GetBig decodes the integer at n into x: an integer of the types 0 and 1, or tag 2 or 3 and bytes.
func (d *Input) GetBig(n int, x *big.Int) int {
	*x = big.Int{} // another value may share its memory
	if n >= len(d.B) || d.B[n] != 0xc2 && d.B[n] != 0xc3 {
		u, negative, end := d.Integer(n, "an integer")
		if x.SetUint64(u); negative {
			x.Not(x)
		}
		return end
	}
	k, from := d.Count(n+1, 2, 1)
	switch {
	case from < 0:
		return -1
	case k < 0 || d.B[n+1]>>5 != 2:
		return d.Short(n+1, "a byte string")
	}
	d.Copied(k)
	if x.SetBytes(d.B[from : from+k]); d.B[n] == 0xc3 {
		x.Not(x)
	}
	return from + k
}
