package main

import "slices"

// bytes changes single bytes.
func (m *mutator) bytes(b []byte) []byte {
	b = slices.Clone(b)
	if len(b) == 0 {
		return []byte{byte(m.Uint32())}
	}
	at := m.IntN(len(b))
	switch m.IntN(5) {
	case 0:
		return b[:at]
	case 1:
		return slices.Insert(b, at, byte(m.Uint32()))
	case 2:
		return slices.Delete(b, at, at+1)
	case 3:
		b[at] = []byte{0, 0x7F, 0x80, 0xFF, 1}[m.IntN(5)]
	default:
		b[at] ^= 1 << m.IntN(8)
	}
	return b
}
