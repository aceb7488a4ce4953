package compact

import (
	"encoding/binary"
	"time"

	"bale/internal/bale/core"
)

// Zone returns t in a zone whose offset from UTC, in seconds, is in the first four bytes of b.
func Zone(t time.Time, b []byte) time.Time {
	return t.In(time.FixedZone("", int(int32(binary.LittleEndian.Uint32(b)))))
}

// Zone decodes the offset from UTC of a time, and sets its zone.
func (d *Decoder) Zone(t *time.Time) bool {
	if len(d.B)-d.N < 4 {
		return d.Fail(core.Truncated)
	}
	*t = t.In(time.FixedZone("", int(int32(binary.LittleEndian.Uint32(d.B[d.N:])))))
	d.N += 4
	return true
}
