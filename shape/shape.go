// Package shape names the built-in shapes, which are ordinary Go packages, and carries
// their source, so that an installed bale can measure them in any module.
//
// Five are the structs of published benchmarks. Their BaleSamples make the values that
// those benchmarks used, as far as their bytes show: they come to the published sizes.
// Mixed is bale's own: its values vary in every way that a processor could predict.
package shape

import "embed"

// Source holds the shapes' Go files, as "small/small.go".
//
//go:embed */*.go
var Source embed.FS

// A Shape is one built-in shape.
type Shape struct {
	Name   string // of the shape, of its package, and of its folder in Source
	Type   string // the root type
	Source string // the published benchmark it is from: who and which year; "" for none
}

// All is the built-in shapes.
var All = []Shape{
	{"small", "Small", "alecthomas-2016"},
	{"nested", "Nested", "hrbrain-2021"},
	{"block", "SignedBlock", "skycoin-2019"},
	{"submit", "Submit", "tonybai-2020"},
	{"valmsg", "ValMsg", "szyhf-2018"},
	{"mixed", "Mixed", ""},
}

// Names is the names of All, in the same order.
var Names = names()

func names() []string {
	var n []string
	for _, s := range All {
		n = append(n, s.Name)
	}
	return n
}
