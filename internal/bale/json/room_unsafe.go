//go:build !purego

package json

import "bale/internal/bale/core"

// maxShared is the maximum size of lists and bytes that share memory with strings.
const maxShared = 1024

// take returns k elements of a type without pointers. Few of them share memory with strings.
func take[T any](d *Input, k, n int) []T {
	size := sizeOf[T]()
	if k > maxShared/size {
		return make([]T, k)
	}
	if need := k*size + 8; need > cap(d.Backing)-len(d.Backing) {
		d.MoreRoom(n, need, len(d.Backing))
	}
	return core.TakeRoom[T](&d.Input, k)
}
