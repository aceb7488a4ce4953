// Package sequence has the helpers of the formats that write one thing after the other.
package sequence

import "bale/gen/runtime/core"

// An Input is where the reading of a message stands.
type Input struct {
	core.Input
	Zones core.Zones
}
