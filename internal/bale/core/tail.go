package core

// Load64 returns the eight bytes of b at n as a little-endian number. Bytes after the end of b count as zero. n is at most len(b).
// Copying the last bytes to an array and loading them from there would take three times as long, since the load waits for the copy.
func Load64(b []byte, n int) uint64 {
	m := len(b) - 8
	switch {
	case n <= m:
		return Get64(At(b, n), 0)
	case m >= 0:
		return Get64(At(b, m), 0) >> (8 * uint(n-m))
	}
	x := uint64(0)
	for i := len(b) - 1; i >= n; i-- {
		x = x<<8 | uint64(b[i])
	}
	return x
}
