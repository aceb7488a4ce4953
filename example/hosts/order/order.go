// Package order has the type that the examples of this module send and store. Package orderv1 has the version before.
package order

import "time"

//go:generate bale gen -proto order.proto

// An Order is a customer's order of articles. Programs with the type of package orderv1 read its messages, because its structs evolve.
//
//bale:gen wire=compact,proto,json
//bale:evolve all
//bale:value
type Order struct {
	ID       uint64            `json:"id"`
	Customer string            `json:"customer"`
	Placed   time.Time         `json:"placed"`
	Lines    []Line            `json:"lines"`
	Notes    map[string]string `json:"notes,omitempty"`
	Currency string            `json:"currency,omitempty"` // not in version 1
}

// A Line is one article of an order.
type Line struct {
	SKU   string `json:"sku"`
	Count uint32 `json:"count"`
	Cents int64  `json:"cents"`
}
