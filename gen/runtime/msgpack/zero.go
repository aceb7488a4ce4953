package msgpack

// Zero sets what a message does not say.
func Zero[T any](v *T) {
	var zero T
	*v = zero
}
