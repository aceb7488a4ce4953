// Package sequence has what packages fixed, varint and xdr share.
package sequence

import "bale/internal/bale/core"

// An Input holds the state of decoding a message.
type Input struct {
	core.Input
	Zones core.Zones
}
