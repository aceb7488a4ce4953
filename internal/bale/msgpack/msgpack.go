// Package msgpack has what the generated code for MessagePack calls.
package msgpack

import (
	"bale/internal/bale/core"
)

// An Input holds the state of decoding a message.
type Input struct {
	core.Input
	Level int // number of pointers still to allocate before a nil one, from the extension for nested pointers
}

// An Output holds the state of encoding a message.
type Output struct {
	core.Output
}

// MeasureCustom keeps the result of the method of a custom type, and returns the bytes that it takes in a message.
func (e *Output) MeasureCustom(b []byte, err error) int { return CustomSize(e.Keep(b, err)) }
