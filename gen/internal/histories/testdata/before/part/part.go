// Package part has a struct of another package.
package part

// A Line changes.
type Line struct {
	SKU   string
	Count int8
}
