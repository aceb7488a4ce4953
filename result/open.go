package result

import (
	"cmp"
	"slices"

	"bale/measure"
)

// preciseRatio is the half-width of the interval of a ratio, as a fraction, at which more rounds are of no more use to it.
const preciseRatio = 0.03

// Open reports which cells of an unfinished run need more rounds: those whose ratio to a neighbour in their ranking is not
// yet precise. Running says which cells can have more. Only the width of an interval counts, never
// whether a difference has become significant: that would find differences that are not there.
func Open(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]bool {
	open := map[measure.Cell]bool{}
	cells := comparable(run.Rows, rounds, EstimateDrift(rounds))
	pair := func(a, b *measuredCell) {
		if running(a.Cell) && running(b.Cell) && ratio(a.times, b.times).HalfWidth() > preciseRatio {
			open[a.Cell], open[b.Cell] = true, true
		}
	}
	for _, class := range classes(run, ranked(run.Rows, cells)) {
		list := class.cells
		slices.SortFunc(list, func(a, b measuredCell) int {
			return cmp.Compare(middle(slices.Clone(a.times)), middle(slices.Clone(b.times)))
		})
		for i := 1; i < len(list); i++ {
			pair(&list[i-1], &list[i])
		}
		if len(list) == 1 && running(list[0].Cell) && median(list[0].times).HalfWidth() > preciseRatio {
			open[list[0].Cell] = true
		}
	}
	for i := range cells { // a control is compared with its codec alone
		for k := range cells {
			original := cells[i].Cell
			original.Codec = cells[i].control
			if cells[i].control != "" && cells[k].Cell == original {
				pair(&cells[i], &cells[k])
			}
		}
	}
	return open
}
