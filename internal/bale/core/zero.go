package core

// Zero sets a value that is not in the message to its zero value.
func Zero[T any](v *T) {
	var zero T
	*v = zero
}

// ZeroUnseen is Zero if a bit of seen is 0.
func ZeroUnseen[T any](v *T, seen uint64, bit int) {
	if seen>>bit&1 == 0 {
		Zero(v)
	}
}
