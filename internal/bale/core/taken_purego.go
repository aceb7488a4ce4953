//go:build purego

package core

// A Taken stands for the record of the memory that decoding has reused. Without package unsafe, memory that two places of a value may share is not
// reused: for each piece, [Taken.Take] returns false.
type Taken struct{}

// A Run has no use without package unsafe.
type Run struct{}

// An Address tells that there is memory.
type Address = *Taken

var somewhere Taken

// SliceMemory returns an address if s is not nil.
func SliceMemory[T any](s []T) (Address, uintptr) {
	if s == nil {
		return nil, 0
	}
	return &somewhere, 1
}

// PointerMemory returns an address if p is not nil.
func PointerMemory[T any](p *T) (Address, uintptr) {
	if p == nil {
		return nil, 0
	}
	return &somewhere, 1
}

// MapMemory returns an address if the map is not nil.
func MapMemory[M ~map[K]V, K comparable, V any](m *M) (Address, uintptr) {
	if *m == nil {
		return nil, 0
	}
	return &somewhere, 1
}

// Extends returns false.
func Extends(*Run, Address, uintptr) bool { return false }

// BeginRun does nothing.
func BeginRun[T any](*Run, *T) {}

// Take returns false.
func (*Taken) Take(_ []Run, _ int, _ Address, _, _ uintptr) bool { return false }

// Release does nothing.
func (*Taken) Release() {}
