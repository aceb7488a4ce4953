package result

import (
	"fmt"
	"slices"

	"bale/runner/measure"
)

// maxValuesIncrease is the maximum increase of an operation's time with four times as many sample values, as a fraction, for which there is
// no warning. The increase of value-independent codecs does not count.
const maxValuesIncrease = 0.10

// valuesWarnings returns warnings about shapes whose sample values the branch predictor learns.
func valuesWarnings(run *Run, cells []measuredCell) []string {
	var list []string
	for _, s := range run.Samples {
		switch {
		case s.Learned && s.Distinct == 1:
			list = append(list, fmt.Sprintf("%s: all sample values are equal, so the branch predictor learns them: real data may take longer", s.Shape))
		case s.Learned:
			list = append(list, fmt.Sprintf("%s: there are only %d different sample values, so the branch predictor learns them: real data may take longer", s.Shape, s.Distinct))
		}
	}
	type shapeOp struct {
		shape string
		op    measure.Op
	}
	warned := map[shapeOp]bool{}
	for _, c := range cells {
		at := shapeOp{c.Shape, c.Op}
		if c.Mode.Values != measure.Fourfold || valueIndependent(&c) || c.control != "" || warned[at] {
			continue
		}
		increase := fourfoldIncrease(cells, c)
		if increase > maxValuesIncrease {
			warned[at] = true
			list = append(list, fmt.Sprintf("%s: %s takes %.0f %% longer to %s with four times as many sample values, not counting the cost of their memory: the branch "+
				"predictor learns some of the values. Use a larger number for -values", c.Shape, c.Codec, 100*increase, c.Op))
		}
	}
	return list
}

// valueIndependent reports whether a cell's codec has no branches that depend on the values. More values cost it only cache misses.
func valueIndependent(m *measuredCell) bool {
	return m.reference || m.fixedWidth
}

// fourfoldIncrease returns how much longer cell c takes than the one with a quarter of the values, as a fraction, minus the increase of the
// value-independent cells. It returns 0 if the increase is not significant.
func fourfoldIncrease(cells []measuredCell, c measuredCell) float64 {
	fewer := quarterCell(cells, &c)
	if fewer == nil || fewer.clock != c.clock || ratio(c.times, fewer.times).Lo <= 1+maxValuesIncrease/2 {
		return 0
	}
	memory := 0.0
	for i := range cells {
		m := &cells[i]
		if m.Shape != c.Shape || m.Op != c.Op || m.Mode != c.Mode || !valueIndependent(m) {
			continue
		}
		if f := quarterCell(cells, m); f != nil && f.clock == m.clock {
			memory = max(memory, median(m.times).Center-median(f.times).Center)
		}
	}
	return (median(c.times).Center - median(fewer.times).Center - memory) / median(fewer.times).Center
}

// quarterCell returns the cell with a quarter of the values of c, or nil.
func quarterCell(cells []measuredCell, c *measuredCell) *measuredCell {
	want := c.Cell
	want.Mode.Values = measure.Varied
	if i := slices.IndexFunc(cells, func(m measuredCell) bool { return m.Cell == want }); i >= 0 {
		return &cells[i]
	}
	return nil
}
