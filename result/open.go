package result

import (
	"cmp"
	"slices"

	"bale/runner/measure"
)

const (
	preciseRatio = 0.01 // half-width of the interval of a ratio, as a fraction, at which a cell needs no more rounds
	openShare    = 0.7  // fraction of the cells of the last round that get another one, so that six more rounds take the time of two
)

// Open returns the cells of an unfinished run that get another round: those whose ratios to their neighbours in a ranking have the widest
// intervals. running reports whether a cell had the last round; only these can get another. Only the width of an interval counts, not
// whether a difference is significant: stopping at significance would find differences that do not exist.
func Open(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]bool {
	if run.Base != nil {
		return openPairs(run, rounds, running)
	}
	return widestCells(neighbourWidths(run, rounds, running))
}

// neighbourWidths implements Widths for a ranking.
func neighbourWidths(run *Run, rounds *Rounds, running func(measure.Cell) bool) map[measure.Cell]float64 {
	cells := measuredCells(run.Rows, rounds, EstimateDrift(rounds))
	widths := map[measure.Cell]float64{}
	pair := func(a, b *measuredCell) {
		if running(a.Cell) && running(b.Cell) {
			width := ratio(a.times, b.times).HalfWidth()
			widths[a.Cell], widths[b.Cell] = max(widths[a.Cell], width), max(widths[b.Cell], width)
		}
	}
	for _, class := range classes(run, listedCells(run, cells)) {
		list := class.cells
		slices.SortFunc(list, func(a, b measuredCell) int { return cmp.Compare(median(a.times).Center, median(b.times).Center) })
		for i := 1; i < len(list); i++ {
			pair(&list[i-1], &list[i])
		}
		if len(list) == 1 && running(list[0].Cell) {
			widths[list[0].Cell] = median(list[0].times).HalfWidth()
		}
	}
	for i := range cells { // a control is only compared with its codec
		original := cells[i].Cell
		original.Codec = cells[i].control
		k := slices.IndexFunc(cells, func(m measuredCell) bool { return m.Cell == original })
		if cells[i].control != "" && k >= 0 {
			pair(&cells[i], &cells[k])
		}
	}
	return widths
}

// widestCells returns the fraction openShare of the cells with the largest widths, without those that are precise.
func widestCells(widths map[measure.Cell]float64) map[measure.Cell]bool {
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
