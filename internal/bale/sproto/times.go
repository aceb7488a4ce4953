package sproto

import (
	"time"

	"bale/internal/bale/core"
)

// A time is a struct with the tags 0 for the seconds since 1970, 1 for the nanoseconds, and 2 for the zone offset in seconds, which is
// left out if it is 0.

// MeasureTime returns the size of a time in bytes, without a size field.
func MeasureTime(t *time.Time) int {
	n := 6 + IntegerLen(uint64(t.Unix())) + IntegerLen(uint64(t.Nanosecond()))
	if offset := core.Zone(t); offset != 0 {
		n += 2 + IntegerLen(uint64(int64(offset)))
	}
	return n
}

// PutTime writes a time at n. It returns the offset of its end.
func PutTime(b core.Buffer, n int, t *time.Time) int {
	sec, nsec, offset := uint64(t.Unix()), uint64(t.Nanosecond()), uint64(int64(core.Zone(t)))
	words := int(2 + core.Bit(offset != 0))
	core.Put16(b, n, uint16(words))
	core.Put16(b, n+2, Word(sec))
	core.Put16(b, n+4, Word(nsec))
	core.Put16(b, n+6, Word(offset))
	n += 2 + 2*words
	for _, x := range [...]uint64{sec, nsec, offset} {
		if x > MostWord {
			n = StoreInteger(b, n, x)
		}
	}
	return n
}

// GetTime decodes the time at n. It returns the offset of its end, or -1.
func GetTime(d *Input, n, end int, t *time.Time) int {
	m := n + 2
	if m > end {
		return d.Stop(core.Truncated, "", n)
	}
	b := core.All(d.B)
	h := m + 2*int(core.Get16(b, n))
	if h > end {
		return d.Stop(core.Truncated, "", n)
	}
	n = h
	var parts [3]int64
	for tag := 0; m < h; tag++ {
		w := uint(core.Get16(b, m))
		m += 2
		switch {
		case w&1 != 0:
			if _, tag, m = d.Leap(w, tag, m-2, h); tag == End {
				continue
			}
			m -= 2
			tag--
		case tag > 2 && w == 0:
			k := d.Chunk(w, n, end)
			if k < 0 {
				return d.Odd("", w, n, end)
			}
			n += 4 + k
		case tag > 2:
		case w != 0:
			parts[tag] = int64(w>>1) - 1
		default:
			if parts[tag], n = d.Integer("", n, end); n < 0 {
				return -1
			}
		}
	}
	if uint64(parts[1]) >= 1e9 || parts[2] != int64(int32(parts[2])) {
		return d.Stop(core.Overflow, "", n)
	}
	if *t = time.Unix(parts[0], parts[1]).UTC(); parts[2] == 0 {
		return n
	}
	*t = d.Zones.In(*t, int(parts[2]))
	return n
}
