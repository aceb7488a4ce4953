// Package wrap has types of its own with messages in them.
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

// Stamped has the methods of a message, and is none.
type Stamped struct {
	*shop.Line
	By string
}

// Order is the message of another package.
type Order = shop.Order
