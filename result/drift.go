package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"bale/runner/measure"
)

// The speed of a shared machine changes by tens of percent, for milliseconds or for minutes, and the kernel does not report it. It is estimated
// from two measurements that each block includes, and from the neighbouring blocks, which belong to other cells:
//
//	log time of a block = cell + slope · log(yardstick / median yardstick)
//	                    + slope · log(handoff / mean handoff) + drift at that moment + noise
//
//	slope of a cell  = by least squares, shrunk towards the median slope of all cells; code that waits for its own results has a
//	                   smaller slope
//	drift at a block = median residual of the 20 nearest blocks, without the block itself
//
// The yardstick measures the speed of a core. The handoff, which only parallel blocks have, measures the distance between the cores: a
// hypervisor moves virtual processors between cores with and without a common cache. Neither depends on a codec, and rounds are in random
// order, so the correction does not favour any codec. The estimates are repeated, each with the others removed. docs/internal/trials.md lists the
// alternatives that were tried and the gain of each part.
const (
	driftNeighbours = 20
	driftPasses     = 3
)

// A gauge is a measurement of the machine that a block includes.
type gauge struct {
	value func(b *measure.Block) float64 // in ns; 0 if the block does not have it
	// reference returns the logarithm of the gauge's value at which times are reported, from those of all blocks.
	reference func(logs []float64) float64
	// weight is that of the common slope when the slope of a cell is fitted, in squares of logarithms of the gauge.
	weight   float64
	maxSlope float64
}

// gauges are the yardstick and the handoff. The handoff has two values on most shared machines, and its median would be one of them. At the
// mean, the errors of the slopes have the smallest effect on the times: 35 % of simulated runs reported a difference between equal codecs
// with times at the near value, and 3 % with times at the mean.
var gauges = [...]gauge{
	yardstick: {func(b *measure.Block) float64 { return b.YardNs }, middle, 0.5, 1.6},
	handoff:   {func(b *measure.Block) float64 { return b.HandoffNs }, mean, 0.5, 1},
}

// Indexes of gauges.
const (
	yardstick = iota
	handoff
)

// nearHandoff and farHandoff are the quantiles of a run's handoffs that are reported as the near and the far one.
const nearHandoff, farHandoff = 0.1, 0.9

// A Drift holds the changes of the machine's speed over a run.
type Drift struct {
	factors map[measure.Cell][]float64 // by round: time of the cell's block divided by its time on the reference machine
	errors  map[measure.Cell]float64   // standard error of the logarithm of a cell's time that follows from those of its slopes
	// Series has the factor at each block, in the order in which the blocks were measured. It leaves out parallel cells if there are
	// others.
	Series []float64
	// at is the logarithm of the handoff to which the times of parallel cells are corrected, and slopes has their dependence on it.
	at     float64
	slopes map[measure.Cell]float64
	// Handoff has the near and the far handoff of the parallel blocks in ns. It is nil if no block has a handoff.
	Handoff []float64
}

// EstimateDrift estimates the drift from all blocks of a run. Sequential and parallel cells are estimated separately: what disturbs one
// core does not disturb all.
func EstimateDrift(rounds *Rounds) *Drift { return driftBy(rounds.clocks(), rounds) }

// driftBy is EstimateDrift with the clocks by which the times are taken.
func driftBy(clocks *clocks, rounds *Rounds) *Drift {
	d := &Drift{factors: map[measure.Cell][]float64{}, errors: map[measure.Cell]float64{}, slopes: map[measure.Cell]float64{}}
	var seq, par []*driftBlock
	for _, b := range rounds.inOrder(clocks) {
		if b.cell.Mode.Procs == measure.Par {
			par = append(par, b)
		} else {
			seq = append(seq, b)
		}
	}
	for _, blocks := range [][]*driftBlock{seq, par} {
		for _, list := range estimateDrift(blocks, d) {
			d.errors[list[0].cell] = slopesError(list)
		}
		series := make([]float64, len(blocks))
		for i, b := range blocks {
			d.factors[b.cell] = append(d.factors[b.cell], math.Exp(b.explained(-1)+b.drift))
			series[i] = math.Exp(b.gauge[0] + b.drift)
		}
		if d.Series == nil {
			d.Series = series
		}
	}
	var handoffs []float64
	for _, b := range par {
		if b.block.HandoffNs > 0 {
			handoffs = append(handoffs, b.block.HandoffNs)
		}
	}
	if handoffs != nil {
		d.Handoff = []float64{quantile(handoffs, nearHandoff), quantile(handoffs, farHandoff)}
	}
	return d
}

