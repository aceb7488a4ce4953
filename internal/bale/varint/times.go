package varint

import (
	"fmt"
	"math/bits"
	"time"

	"bale/internal/bale/core"
)

// Year1 is the number of seconds from the start of year 1 to 1970.
const Year1 = 62135596800

// ZoneBytes returns how many bytes t takes in addition to a time in UTC: one if its zone offset is not in whole minutes. An offset that
// the format cannot represent is an error.
func (e *Output) ZoneBytes(t *time.Time) int {
	offset := 0
	if _, offset = t.Zone(); offset/60 < -32768 || offset/60 == -1 || offset/60 > 32767 {
		e.Refuse(fmt.Errorf("the offset of zone %s from UTC is %d seconds: there is no form for it", t.Location(), offset))
	}
	if offset%60 != 0 {
		return 1
	}
	return 0
}

// StoreUTC writes a time in UTC as time.MarshalBinary does: version 1, the seconds since year 1, the nanoseconds, and -1 for UTC.
func StoreUTC(b core.Buffer, n int, sec int64, nsec int) int {
	x := bits.ReverseBytes64(uint64(sec + Year1))
	core.Put64(b, n, 1|x<<8)
	core.Put64(b, n+8, x>>56|uint64(bits.ReverseBytes32(uint32(nsec)))<<8|0xffff<<40)
	return n + 15
}

// StoreTime writes a time in another zone as time.MarshalBinary does: with its offset in minutes, and in version 2 the remaining seconds.
func StoreTime(b core.Buffer, n int, t *time.Time) int {
	end := StoreUTC(b, n, t.Unix(), t.Nanosecond())
	_, offset := t.Zone()
	core.Put16(b, n+13, bits.ReverseBytes16(uint16(offset/60)))
	if offset%60 == 0 {
		return end
	}
	core.Put8(b, n, 2)
	core.Put8(b, n+15, uint8(offset%60))
	return end + 1
}

// UTC reports whether the 16 bytes x and y begin with a valid time in UTC, which is the common case.
func UTC(x, y uint64) bool {
	return uint8(x) == 1 && uint16(y>>40) == 0xffff && bits.ReverseBytes32(uint32(y>>8)) < 1e9
}

// Instant returns the time at the beginning of the bytes x and y, in the local zone.
func Instant(x, y uint64) time.Time {
	return time.Unix(int64(bits.ReverseBytes64(x>>8|y<<56))-Year1, int64(bits.ReverseBytes32(uint32(y>>8))))
}

// OtherTime decodes a time that is not in UTC from the bytes x and y. It returns the size of the time in bytes, or 0 for an error. The
// time is in the local zone if that zone has the same offset at that time.
func (d *Input) OtherTime(t *time.Time, x, y uint64) int {
	version, minutes, seconds := uint8(x), int(int16(bits.ReverseBytes16(uint16(y>>40)))), int(int8(y>>56))
	offset := 60 * minutes
	switch {
	case bits.ReverseBytes32(uint32(y>>8)) >= 1e9:
		return 0
	case version == 2:
		offset += seconds
		if seconds == 0 || minutes == -1 || offset/60 != minutes || offset%60 != seconds {
			return 0
		}
	case version != 1:
		return 0
	}
	*t = Instant(x, y)
	if _, ours := t.Zone(); ours != offset {
		*t = d.Zones.In(*t, offset)
	}
	return 14 + int(version)
}

// OddTime sets the error for the invalid time at n. It returns -1.
func (d *Input) OddTime(path string, n int) int {
	if len(d.B)-n < 15 || d.B[n] == 2 && len(d.B)-n < 16 {
		return d.Stop(core.Truncated, path, len(d.B))
	}
	return d.Stop(core.Malformed, path, n)
}
