package compact

import (
	"encoding/binary"
	"time"

	"bale/gen/runtime/core"
)

// Zone is a time in the zone whose offset from UTC the first four bytes are.
func Zone(t time.Time, b []byte) time.Time {
	return t.In(time.FixedZone("", int(int32(binary.LittleEndian.Uint32(b)))))
}

func (d *Decoder) Zone(t *time.Time) bool {
	if len(d.B)-d.N < 4 {
		return d.Fail(core.Truncated)
	}
	*t = Zone(*t, d.B[d.N:])
	d.N += 4
	return true
}
