// Package logs writes orders to a log of slog.
package logs

import (
	"log/slog"

	"example.com/hosts/order"
)

// Placed logs that an order was placed. A slog.JSONHandler calls MarshalJSON of the order, if the level is enabled.
func Placed(l *slog.Logger, o *order.Order) {
	l.Info("placed", "order", o)
}
