// Package published holds the figures of five published benchmarks, from which bale takes its built-in shapes, and compares a run's figures
// with them.
package published

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed figures.tsv
var figuresTSV string

// A Figure is one value of a published table, with the names that its author used.
type Figure struct {
	Source     string // author and year: "skycoin-2019"
	Run        string // name of the run, if the author made several
	Shape      string // built-in shape
	Length     int    // length of the slice; 0 for shapes that are not slices
	Serializer string
	Op         string // "encode", "decode" or "size"
	Variant    string
	Value      float64 // nanoseconds per operation, or encoded bytes if Op is "size"
}

// figures holds all figures, in the order of the file.
var figures = parse(figuresTSV)

// parse parses the table. It panics on a malformed table, since the table is embedded in the program.
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
