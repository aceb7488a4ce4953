// Package shape lists the built-in shapes, which are ordinary Go packages, and embeds their source, so that an installed bale can measure
// them.
//
// Five shapes are structs of published benchmarks. Their BaleSamples functions return values with the encoded sizes that those
// benchmarks published. The shape mixed is bale's own: its values vary in everything that a processor could predict.
package shape

import "embed"

// Source holds the Go files of the shapes, with names such as "small/small.go".
//
//go:embed */*.go
var Source embed.FS

// A Shape is one built-in shape.
type Shape struct {
	Name   string // name of the shape, of its package, and of its folder in Source
	Type   string // name of the root type
	Source string // author and year of the published benchmark that it comes from; "" for none
}

// All lists the built-in shapes.
var All = []Shape{
	{"small", "Small", "alecthomas-2016"},
	{"nested", "Nested", "hrbrain-2021"},
	{"block", "SignedBlock", "skycoin-2019"},
	{"submit", "Submit", "tonybai-2020"},
	{"valmsg", "ValMsg", "szyhf-2018"},
	{"mixed", "Mixed", ""},
}

// Names lists the names of the shapes in All, in the same order.
var Names = names()

func names() []string {
	var n []string
	for _, s := range All {
		n = append(n, s.Name)
	}
	return n
}
