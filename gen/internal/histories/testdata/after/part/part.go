// Package part has a struct of another package.
package part

// A Line has changed.
type Line struct {
	Price float64
	Count int
	SKU   string
}
