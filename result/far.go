package result

import (
	"cmp"
	"slices"

	"bale/runner/measure"
)

const (
	// MinRounds is the minimum number of rounds of every cell but those that are long and far behind: with fewer, there is no 95 % interval without
	// assumptions about the distribution of the times.
	MinRounds = 6
	// LongRounds is the number of rounds of a cell that is far behind and long: a block is one operation, since
	// it takes more than half as long as a block should. In a run of all codecs of
	// 2026-11-26, the 277 long cells took 55 of the 80 s of each of the first six rounds.
	LongRounds = 3
)

const (
	// FarRatio is the ratio to the fastest cell of a class above which a cell is far behind, if the whole interval is above it.
	FarRatio = 3
	// VeryFarRatio is the same for cells that get [Effort.VeryFarRounds] rounds, or LongRounds if they are long.
	VeryFarRatio = 10
)

// manyCells is the largest number of cells of a class in which no cell is far behind.
const manyCells = 50

// CommonRounds returns the number of rounds that every cell gets unless it is far behind: half of all rounds. Parallel cells get all rounds, since
// their blocks vary twice as much. In two default runs on one machine, 86.7 % of the medians are within 5 % of each other after six rounds, and
// 94.5 % after twelve.
func (e Effort) CommonRounds() int { return max(MinRounds, e.Rounds/2) }

// FarRounds returns the number of rounds of a cell that is far behind. For the default effort it is nine: the interval is then from the second
// smallest to the second largest time, so that one disturbed block does not determine it. With six to eight, it is from the smallest to the largest.
func (e Effort) FarRounds() int { return max(MinRounds, e.Rounds*3/8) }

// VeryFarRounds returns the number of rounds of a cell that takes more than VeryFarRatio times as long as the fastest. For the default effort it is
// six.
func (e Effort) VeryFarRounds() int { return max(MinRounds, e.Rounds/4) }

// FarBehind returns the running cells whose ratio to the fastest cell of their class has an interval above limit: FarRatio or VeryFarRatio. In a run
// of all codecs on the built-in shapes, seven of ten are above FarRatio. It is decided once for each limit, after the rounds that such cells get, and
// by the ratio to the fastest: whether a cell differs from its neighbours in the ranking plays no part. Parallel cells, references, and cells of small
// classes are never far behind. Neither is the codec that has a control, because with fewer rounds the noise floor would be higher.
func FarBehind(run *Run, rounds *Rounds, limit float64, running func(measure.Cell) bool) map[measure.Cell]bool {
	cells := measuredCells(run.Rows, rounds, EstimateDrift(rounds))
	far := map[measure.Cell]bool{}
	controlled := map[string]bool{}
	for _, c := range cells {
		controlled[c.control] = true
	}
	for _, class := range classes(run, listedCells(run, cells)) {
		for _, c := range class.farBehind(limit) {
			if running(c) && !controlled[c.Codec] {
				far[c] = true
			}
		}
	}
	return far
}

// farBehind returns the cells of the class whose ratio to the fastest has an interval above limit.
func (c *class) farBehind(limit float64) (far []measure.Cell) {
	var ranked []measuredCell
	for _, m := range c.cells {
		if !m.reference {
			ranked = append(ranked, m)
		}
	}
	if len(ranked) <= manyCells || c.mode.Procs == measure.Par {
		return nil
	}
	fastest := slices.MinFunc(ranked, func(a, b measuredCell) int {
		if a.loses != b.loses { // as in setRatios
			if b.loses {
				return -1
			}
			return 1
		}
		return cmp.Compare(median(a.times).Center, median(b.times).Center)
	})
	for _, m := range ranked {
		if ratio(m.times, fastest.times).Lo > limit {
			far = append(far, m.Cell)
		}
	}
	return far
}

// long reports whether a block of the cell is a single operation.
func (m *measuredCell) long() bool {
	return !slices.ContainsFunc(m.blocks, func(b measure.Block) bool { return b.N > 1 })
}

// warnFar adds a warning to those of the class's cells that got fewer rounds because they are far behind.
func (c *class) warnFar(cells []Cell, e Effort) {
	most := 0
	for _, cell := range cells {
		most = max(most, cell.Ns.Rounds)
	}
	far, veryFar := c.farBehind(FarRatio), c.farBehind(VeryFarRatio)
	for _, m := range c.cells {
		i := slices.IndexFunc(cells, func(cell Cell) bool { return cell.Key() == m.Cell })
		if i < 0 || most <= len(m.times) {
			continue
		}
		switch few, very := len(m.times), slices.Contains(veryFar, m.Cell); {
		case few == LongRounds && m.long() && very:
			cells[i].warn("%d rounds, because a block is one operation, which takes more than %d times as long as the fastest", few, VeryFarRatio)
		case few == e.VeryFarRounds() && few < e.FarRounds() && !m.long() && very:
			cells[i].warn("%d rounds, because it takes more than %d times as long as the fastest", few, VeryFarRatio)
		case few == e.FarRounds() && few < e.CommonRounds() && slices.Contains(far, m.Cell):
			cells[i].warn("%d rounds, because it takes more than %d times as long as the fastest", few, FarRatio)
		}
	}
}
