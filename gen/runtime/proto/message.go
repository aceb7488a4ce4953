// Package proto contains the helper functions of the proto format.
package proto

import (
	"bale/gen/runtime/core"
	"bale/gen/runtime/varint"
)

// An Input holds the state of decoding a message.
type Input struct {
	core.Input
	Depth int // nesting depth of recursive messages and unknown groups
}

// An Output holds the state of encoding a value.
type Output struct {
	core.Output
	Extended bool // a message has extensions
}

// MeasureCustom keeps what the method of a custom type returned. It returns the size of b with its length prefix in bytes, or 0 for
// nil.
func (e *Output) MeasureCustom(b []byte, err error) int { return varint.CustomSize(e.Keep(b, err)) }
