package core

import "time"

// Zones has the zone that a time was read in last. FixedZone takes memory.
type Zones struct {
	Last   *time.Location
	Offset int // its offset from UTC, in seconds
}

// In is t in a zone with an offset from UTC.
func (z *Zones) In(t time.Time, offset int) time.Time {
	if z.Last == nil || z.Offset != offset {
		z.Last, z.Offset = time.FixedZone("", offset), offset
	}
	return t.In(z.Last)
}
