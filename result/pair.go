package result

import (
	"math"

	"github.com/aclements/go-moremath/stats"

	"bale/measure"
)

// A pair has the differences of two cells that were measured side by side, as logarithms of the ratio of their times: one for each epoch,
// the median of its rounds. Rounds of one epoch have the layout of memory of two processes in common, so that epochs, and not
// rounds, are independent.
type pair []float64

// pairTimes compares block by block, b to a. The machine's speed is nearly the same for two neighbours; what the yardsticks say of
// the rest is taken out, with one slope for both cells: so the estimate of b to a is that of a to b with the other sign, and no
// difference is made or lost.
func pairTimes(e Effort, a, b []measure.Block) pair {
	n := min(len(a), len(b))
	logs, yards := make([]float64, n), make([]float64, n)
	for i := range n {
		logs[i], yards[i] = math.Log(b[i].Ns/a[i].Ns), math.Log(b[i].YardNs/a[i].YardNs)
	}
	slope := pairSlope(logs, yards)
	var p pair
	for from := 0; from < n; {
		to := from
		var epoch []float64
		for ; to < n && e.epoch(to) == e.epoch(from); to++ {
			epoch = append(epoch, logs[to]-slope*yards[to])
		}
		p = append(p, middle(epoch))
		from = to
	}
	return p
}

// pairSlope is how much of a yardstick's change the times follow, by least squares.
func pairSlope(logs, yards []float64) float64 {
	log, yard := stats.Mean(logs), stats.Mean(yards)
	product, square := 0.0, 0.0
	for i := range logs {
		product += (yards[i] - yard) * (logs[i] - log)
		square += (yards[i] - yard) * (yards[i] - yard)
	}
	if square == 0 {
		return 0
	}
	return max(0, min(product/square, maxSlope))
}

// interval is the ratio b/a with its 95 % interval, by Student's t on the epochs. With fewer than minEpochs it has no bounds.
func (p pair) interval() Interval {
	center := stats.Mean(p)
	half := math.Inf(1)
	if len(p) >= minEpochs {
		half = p.stdErr() * stats.InvCDF(stats.TDist{V: float64(len(p) - 1)})(1-(1-confidence)/2)
	}
	return Interval{Center: math.Exp(center), Lo: math.Exp(center - half), Hi: math.Exp(center + half)}
}

// minEpochs is how many an interval needs: Student's t is 4.3 times as wide at three as for many.
const minEpochs = 3

func (p pair) stdErr() float64 { return stats.StdDev(p) / math.Sqrt(float64(len(p))) }

// above is the p-value of the claim that the ratio is above bound: small if it is.
func (p pair) above(bound float64) float64 {
	if len(p) < minEpochs {
		return 1
	}
	t := (stats.Mean(p) - math.Log(bound)) / p.stdErr()
	if math.IsNaN(t) { // no difference at all
		return 1
	}
	return 1 - stats.TDist{V: float64(len(p) - 1)}.CDF(t)
}

// differs is the p-value of the claim that the ratio is not 1.
func (p pair) differs() float64 {
	above := p.above(1)
	return min(1, 2*min(above, 1-above))
}

// epoch is which of the epochs a round is in; both count from 0.
func (e Effort) epoch(round int) int { return round * e.Epochs / max(e.Rounds, 1) }
