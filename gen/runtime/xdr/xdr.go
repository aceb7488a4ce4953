// Package xdr has the helpers of the xdr format.
package xdr

import (
	"bale/gen/runtime/core"
	"bale/gen/runtime/sequence"
)

// An Input is where the reading of a message stands.
type Input struct {
	sequence.Input
}

// An Output is what is to be known about a value before it is written.
type Output struct {
	core.Output
}

// MeasureCustom is how many bytes a type's own ones take beside their count.
func (e *Output) MeasureCustom(b []byte, err error) int { return CustomSize(e.Keep(b, err)) }
