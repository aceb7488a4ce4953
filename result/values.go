package result

import (
	"fmt"
	"slices"

	"bale/measure"
)

// enoughValues is how much longer an operation may take with four times as many sample values, as a fraction and beyond
// what steady codecs do, before a run warns.
const enoughValues = 0.10

// valuesWarnings say of which shapes a processor learns the sample values.
func valuesWarnings(run *Run, cells []measuredCell) []string {
	var list []string
	for _, s := range run.Samples {
		switch {
		case s.Learned && s.Distinct == 1:
			list = append(list, fmt.Sprintf("%s: all sample values are equal, so a processor learns them: other data may take longer", s.Shape))
		case s.Learned:
			list = append(list, fmt.Sprintf("%s: %d different sample values are so few that a processor learns them: other data may take longer", s.Shape, s.Distinct))
		}
	}
	type place struct {
		shape string
		op    measure.Op
	}
	worst := map[place]bool{}
	for _, c := range cells {
		at := place{c.Shape, c.Op}
		if c.Mode.Values != measure.Fourfold || steady(&c) || c.control != "" || worst[at] {
			continue
		}
		more := fourfold(cells, c)
		if more > enoughValues {
			worst[at] = true
			list = append(list, fmt.Sprintf("%s: with many more sample values, %s takes %.0f %% longer to %s, beyond what their memory costs: a processor learns "+
				"some of the values; give -values a larger number", c.Shape, c.Codec, 100*more, c.Op))
		}
	}
	return list
}

// steady reports whether a cell's codec has no branches that depend on the values: more of them cost it cache misses alone.
func steady(m *measuredCell) bool { return m.reference || slices.Contains(measure.FixedWidth, m.Codec) }

// fourfold is how much longer a cell takes than the one with a quarter of the values, as a fraction and beyond what the
// steady ones do; 0 if that is not significant.
func fourfold(cells []measuredCell, c measuredCell) float64 {
	fewer := quarter(cells, &c)
	if fewer == nil || ratio(c.times, fewer.times).Lo <= 1+enoughValues/2 {
		return 0
	}
	memory := 0.0
	for i := range cells {
		m := &cells[i]
		if m.Shape != c.Shape || m.Op != c.Op || m.Mode != c.Mode || !steady(m) {
			continue
		}
		if f := quarter(cells, m); f != nil {
			memory = max(memory, median(m.times).Center-median(f.times).Center)
		}
	}
	return (median(c.times).Center - median(fewer.times).Center - memory) / median(fewer.times).Center
}

// quarter is the cell with a quarter of the values of c, or nil.
func quarter(cells []measuredCell, c *measuredCell) *measuredCell {
	want := c.Cell
	want.Mode.Values = measure.Varied
	if i := slices.IndexFunc(cells, func(m measuredCell) bool { return m.Cell == want }); i >= 0 {
		return &cells[i]
	}
	return nil
}
