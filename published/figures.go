// Package published holds the figures of the five benchmarks that bale grew out of, and sets a run's own beside them.
package published

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed figures.tsv
var figuresTSV string

// A Figure is one line of a published table, under the names that its author used.
type Figure struct {
	Source     string // who and when: "skycoin-2019"
	Run        string // where the author took the table more than once
	Shape      string // built-in shape
	Length     int    // of the slice, 0 for a shape that is none
	Serializer string
	Op         string // "encode", "decode" or "size"
	Variant    string
	Value      float64 // nanoseconds per operation, of "size" encoded bytes
}

// figures are all of them, in the order of the file.
var figures = parse(figuresTSV)

// parse panics on a file that is not as it should be: it is part of the program.
func parse(text string) []Figure {
	var list []Figure
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines[1:] {
		c := strings.Split(line, "\t")
		for len(c) < 11 { // trailing tabs may be missing
			c = append(c, "")
		}
		f := Figure{Source: c[0], Run: c[1], Shape: c[2], Serializer: c[4], Op: c[5], Variant: c[6]}
		value := c[7]
		if f.Op == "size" {
			value = c[10]
		}
		var err error
		if f.Value, err = strconv.ParseFloat(value, 64); err != nil {
			panic(fmt.Sprintf("figures.tsv: line %d: %v", i+2, err))
		}
		if c[3] != "" {
			if f.Length, err = strconv.Atoi(c[3]); err != nil {
				panic(fmt.Sprintf("figures.tsv: line %d: %v", i+2, err))
			}
		}
		list = append(list, f)
	}
	return list
}
