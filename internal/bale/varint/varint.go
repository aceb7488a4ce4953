// Package varint has what the generated code for the varint format calls, and the varints of Protocol Buffers.
package varint

import (
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

// MeasureCustom keeps what the method of a custom type returned, and returns the [CustomSize] of b.
func (e *Output) MeasureCustom(b []byte, err error) int { return CustomSize(e.Keep(b, err)) }
