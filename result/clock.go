package result

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bale/runner/measure"
)

// A Clock is one of the two times of a block.
type Clock string

// The clocks.
const (
	CPUTime  Clock = "cpu"  // CPU time of the process with all its threads, without the time in which other programs have the processor
	WallTime Clock = "wall" // time that has passed
)

// of returns the time of an operation of a block, in nanoseconds.
func (c Clock) of(b *measure.Block) float64 {
	if c == CPUTime {
		return b.CPUNs / float64(b.N)
	}
	return b.Ns
}

// times returns the times of an operation of each block.
func (c Clock) times(blocks []measure.Block) []float64 {
	list := make([]float64, len(blocks))
	for i := range blocks {
		list[i] = c.of(&blocks[i])
	}
	return list
}

// clocks says by which time each cell of a run is ranked. Nothing else decides it:
//
//   - parallel cells by wall time, since their goroutines wait for each other
//   - sequential cells by CPU time, if it is known of all sequential blocks of the run and if it is known how long they waited, and else by wall time
//   - sequential cells that wait by wall time: CPU time does not include what another process, the disk or a timer takes
type clocks struct {
	sequential Clock
	without    string // what is not known of some sequential block, if these are ranked by wall time
	waits      map[measure.Cell]bool
}

// of returns the clock of a cell.
func (c *clocks) of(cell measure.Cell) Clock {
	if cell.Mode.Procs == measure.Par || c.waits[cell] {
		return WallTime
	}
	return c.sequential
}

const (
	// maxOwnShare is how many times its CPU time a cell may take without the time in which other programs have the processor. A cell that takes more
	// waits. Of 136 cells that do not wait, none took more than 1.0001 times, on two processors on which 20 to 50 other programs were ready and all wall time was
	// up to 14 times the CPU time.
	maxOwnShare = 1.05
	// severalShare is the share of its CPU time below which the wall time of a cell means that it uses several processors.
	severalShare = 0.8
)

// clocks decides by which time the cells of the run are ranked.
func (r *Rounds) clocks() *clocks {
	c := &clocks{sequential: CPUTime, waits: map[measure.Cell]bool{}}
	for _, cell := range r.Order {
		if cell.Mode.Procs != measure.Seq {
			continue
		}
		blocks := r.Blocks[cell]
		switch {
		case slices.ContainsFunc(blocks, func(b measure.Block) bool { return b.CPUNs == 0 }):
			return &clocks{sequential: WallTime, without: "has no CPU times"}
		case slices.ContainsFunc(blocks, func(b measure.Block) bool { return b.OwnNs == 0 }):
			c.without = "does not tell how long the codecs waited"
		case newWallShares(blocks).own > maxOwnShare:
			c.waits[cell] = true
		}
	}
	if c.without != "" {
		return &clocks{sequential: WallTime, without: c.without}
	}
	return c
}

// commonClocks returns the clocks by which the cells of two runs are compared: a cell that one of them ranks by wall time is compared by wall time.
func commonClocks(a, b *clocks) *clocks {
	if a.sequential == WallTime {
		return a
	}
	c := *b
	c.waits = maps.Clone(b.waits)
	maps.Copy(c.waits, a.waits)
	return &c
}

// A wallShares tells how many times its CPU time a cell takes: the medians over its blocks.
type wallShares struct {
	wall  float64 // all wall time
	own   float64 // without the time in which other programs, or the hypervisor, had the processor
	steal float64 // stolen by the hypervisor; the mean, since the kernel counts it in ticks that are longer than a block
}

func newWallShares(blocks []measure.Block) wallShares {
	wall, own, steal := make([]float64, len(blocks)), make([]float64, len(blocks)), 0.0
	for i, b := range blocks {
		wall[i] = b.Ns * float64(b.N) / b.CPUNs
		own[i] = b.OwnNs / b.CPUNs
		steal += b.StealNs / b.CPUNs / float64(len(blocks))
	}
	return wallShares{middle(wall), max(1, middle(own)-steal), steal}
}

// doubt returns a warning about a cell that waits or uses several processors, or "".
func (c *clocks) doubt(cell measure.Cell, blocks []measure.Block) string {
	if cell.Mode.Procs == measure.Par || c.sequential == WallTime {
		return ""
	}
	switch s := newWallShares(blocks); {
	case c.waits[cell]:
		return fmt.Sprintf("ranked by wall time, because it waits: its wall time is %.2g times its CPU time, and without the time in which others had the processor %.2g times (the hypervisor stole %.2g times)",
			s.wall, s.own, s.steal)
	case s.wall < severalShare:
		return fmt.Sprintf("uses several processors, whose times all count: its wall time is %.2g times its CPU time", s.wall)
	}
	return ""
}

// warnings returns the warnings about a run in which sequential cells are ranked by wall time, all or some of them.
func (c *clocks) warnings(measured []measuredCell) []string {
	if c.sequential == WallTime {
		return []string{"this run " + c.without + ": sequential rows are ranked by wall time"}
	}
	var waiting []string
	for _, m := range measured {
		if m.clock == WallTime && m.Mode.Procs == measure.Seq && !slices.Contains(waiting, m.Codec) {
			waiting = append(waiting, m.Codec)
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	return []string{"ranked by wall time, because they wait, each in at least one operation: " + strings.Join(waiting, ", ")}
}
