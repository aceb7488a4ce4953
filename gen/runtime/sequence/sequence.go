// Package sequence contains the helper functions that the formats fixed, varint and xdr share.
package sequence

import "bale/gen/runtime/core"

// An Input holds the state of decoding a message.
type Input struct {
	core.Input
	Zones core.Zones
}
