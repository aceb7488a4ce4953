// Package orderv1 has version 1 of the type in package order, as a program has it that was built before the field Currency was added.
package orderv1

import "time"

//go:generate bale gen

// An Order is a customer's order of articles.
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
}

// A Line is one article of an order.
type Line struct {
	SKU   string `json:"sku"`
	Count uint32 `json:"count"`
	Cents int64  `json:"cents"`
}
