// Package fixed has the helpers of the fixed format.
package fixed

import (
	"errors"
	"time"

	"bale/gen/runtime/core"
	"bale/gen/runtime/sequence"
)

// ErrTooLong is the error for a message whose counts have no room.
var ErrTooLong = errors.New("a message of more than 4 GiB, which its counts cannot say")

// An Input is where the reading of a message stands.
type Input struct {
	sequence.Input
}

// An Output is what is to be known about a value before it is written.
type Output struct {
	core.Output
}

// MeasureCustom is how many bytes a type's own ones take beside their count.
func (e *Output) MeasureCustom(b []byte, err error) int { return len(e.Keep(b, err)) }

// OtherTime is an instant in a zone.
func (d *Input) OtherTime(sec int64, nsec uint32, offset int32) time.Time {
	t := time.Unix(sec, int64(nsec))
	if offset == 0 {
		return t.UTC()
	}
	return d.Zones.In(t, int(offset))
}