// A driftBlock is a block with the estimates for it. All times are logarithms.
type driftBlock struct {
	cell     measure.Cell
	block    *measure.Block
	at       int // position in the run
	time     float64
	gauge    [len(gauges)]float64 // relative to the reference
	part     [len(gauges)]float64 // of the time that each gauge explains
	drift    float64              // part of the time that the neighbours explain
	residual float64
}

// explained returns the part of the time that the gauges explain, without gauge j.
func (b *driftBlock) explained(j int) (sum float64) {
	for k, part := range b.part {
		if k != j {
			sum += part
		}
	}
	return sum
}

// inOrder returns all blocks in the order in which they were measured.
func (r *Rounds) inOrder(clocks *clocks) []*driftBlock {
	var list []*driftBlock
	for _, cell := range r.Order {
		clock := clocks.of(cell)
		for i := range r.Blocks[cell] {
			b := &r.Blocks[cell][i]
			list = append(list, &driftBlock{cell: cell, block: b, at: r.positions[cell][i], time: math.Log(clock.of(b))})
		}
	}
	slices.SortStableFunc(list, func(a, b *driftBlock) int { return cmp.Compare(a.at, b.at) })
	return list
}

// estimateDrift estimates the parts of the gauges and the drift of blocks. It returns the blocks of each cell, and sets their dependence on the
// handoff in d.
func estimateDrift(blocks []*driftBlock, d *Drift) [][]*driftBlock {
	setGauge(blocks, yardstick)
	if at := setGauge(blocks, handoff); at != 0 {
		d.at = at
	}
	cells := byCell(blocks)
	var common [len(gauges)]float64
	slopes := [len(gauges)][]float64{} // by cell
	for j := range gauges {
		common[j] = commonSlope(cells, j)
		slopes[j] = slices.Repeat([]float64{common[j]}, len(cells))
	}
	drift := make([]float64, len(blocks))
	for pass := range driftPasses {
		for j := range gauges {
			for i, list := range cells {
				slopes[j][i] = fit(list, j, slopes[j][i], common[j], pass > 0)
			}
			common[j] = middle(slices.Clone(slopes[j]))
		}
		for _, list := range cells {
			setResiduals(list)
		}
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
	for i, list := range cells {
		d.slopes[list[0].cell] = slopes[handoff][i]
	}
	return cells
}

// setGauge sets the values of gauge j, relative to the reference, which it returns. A block without the gauge is at the reference.
func setGauge(blocks []*driftBlock, j int) (reference float64) {
	var logs []float64
	for _, b := range blocks {
		if v := gauges[j].value(b.block); v > 0 {
			logs = append(logs, math.Log(v))
		}
	}
	reference = gauges[j].reference(logs)
	for _, b := range blocks {
		if v := gauges[j].value(b.block); v > 0 {
			b.gauge[j] = math.Log(v) - reference
		}
	}
	return reference
}

// byCell returns the blocks of each cell. The cells are in the order of their first blocks, so that sums are the same each time.
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

// commonSlope returns the slope of gauge j for all cells together, by least squares. For the yardstick it is 0.5 to 0.8 on shared machines.
// Starting from 1 instead did worse: the slopes of parallel cells were near 0 while the yardstick ran every 5 ms, and the estimate stayed
// near 1, so that 33 % of the medians of two runs were within 5 % of each other instead of 37 %.
func commonSlope(cells [][]*driftBlock, j int) float64 {
	var product, square float64
	for _, list := range cells {
		p, s := moments(list, j, 0, false)
		product += p
		square += s
	}
	if square == 0 {
		return 0
	}
	return gauges[j].bounded(product / square)
}

// moments returns the sums over a cell's blocks of gauge j times the time, and of the square of gauge j, both relative to their medians. The
// parts of the other gauges and the drift are removed from the time. If limited, a time that is far from that of slope last counts as if it
// were nearer: a few slow blocks would otherwise decide the slope.
func moments(list []*driftBlock, j int, last float64, limited bool) (product, square float64) {
	rest := func(b *driftBlock) float64 { return b.time - b.explained(j) - b.drift }
	mid := medianOf(list, func(b *driftBlock) float64 { return b.gauge[j] })
	x := func(b *driftBlock) float64 { return b.gauge[j] - mid }
	center := medianOf(list, func(b *driftBlock) float64 { return rest(b) - last*x(b) })
	deviation := func(b *driftBlock) float64 { return rest(b) - last*x(b) - center }
	limit := math.Inf(1)
	if limited {
		limit = maxDeviation * medianOf(list, func(b *driftBlock) float64 { return math.Abs(deviation(b)) })
	}
	for _, b := range list {
		y := last*x(b) + max(-limit, min(deviation(b), limit))
		product += x(b) * y
		square += x(b) * x(b)
	}
	return product, square
}

// maxDeviation is the number of median deviations up to which a block's time counts in full for a slope. The intervals of parallel cells are
// 2.5 % of the time to each side with it in simulations, and 2.9 % without.
const maxDeviation = 3

func (g *gauge) bounded(slope float64) float64 { return max(0, min(slope, g.maxSlope)) }

// fit returns the slope of a cell for gauge j, shrunk towards the common slope, and sets the parts of its blocks. last is the slope's previous
// estimate, and limited is explained at moments.
func fit(list []*driftBlock, j int, last, common float64, limited bool) float64 {
	g := &gauges[j]
	product, square := moments(list, j, last, limited)
	slope := g.bounded((product + common*g.weight) / (square + g.weight))
	for _, b := range list {
		b.part[j] = slope * b.gauge[j]
	}
	return slope
}

// setResiduals sets the residuals of a cell's blocks: their times without the cell and the parts of the gauges.
func setResiduals(list []*driftBlock) {
	mid := medianOf(list, func(b *driftBlock) float64 { return b.time - b.explained(-1) - b.drift })
	for _, b := range list {
		b.residual = b.time - b.explained(-1) - mid
	}
}

// slopesError returns the standard error of a cell's time that follows from the errors of its slopes: the time at the reference is
// extrapolated from the values that the gauges had during the cell's blocks.
func slopesError(list []*driftBlock) float64 {
	noise := normalDeviation * medianOf(list, func(b *driftBlock) float64 { return math.Abs(b.residual - b.drift) })
	sum := 0.0
	for j := range gauges {
		var values []float64
		for _, b := range list {
			values = append(values, b.gauge[j])
		}
		center, square := mean(values), gauges[j].weight
		for _, v := range values {
			square += (v - center) * (v - center)
		}
		sum += center * center / square
	}
	return noise * math.Sqrt(sum)
}

// normalDeviation is the standard deviation of a normal distribution divided by its median deviation.
const normalDeviation = 1.4826

func medianOf(list []*driftBlock, of func(*driftBlock) float64) float64 {
	values := make([]float64, len(list))
	for i, b := range list {
		values[i] = of(b)
	}
	return middle(values)
}

// middle returns the median of values, which it sorts, and 0 for none.
func middle(values []float64) float64 { return quantile(values, 0.5) }

// mean returns the mean of values, and 0 for none.
func mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return stats.Mean(values)
}

