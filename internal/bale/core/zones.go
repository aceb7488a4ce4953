package core

import "time"

// A Zones has the location of the last decoded time. Reusing it avoids an allocation by FixedZone.
type Zones struct {
	Last   *time.Location
	Offset int // offset of Last from UTC, in seconds
}

// In returns t in a location with the given offset from UTC.
func (z *Zones) In(t time.Time, offset int) time.Time {
	if z.Last == nil || z.Offset != offset {
		z.Last, z.Offset = time.FixedZone("", offset), offset
	}
	return t.In(z.Last)
}
