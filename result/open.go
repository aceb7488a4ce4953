package result

import (
	"cmp"
	"slices"

	"bale/measure"
)

const (
	preciseRatio = 0.01 // half-width of the interval of a ratio, as a fraction, at which more rounds are of no more use to it
	openShare    = 0.7  // of the cells that had the last round, those with the widest ratios get another: six more rounds take the time of two
)

// Open reports which cells of an unfinished run get another round: those whose ratios to their neighbours in a ranking are the
// least precise. Running says which cells can have one: those that had the last. Only the width of an interval counts, never
// whether a difference has become significant: that would find differences that are not there.
func Open(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]bool {
	if run.Base != nil {
		return openPairs(run, rounds, running)
	}
	cells := comparable(run.Rows, rounds, EstimateDrift(rounds))
	widths := map[measure.Cell]float64{}
	pair := func(a, b *measuredCell) {
		if running(a.Cell) && running(b.Cell) {
			width := ratio(a.times, b.times).HalfWidth()
			widths[a.Cell], widths[b.Cell] = max(widths[a.Cell], width), max(widths[b.Cell], width)
		}
	}
	for _, class := range classes(run, ranked(run.Rows, cells)) {
		list := class.cells
		slices.SortFunc(list, func(a, b measuredCell) int { return cmp.Compare(median(a.times).Center, median(b.times).Center) })
		for i := 1; i < len(list); i++ {
			pair(&list[i-1], &list[i])
		}
		if len(list) == 1 && running(list[0].Cell) {
			widths[list[0].Cell] = median(list[0].times).HalfWidth()
		}
	}
	for i := range cells { // a control is compared with its codec alone
		original := cells[i].Cell
		original.Codec = cells[i].control
		k := slices.IndexFunc(cells, func(m measuredCell) bool { return m.Cell == original })
		if cells[i].control != "" && k >= 0 {
			pair(&cells[i], &cells[k])
		}
	}
	return widest(widths)
}

// widest are the openShare of the cells that have the largest widths, but for those that are precise.
func widest(widths map[measure.Cell]float64) map[measure.Cell]bool {
	var all []float64
	for _, w := range widths {
		all = append(all, w)
	}
	slices.Sort(all)
	open := map[measure.Cell]bool{}
	for c, w := range widths {
		if w > preciseRatio && w >= all[int(float64(len(all))*(1-openShare))] {
			open[c] = true
		}
	}
	return open
}
