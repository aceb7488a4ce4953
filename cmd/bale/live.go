package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"time"

	"bale/measure"
	"bale/report"
	"bale/result"
)

const (
	// liveWidth is the largest width of a ranking that is written in place: few terminals become narrower than that.
	liveWidth = 80
	// liveShare is how many times as long as the making of a ranking the measuring before it has to take.
	liveShare = 20
)

// ranks makes the ranking of a run that goes on: of one shape at a time, in turn, in the first of its classes.
type ranks struct {
	lines  []string
	reader report.Reader
	turn   int           // counts the rankings
	made   time.Time     // of the last one
	took   time.Duration // to make it
}

// table is the ranking for a terminal of some width. While it takes long in comparison with the rounds, it stays as it is.
func (k *ranks) table(run *result.Run, rounds *result.Rounds, width int) []string {
	if k.lines != nil && time.Since(k.made) < liveShare*k.took {
		return k.lines
	}
	start := time.Now()
	r := oneShape(result.Derive(run, rounds, result.Options{}), k.turn)
	r.Warnings = nil // the run is not complete, and all that follows from that
	var b bytes.Buffer
	opts := report.Options{Width: min(width, liveWidth), Color: os.Getenv("NO_COLOR") == "", Modes: run.Config.Modes[:min(1, len(run.Config.Modes))], Reader: k.reader}
	if err := report.Table(&b, r, opts); err != nil {
		return k.lines
	}
	k.turn, k.made, k.took = k.turn+1, time.Now(), time.Since(start)
	k.lines = strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	return k.lines
}

// oneShape is what r says of one of its shapes, the next at each turn.
func oneShape(r *result.Results, turn int) *result.Results {
	var shapes []string
	for _, c := range r.Cells {
		if !slices.Contains(shapes, c.Shape) {
			shapes = append(shapes, c.Shape)
		}
	}
	if len(shapes) == 0 {
		return r
	}
	other := func(shape string) bool { return shape != shapes[turn%len(shapes)] }
	one := *r
	one.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c result.Cell) bool { return other(c.Shape) })
	for i := range one.Cells {
		one.Cells[i].Warnings = nil // too few rounds, for the most part
	}
	one.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row measure.Row) bool { return other(row.Shape) || !row.Measured() })
	return &one
}
