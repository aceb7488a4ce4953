// Package sproto has what the generated code for sproto calls.
package sproto

import "bale/internal/bale/core"

// An Input holds the state of decoding a message.
type Input struct {
	core.Input
	Zones core.Zones
}

// An Output holds the state of encoding a value.
type Output struct {
	core.Output
}

// MeasureCustom keeps what the method of a custom type returned, and returns the size of b in bytes, without its size field.
func (e *Output) MeasureCustom(b []byte, err error) int { return len(e.Keep(b, err)) }
