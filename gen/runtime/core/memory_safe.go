//go:build balesafe

package core

// StoreBytes writes elements of one byte each at n, and returns their number.
func StoreBytes[T ~uint8 | ~int8](b Buffer, n int, v []T) int {
	b = b[n : n+len(v)]
	for i, x := range v {
		b[i] = byte(x)
	}
	return len(v)
}

// LoadBytes reads elements of one byte each at n, and returns their number.
func LoadBytes[T ~uint8 | ~int8](v []T, b Buffer, n int) int {
	for i, x := range b[n : n+len(v)] {
		v[i] = T(x)
	}
	return len(v)
}

// StoreText writes the bytes of a string at n.
func StoreText(b Buffer, n int, s string) { copy(b[n:], s) }
