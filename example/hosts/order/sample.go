package order

import (
	"fmt"
	"time"
)

// Sample returns an order with a number of lines.
func Sample(lines int) *Order {
	o := &Order{
		ID: 4711, Customer: "Ada Lovelace, 12 St James's Square, London", Placed: time.Date(2026, 11, 26, 9, 30, 0, 0, time.UTC),
		Notes: map[string]string{"gift": "yes"}, Currency: "EUR",
	}
	for i := range lines {
		o.Lines = append(o.Lines, Line{SKU: fmt.Sprintf("ART-%05d", i*37), Count: uint32(i%9 + 1), Cents: int64(i)*211 + 995})
	}
	return o
}
