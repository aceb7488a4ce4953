// Package wrap has types that contain messages.
package wrap

import (
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"example.com/messages/shop"
)

// Shipment holds messages by pointer.
type Shipment struct {
	At      time.Time
	Receipt *shop.Receipt
	Parts   []*shop.Line
	Waits   map[string]*durationpb.Duration
}

// Stamped has the methods of a message, but is not a message.
type Stamped struct {
	*shop.Line
	By string
}

// Order is a message of another package.
type Order = shop.Order
