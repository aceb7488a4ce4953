package main

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"bale/report"
	"bale/result"
	"bale/runner/measure"
)

const (
	// liveWidth is the maximum width of the ranking, in columns. Few users make a terminal narrower while the ranking is shown.
	liveWidth = 80
	// liveRest is the number of lines of a terminal that are not for the fastest codecs: titles, the codecs that are always listed, and the
	// verdict. The screen leaves out lines at the end that do not fit.
	liveRest = 15
	// liveShare limits the time spent on rankings: after a ranking that took t to make, none is made for liveShare*t.
	liveShare = 20
)

// ranks makes the ranking that is shown during a run. Each ranking has one shape, in the first class of the run; the shapes take turns.
type ranks struct {
	lines  []string
	reader report.Reader
	turn   int           // number of rankings made so far
	made   time.Time     // time of the last ranking
	took   time.Duration // time it took to make
}

// table returns the ranking for a terminal of the given size. It returns the last ranking again if that is too recent; see liveShare.
func (k *ranks) table(run *result.Run, rounds *result.Rounds, width, height int) []string {
	if k.lines != nil && time.Since(k.made) < liveShare*k.took {
		return k.lines
	}
	start := time.Now()
	r := oneShape(result.Derive(run, rounds, result.Options{}), k.turn)
	r.Warnings, r.Unfinished = nil, true // the warnings say that the run is not complete
	var b bytes.Buffer
	opts := report.Options{Width: min(width, liveWidth), Top: min(report.DefaultTop, max(3, height-liveRest)), Color: colored(), Modes: run.Config.Modes[:min(1, len(run.Config.Modes))], Reader: k.reader}
	if err := report.Table(&b, r, opts); err != nil {
		return k.lines
	}
	k.turn, k.made, k.took = k.turn+1, time.Now(), time.Since(start)
	k.lines = strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	return k.lines
}

// oneShape returns the part of r about one of its shapes, which turn selects.
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
		one.Cells[i].Warnings = nil // mostly about too few rounds
	}
	one.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row measure.Row) bool { return other(row.Shape) || !row.Measured() })
	return &one
}
