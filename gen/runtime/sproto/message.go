// Package sproto has the helpers of the sproto format.
package sproto

import "bale/gen/runtime/core"

// An Input is where the reading of a message stands.
type Input struct {
	core.Input
	Zones core.Zones
}

// An Output is what is to be known about a value before it is written.
type Output struct {
	core.Output
}

// MeasureCustom is how many bytes a type's own ones take beside their size.
func (e *Output) MeasureCustom(b []byte, err error) int { return len(e.Keep(b, err)) }
