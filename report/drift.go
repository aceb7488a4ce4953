package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bale/result"
)

// A driftChart is the drift of the machine's speed as lines in an SVG, which needs no script. Up is slower.
type driftChart struct {
	Width, Height int
	Points        string // of a polyline
	Usual         string // y of the line at 1
	Slow, Fast    string // the ends of the scale: "1.8x"
	Text          string
}

// newDriftChart is nil when there is nothing to draw.
func newDriftChart(d result.DriftSummary) *driftChart {
	if len(d.Series) < 2 {
		return nil
	}
	c := &driftChart{Width: 800, Height: 96}
	lo, hi := min(slices.Min(d.Series), 0.95), max(slices.Max(d.Series), 1.05)
	y := func(v float64) string {
		return fmt.Sprintf("%.1f", float64(c.Height)*math.Log(hi/v)/math.Log(hi/lo))
	}
	var points []string
	for i, v := range d.Series {
		points = append(points, fmt.Sprintf("%.1f,%s", float64(c.Width)*float64(i)/float64(len(d.Series)-1), y(v)))
	}
	c.Points, c.Usual = strings.Join(points, " "), y(1)
	c.Slow, c.Fast = threeDigits(hi)+"x", threeDigits(lo)+"x"
	c.Text = fmt.Sprintf("How many times as long as usual everything took, from the beginning of the run to its end: %s in the slowest twentieth of it "+
		"what it took in the fastest.", threeDigits(d.Range)+"x")
	if d.Corrected {
		c.Text += " All times are without it: they are those at the machine's usual speed."
	} else {
		c.Text += " The times are as measured, with it."
	}
	return c
}
