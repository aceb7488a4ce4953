//go:build purego

package json

// take returns k elements.
func take[T any](_ *Input, k, _ int) []T { return make([]T, k) }
