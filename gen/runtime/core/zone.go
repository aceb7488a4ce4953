package core

import "time"

// Zone returns a time's offset from UTC, in seconds. An offset that does not fit in 32 bits, which only FixedZone makes, counts as
// UTC: messages have four bytes for it, and the instant is the same.
func Zone(t *time.Time) int {
	if t.Location() == time.UTC {
		return 0
	}
	return Offset(t)
}

// Offset is apart, so that the common case is no call.
//
//go:noinline
func Offset(t *time.Time) int {
	_, offset := t.Zone()
	if offset != int(int32(offset)) {
		return 0
	}
	return offset
}
