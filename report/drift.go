package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bale/result"
)

// A driftChart is the drift of the machine's speed as an SVG polyline, which needs no script. Slower is higher.
type driftChart struct {
	Width, Height int
	Points        string // points of the polyline
	Usual         string // y coordinate of the usual speed
	Slow, Fast    string // labels at the ends of the scale: "1.8x"
	Text          string
}

// newDriftChart returns the chart, or nil if there are fewer than two values.
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
	c.Text = fmt.Sprintf("The machine's speed during the run, as time relative to usual. The same work took %s as long in the slowest twentieth of the run "+
		"as in the fastest.", threeDigits(d.Range)+"x")
	if d.Corrected {
		c.Text += " The times are corrected for this: they are times at the machine's usual speed."
	} else {
		c.Text += " The times are as measured: they are not corrected for this."
	}
	return c
}
