package core

// Zero sets a value that is not in the message to its zero value.
func Zero[T any](v *T) {
	var zero T
	*v = zero
}

// InOrder sets the bits of seen for the first i of all fields of a struct, which were decoded in order, and returns how many are left, or -1 if i is 0: then
// the head of the struct has not been decoded.
func InOrder(seen []uint64, i, all int) int {
	if i == 0 {
		return -1
	}
	for f := range i {
		seen[f/64] |= 1 << (f % 64)
	}
	return all - i
}

// ZeroUnseen is Zero if a bit of seen is 0.
func ZeroUnseen[T any](v *T, seen uint64, bit int) {
	if seen>>bit&1 == 0 {
		Zero(v)
	}
}