// quantile returns the q-quantile of values, which it sorts, and 0 for none.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return stats.Sample{Xs: values, Sorted: true}.Quantile(q)
}

// Correct removes the drift from the times of a cell's blocks, and returns them: the times on the reference machine. A nil Drift leaves them as measured.
func (d *Drift) Correct(cell measure.Cell, times []float64) []float64 {
	for i := range times {
		if d != nil && i < len(d.factors[cell]) {
			times[i] /= d.factors[cell][i]
		}
	}
	return times
}

// atHandoff returns the factor from a cell's corrected times to those at another handoff, of which at is the logarithm.
func (d *Drift) atHandoff(cell measure.Cell, at float64) float64 {
	if d == nil || d.at == 0 {
		return 1
	}
	return math.Exp(d.slopes[cell] * (at - d.at))
}

// commonHandoff returns the logarithm of the handoff in the middle between those of the two runs' times, or 0 if a run has none.
func commonHandoff(a, b *Drift) float64 {
	if a == nil || b == nil || a.at == 0 || b.at == 0 {
		return 0
	}
	return (a.at + b.at) / 2
}

// Error returns the standard error of the logarithm of a cell's time that the correction adds: the errors of the cell's slopes shift all
// times of the cell, so their spread does not show it.
func (d *Drift) Error(cell measure.Cell) float64 {
	if d == nil {
		return 0
	}
	return d.errors[cell]
}

