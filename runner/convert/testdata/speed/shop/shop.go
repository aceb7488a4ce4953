// Package shop has the type whose messages are converted.
package shop

import "time"

// An Order is an order of articles.
//
//bale:gen wire=compact,proto methods=Compact
type Order struct {
	ID       uint64
	Customer string
	Placed   time.Time
	Lines    []Line
	Notes    []string
	Total    float64
	Paid     bool
	Tags     map[string]string
	Ship     *Address
}

// A Line is one article of an order.
type Line struct {
	SKU   string
	Count int
	Price float64
}

// An Address is a delivery address.
type Address struct{ Street, City, Country string }
