package result

import (
	"fmt"
	"slices"

	"bale/measure"
)

// blockTime returns the time of a block's operation by which cells are ranked, in nanoseconds. For sequential cells, which do not wait, it is CPU time
// of the process, since wall time includes the time in which other programs have the processor. Blocks without CPU times, as those of old runs, have
// wall time.
func blockTime(b *measure.Block) float64 {
	if byCPU(b) {
		return b.CPUNs / float64(b.N)
	}
	return b.Ns
}

// byCPU reports whether blockTime is CPU time.
func byCPU(b *measure.Block) bool { return b.Mode.Procs == measure.Seq && b.CPUNs > 0 && b.N > 0 }

// wall returns the wall time of a cell as measured, and how many times the CPU time it is, or 0 if the cell is ranked by wall time.
func (m *measuredCell) wall() (wall Interval, share float64) {
	times, ratios := make([]float64, len(m.blocks)), make([]float64, 0, len(m.blocks))
	for i := range m.blocks {
		b := &m.blocks[i]
		times[i] = b.Ns
		if byCPU(b) {
			ratios = append(ratios, b.Ns/blockTime(b))
		}
	}
	if len(ratios) > 0 {
		share = middle(ratios)
	}
	return median(times), share
}

// maxWallShare is how many times as much wall time for a unit of CPU time a cell may take as the others of its class before it gets a warning. Other
// programs take the processor from all cells alike, because the blocks are in random order.
const maxWallShare = 1.5

// warnWalls adds a warning to each cell that takes much more or less wall time for its CPU time than the other cells of the class: it waits, or it uses
// several processors.
func (c *class) warnWalls(cells []Cell) {
	shares := map[measure.Cell]float64{}
	var all []float64
	for i := range c.cells {
		m := &c.cells[i]
		wall, share := m.wall()
		if k := slices.IndexFunc(cells, func(cell Cell) bool { return cell.Key() == m.Cell }); k >= 0 {
			cells[k].Wall = wall
		}
		if share > 0 {
			shares[m.Cell] = share
			all = append(all, share)
		}
	}
	if len(all) < 3 {
		return
	}
	usual := middle(all)
	for i := range cells {
		cell := &cells[i]
		switch share := shares[cell.Key()]; {
		case share == 0:
		case share > maxWallShare*usual:
			cell.Warnings = append(cell.Warnings, fmt.Sprintf("takes %.2g times its CPU time, and others take %.2g times theirs: it waits, which the CPU time does not show", share, usual))
		case share*maxWallShare < usual:
			cell.Warnings = append(cell.Warnings, fmt.Sprintf("takes %.2g times its CPU time, and others take %.2g times theirs: it uses several processors", share, usual))
		}
	}
}
