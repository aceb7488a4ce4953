// Package fixed has what the generated code for the fixed format calls.
package fixed

import (
	"time"

	"bale/internal/bale/core"
	"bale/internal/bale/sequence"
)

// An Input holds the state of decoding a message.
type Input struct {
	sequence.Input
}

// An Output holds the state of encoding a value.
type Output struct {
	core.Output
}

// MeasureCustom keeps what the method of a custom type returned, and returns the size of b in bytes, without its count.
func (e *Output) MeasureCustom(b []byte, err error) int { return len(e.Keep(b, err)) }

// OtherTime returns an instant in a zone with an offset in seconds from UTC.
func (d *Input) OtherTime(sec int64, nsec uint32, offset int32) time.Time {
	t := time.Unix(sec, int64(nsec))
	if offset == 0 {
		return t.UTC()
	}
	return d.Zones.In(t, int(offset))
}
