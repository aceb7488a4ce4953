// Package proto has the helpers of the proto format.
package proto

import (
	"bale/gen/runtime/core"
	"bale/gen/runtime/varint"
)

// An Input is where the reading of a message stands.
type Input struct {
	core.Input
	Depth int // of what holds itself
}

// An Output is what is to be known about a value before it is written.
type Output struct {
	core.Output
}

// MeasureCustom is how many bytes a type's own ones take.
func (e *Output) MeasureCustom(b []byte, err error) int { return varint.CustomSize(e.Keep(b, err)) }
