package core

import "time"

// Zone is a time's offset from UTC, in seconds.
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
	return offset
}
