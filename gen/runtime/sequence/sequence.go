// Package sequence has the helpers of the formats that write one thing after the other.
package sequence

import "bale/gen/runtime/core"

// An Input is where the reading of a message stands.
type Input struct {
	core.Input
	Empty int // elements that take no bytes
	Zones core.Zones
}

// ZeroSize counts elements that take no bytes: no message is long enough to bound them.
func (d *Input) ZeroSize(n uint64) bool {
	if n > uint64(core.MaxEmpty-d.Empty) {
		return false
	}
	d.Empty += int(n)
	return true
}