// widened returns the interval with an independent standard error of its logarithm added.
func (i Interval) widened(err float64) Interval {
	if !i.Finite() || err == 0 {
		return i
	}
	extra := normalBound * err
	i.Lo = i.Center * math.Exp(-math.Hypot(math.Log(i.Center/i.Lo), extra))
	i.Hi = i.Center * math.Exp(math.Hypot(math.Log(i.Hi/i.Center), extra))
	return i
}

// normalBound is the half-width of a 95 % interval of a normal distribution, in standard deviations.
const normalBound = 1.96

// A DriftSummary is the drift in results.json.
type DriftSummary struct {
	Corrected bool      `json:"corrected"`            // the drift is removed from the times
	Range     float64   `json:"range"`                // times in the slowest twentieth of the blocks divided by those in the fastest; 1 for a steady machine
	Series    []float64 `json:"series"`               // times divided by the usual times, over the run in equal steps
	Handoff   []float64 `json:"handoff_ns,omitempty"` // near and far: the time from one processor to another, in parallel blocks
}

// driftPoints is the maximum number of points in DriftSummary.Series.
const driftPoints = 400

// summary returns the drift for results.json.
func (d *Drift) summary(corrected bool) DriftSummary {
	s := DriftSummary{Corrected: corrected, Range: 1, Series: []float64{}}
	for _, ns := range d.Handoff {
		s.Handoff = append(s.Handoff, roundTo(ns, 0.1))
	}
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

// steadyMachine and steadyCores are the factors from which changes of the speed and of the handoff get a warning.
const steadyMachine, steadyCores = 1.05, 1.5

// warnings returns warnings about large changes of the machine's speed and of the handoff.
func (s *DriftSummary) warnings() (list []string) {
	correction := "The reported times are corrected for this; -raw shows the times as measured"
	if !s.Corrected {
		correction = "The times are not corrected for this, because of -raw"
	}
	if s.Range >= steadyMachine {
		list = append(list, fmt.Sprintf("the machine's speed varied: everything took %.2f times as long in the slowest 5 %% of the run as in the fastest 5 %%. %s", s.Range, correction))
	}
	if len(s.Handoff) == 2 && s.Handoff[1] >= steadyCores*s.Handoff[0] {
		list = append(list, fmt.Sprintf("the distance between the processors varied: a value written by one reached another after %.0f to %.0f ns. Parallel allocation is slower at a larger distance. %s",
			s.Handoff[0], s.Handoff[1], correction))
	}
	return list
}
