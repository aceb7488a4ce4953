package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bale/measure"
)

// The machine's speed changes by tens of percent within milliseconds and for minutes, with no word from the kernel. Two
// things tell: the yardstick that every block has beside it, and the blocks around it in time, which belong to other cells:
//
//	log time of a block = cell + slope · log(yardstick / usual yardstick) + drift at that moment + noise
//
//	slope of a cell  = by least squares, drawn to that of all cells: code that waits for its own results is disturbed less
//	drift at a block = the median of what is left at the blocks nearest in time, itself left out
//
// The three are estimated in turn. The yardstick knows nothing of the codec and rounds are in random order, so no codec gains by
// it. docs/method.md has what was tried, and what each part is worth.
const (
	driftNeighbours = 20
	driftPasses     = 3
	slopeWeight     = 0.5 // of that which a slope is drawn to, in squares of logarithms of the yardstick
	maxSlope        = 1.6
)

// A Drift is the change of the machine's speed over a run.
type Drift struct {
	factors map[measure.Cell][]float64 // by round: how many times as long as usual the cell's block took for the machine's sake
	// Series has the factor at each block, in the order in which the blocks were measured. It leaves out those of cells that
	// run in parallel when there are others.
	Series []float64
}

// EstimateDrift estimates the drift from all blocks of a run. Sequential and parallel cells are apart: what disturbs one core
// is not what disturbs all.
func EstimateDrift(rounds *Rounds) *Drift {
	d := &Drift{factors: map[measure.Cell][]float64{}}
	var seq, par []*driftBlock
	for _, b := range rounds.inOrder() {
		if b.cell.Mode.Procs == measure.Par {
			par = append(par, b)
		} else {
			seq = append(seq, b)
		}
	}
	for _, blocks := range [][]*driftBlock{seq, par} {
		estimateDrift(blocks)
		series := make([]float64, len(blocks))
		for i, b := range blocks {
			d.factors[b.cell] = append(d.factors[b.cell], math.Exp(b.speed+b.drift))
			series[i] = math.Exp(b.yard + b.drift)
		}
		if d.Series == nil {
			d.Series = series
		}
	}
	return d
}

// A driftBlock is a block with what is known of it so far. All times are logarithms.
type driftBlock struct {
	cell     measure.Cell
	at       int // place in the run
	time     float64
	yard     float64 // beyond the usual one
	speed    float64 // what the yardstick accounts for
	drift    float64 // what the neighbours account for
	residual float64
}

// inOrder are all blocks as they were measured.
func (r *Rounds) inOrder() []*driftBlock {
	var list []*driftBlock
	for _, cell := range r.Order {
		for i, b := range r.Blocks[cell] {
			list = append(list, &driftBlock{cell: cell, at: r.places[cell][i], time: math.Log(b.Ns), yard: math.Log(b.YardNs)})
		}
	}
	slices.SortStableFunc(list, func(a, b *driftBlock) int { return cmp.Compare(a.at, b.at) })
	return list
}

// estimateDrift sets the speed and the drift of blocks.
func estimateDrift(blocks []*driftBlock) {
	usual := medianOf(blocks, func(b *driftBlock) float64 { return b.yard })
	for _, b := range blocks {
		b.yard -= usual
	}
	cells := byCell(blocks)
	drift, prior := make([]float64, len(blocks)), commonSlope(cells)
	for range driftPasses {
		slopes := make([]float64, 0, len(cells))
		for _, list := range cells {
			slopes = append(slopes, setResiduals(list, prior))
		}
		prior = middle(slopes)
		near := make([]float64, 0, driftNeighbours)
		for i := range blocks {
			from := max(0, min(i-driftNeighbours/2, len(blocks)-driftNeighbours-1))
			near = near[:0]
			for k := from; k < len(blocks) && k <= from+driftNeighbours; k++ {
				if k != i {
					near = append(near, blocks[k].residual)
				}
			}
			drift[i] = middle(near)
		}
		for i, b := range blocks {
			b.drift = drift[i]
		}
	}
}

