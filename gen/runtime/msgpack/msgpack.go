// Package msgpack has the helpers of the msgpack format.
package msgpack

import (
	"errors"

	"bale/gen/runtime/core"
)

// ErrTooLong is the error for a message in which there may be lengths of more than 32 bits.
var ErrTooLong = errors.New("a message of 4 GiB or more, which its lengths cannot say")

// An Input is where the reading of a message stands.
type Input struct {
	core.Input
	Level int // how many pointers are still to be made before one that is nil
}

// An Output is what is to be known about a value before it is written.
type Output struct {
	core.Output
}

// MeasureCustom is how many bytes a type's own ones take.
func (e *Output) MeasureCustom(b []byte, err error) int { return CustomSize(e.Keep(b, err)) }
