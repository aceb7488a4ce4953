package core

import "time"

// Zone returns the offset from UTC of a time, in seconds. An offset that does not fit in 32 bits, which only FixedZone creates,
// counts as UTC: messages have four bytes for it, and the instant is the same.
func Zone(t *time.Time) int {
	if t.Location() == time.UTC {
		return 0
	}
	return Offset(t)
}

// Offset is Zone for a time in another zone than UTC. It is a separate function so that times in UTC need no call.
//
//go:noinline
func Offset(t *time.Time) int {
	_, offset := t.Zone()
	if offset != int(int32(offset)) {
		return 0
	}
	return offset
}