// byCell are the blocks of each cell. The cells are in the order of their first blocks, so that sums are the same each time.
func byCell(blocks []*driftBlock) [][]*driftBlock {
	var cells [][]*driftBlock
	index := map[measure.Cell]int{}
	for _, b := range blocks {
		i, ok := index[b.cell]
		if !ok {
			i = len(cells)
			index[b.cell] = i
			cells = append(cells, nil)
		}
		cells[i] = append(cells[i], b)
	}
	return cells
}

// commonSlope is the slope of all cells together by least squares: 0.5 to 0.8 on shared machines. When the estimate started from 1 where the
// slopes are near 0, as those of parallel cells were while the yardstick ran every 5 ms, they stayed near 1, and 33 % of the medians of two runs were
// within 5 % of each other instead of 37 %.
func commonSlope(cells [][]*driftBlock) float64 {
	var product, square float64
	for _, list := range cells {
		p, s := moments(list)
		product += p
		square += s
	}
	if square == 0 {
		return 0
	}
	return bounded(product / square)
}

// moments are the sums of the products of a cell's yardsticks with its times, and with themselves, all beyond their medians.
func moments(list []*driftBlock) (product, square float64) {
	yard := medianOf(list, func(b *driftBlock) float64 { return b.yard })
	time := medianOf(list, func(b *driftBlock) float64 { return b.time - b.drift })
	for _, b := range list {
		product += (b.yard - yard) * (b.time - b.drift - time)
		square += (b.yard - yard) * (b.yard - yard)
	}
	return product, square
}

func bounded(slope float64) float64 { return max(0, min(slope, maxSlope)) }

// setResiduals returns the slope of a cell, drawn to prior, and sets what is left of its blocks without it.
func setResiduals(list []*driftBlock, prior float64) float64 {
	product, square := moments(list)
	slope := bounded((product + prior*slopeWeight) / (square + slopeWeight))
	for _, b := range list {
		b.speed = slope * b.yard
	}
	mid := medianOf(list, func(b *driftBlock) float64 { return b.time - b.speed - b.drift })
	for _, b := range list {
		b.residual = b.time - b.speed - mid
	}
	return slope
}

func medianOf(list []*driftBlock, of func(*driftBlock) float64) float64 {
	values := make([]float64, len(list))
	for i, b := range list {
		values[i] = of(b)
	}
	return middle(values)
}

// middle is the median of values, which it sorts; 0 for none.
func middle(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// Correct takes the drift out of the blocks of a cell: their times are those at the machine's usual speed. A nil Drift
// leaves them as measured.
func (d *Drift) Correct(cell measure.Cell, blocks []measure.Block) []float64 {
	values := make([]float64, len(blocks))
	for i, b := range blocks {
		values[i] = b.Ns
		if d != nil && i < len(d.factors[cell]) {
			values[i] /= d.factors[cell][i]
		}
	}
	return values
}

// A DriftSummary is the drift in results.json.
type DriftSummary struct {
	Corrected bool      `json:"corrected"` // the times are without it
	Range     float64   `json:"range"`     // how many times as long everything took in the slowest twentieth of the blocks as in the fastest; 1 for a steady machine
	Series    []float64 `json:"series"`    // how many times as long as usual, over the run in equal steps
}

// driftPoints is how many points of the drift are kept: what a chart can show.
const driftPoints = 400

func (d *Drift) summary(corrected bool) DriftSummary {
	s := DriftSummary{Corrected: corrected, Range: 1, Series: []float64{}}
	n := len(d.Series)
	if n == 0 {
		return s
	}
	sorted := slices.Sorted(slices.Values(d.Series))
	s.Range = roundTo(sorted[(n-1)*19/20]/sorted[(n-1)/20], 0.001)
	points := min(n, driftPoints)
	for i := range points {
		part := slices.Clone(d.Series[i*n/points : (i+1)*n/points])
		s.Series = append(s.Series, roundTo(middle(part), 0.001))
	}
	return s
}

// steadyMachine is the range of the drift below which there is nothing to say.
const steadyMachine = 1.05

func (s *DriftSummary) warning() string {
	if s.Range < steadyMachine {
		return ""
	}
	text := fmt.Sprintf("the machine changed its speed: everything took %.2f times as long in the slowest twentieth of the run as in the fastest. ", s.Range)
	if s.Corrected {
		return text + "This is taken out of the times; -raw shows them as measured"
	}
	return text + "The times are as measured, because of -raw"
}
