package core

import "cmp"

// Zigzag returns x with its sign in the lowest bit.
func Zigzag(x int64) uint64 { return uint64(x<<1) ^ uint64(x>>63) }

// Unzigzag is the inverse of [Zigzag].
func Unzigzag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }

// Bit returns 1 for true and 0 for false. It compiles to code without a branch.
func Bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// Min is the built-in min, for packages that declare another min.
func Min[T cmp.Ordered](x T, more ...T) T {
	for _, y := range more {
		if y < x {
			x = y
		}
	}
	return x
}

// Max is the built-in max, for packages that declare another max.
func Max[T cmp.Ordered](x T, more ...T) T {
	for _, y := range more {
		if y > x {
			x = y
		}
	}
	return x
}
