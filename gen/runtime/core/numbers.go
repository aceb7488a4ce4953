package core

import "cmp"

// Zigzag is x with its sign in the lowest bit.
func Zigzag(x int64) uint64 { return uint64(x<<1) ^ uint64(x>>63) }

// Unzigzag is the opposite of [Zigzag].
func Unzigzag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }

// Bit compiles to no branch.
func Bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// Min is min, which the package calls something else.
func Min[T cmp.Ordered](x T, more ...T) T {
	for _, y := range more {
		if y < x {
			x = y
		}
	}
	return x
}

// Max is max, which the package calls something else.
func Max[T cmp.Ordered](x T, more ...T) T {
	for _, y := range more {
		if y > x {
			x = y
		}
	}
	return x
}
