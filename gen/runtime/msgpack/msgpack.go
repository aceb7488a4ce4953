// Package msgpack has the helpers of the msgpack format.
package msgpack

import "bale/gen/runtime/core"

// An Input is where the reading of a message stands.
type Input struct {
	core.Input
	Level int // how many pointers are still to be made before one that is nil
}

// An Output is what is to be known about a value before it is written.
type Output struct {
	core.Output
}

// MeasureBlob is how many bytes a type's own ones take.
func (e *Output) MeasureBlob(b []byte, err error) int { return e.Measured(Blob(b), err) }

// SameBlob is what a type makes of itself for the second time.
func (e *Output) SameBlob(b []byte, err error) []byte { return e.Same(b, Blob(b), err) }
