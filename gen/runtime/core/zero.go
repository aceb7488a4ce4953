package core

// Zero sets a value that is not in the message to its zero value.
func Zero[T any](v *T) {
	var zero T
	*v = zero
}
