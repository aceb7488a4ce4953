// Package sales has the types of a pipeline, and the pipeline, which sums the sales of each store up.
package sales

import "time"

//go:generate bale gen -beam

// A Sale is what a customer bought at once.
//
//bale:gen
type Sale struct {
	ID       uint64
	Store    Store
	At       time.Time
	Customer string
	Items    []Item
	// Labels is sorted, so that equal sales have equal bytes.
	Labels map[string]string `bale:"sorted"`
}

// A Store is the key by which sales are grouped.
//
//bale:gen
type Store struct {
	Country string
	City    string
	Number  int
}

// An Item is a product with its number and price.
type Item struct {
	SKU   string
	Count int
	Cents int64
}

// A Total is the result for a store.
//
//bale:gen
type Total struct {
	Store Store
	Sales int
	Cents int64
}
