//go:build purego

package core

// ASCII reports whether all bytes from n to end are ASCII.
func ASCII(b Buffer, n, end int) bool {
	for _, x := range b[n:end] {
		if x >= 0x80 {
			return false
		}
	}
	return true
}
