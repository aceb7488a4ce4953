//go:build !purego

package core

// HighBits has the highest bit of each byte.
const HighBits = 0x8080808080808080

// ASCII reports whether all bytes from n to end are ASCII. It checks up to 32 bytes in one step: 270 bytes take 7 ns instead of 23.
func ASCII(b Buffer, n, end int) bool {
	var x uint64
	switch k := end - n; {
	case k >= 16:
		for i := n; i < end-32; i += 32 {
			x |= Get64(b, i) | Get64(b, i+8) | (Get64(b, i+16) | Get64(b, i+24))
		}
		n = max(n, end-32)
		x |= Get64(b, n) | Get64(b, n+8) | (Get64(b, end-16) | Get64(b, end-8))
	case k >= 8:
		x = Get64(b, n) | Get64(b, end-8)
	case k >= 4:
		x = uint64(Get32(b, n) | Get32(b, end-4))
	case k > 0: // some of these bytes may be the same
		x = uint64(Get8(b, n) | Get8(b, n+k/2) | Get8(b, end-1))
	}
	return x&HighBits == 0
}
