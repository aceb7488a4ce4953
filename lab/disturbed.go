package lab

import "slices"

// A pace is what the yardstick has lately said. Its fast end is the reference, so a machine that gets
// slower for good is disturbed only until that is the usual.
type pace struct {
	recent []float64
}

const (
	paceKept  = 201  // yardsticks that the reference is drawn from: those of some 100 blocks
	paceFast  = 0.1  // the quantile of them that is the reference: undisturbed even when half of them are not
	paceLimit = 1.15 // times the reference: more than that, and the block is run again. Disturbed ones are at 1.4 to 1.8.
)

// disturbed takes in the yardsticks from before and after a block, and returns by how much the slower is
// over the reference when that is more than the limit, 0 otherwise.
func (p *pace) disturbed(before, after float64) float64 {
	over := 0.0
	if len(p.recent) > 0 {
		sorted := slices.Clone(p.recent)
		slices.Sort(sorted)
		if ratio := max(before, after) / sorted[int(paceFast*float64(len(sorted)))]; ratio > paceLimit {
			over = ratio
		}
	}
	p.recent = append(p.recent, before, after)
	if extra := len(p.recent) - paceKept; extra > 0 {
		p.recent = p.recent[extra:]
	}
	return over
}
