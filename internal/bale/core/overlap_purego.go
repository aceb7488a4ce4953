//go:build purego

package core

// Overlaps reports whether x has memory: without package unsafe, it is not known whether that is memory of the message b.
func Overlaps[T ~[]byte](x T, b []byte) bool { return cap(x) > 0 }
