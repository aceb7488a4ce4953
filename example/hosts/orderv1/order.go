// Package orderv1 has version 1 of the type in package order, as a program has it that was built before the field Currency was added.
package orderv1

import "time"

//go:generate bale gen

// An Order is a customer's order of articles.
//
//bale:gen wire=compact,proto
//bale:evolve all
//bale:value
type Order struct {
	ID       uint64
	Customer string
	Placed   time.Time
	Lines    []Line
	Notes    map[string]string
}

// A Line is one article of an order.
type Line struct {
	SKU   string
	Count uint32
	Cents int64
}
