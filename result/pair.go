package result

import (
	"math"
	"slices"

	"bale/runner/measure"
)

// A pair holds the differences between two cells whose blocks were measured one directly after the other. It has one difference for each
// epoch: the median of the logarithms of the ratios in its rounds. Epochs are independent. Rounds of one epoch are not, because they share two
// processes with their memory layout. If the cells take the same time, a difference and its negative are equally likely.
type pair []float64

// pairTimes compares the times of b with those of a, block by block. Two neighbouring blocks have nearly the same machine speed. The rest is
// removed according to the yardsticks, with one slope for both cells. Exchanging a and b therefore only changes the signs of the result, and
// the correction neither adds nor removes a difference.
//
// With 6 to 10 other programs on two cores, the spread (interquartile / 1.35) of pairs was 3.5 to 7 % with CPU times and 7 to 14 % with wall times.
func pairTimes(e Effort, clock Clock, a, b []measure.Block) pair {
	n := min(len(a), len(b))
	logs, yards := logRatios(clock.times(a[:n]), clock.times(b[:n])), make([]float64, n)
	for i := range n {
		yards[i] = math.Log(b[i].YardNs / a[i].YardNs)
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

// slopeRounds is the maximum distance of two rounds between which pairSlope takes a slope. Using all pairs of rounds is not more accurate and
// takes seconds.
const slopeRounds = 16

// pairSlope returns the change of the times relative to the change of the yardsticks, both as logarithms. It is the median of the slopes
// between two rounds (Theil-Sen estimator), which a few slow blocks do not affect.
func pairSlope(logs, yards []float64) float64 {
	var slopes []float64
	for i := range logs {
		for j := max(0, i-slopeRounds); j < i; j++ {
			if yards[i] != yards[j] {
				slopes = append(slopes, (logs[i]-logs[j])/(yards[i]-yards[j]))
			}
		}
	}
	return gauges[0].bounded(middle(slopes))
}

// epoch returns the epoch of a round. Both are counted from 0.
func (e Effort) epoch(round int) int { return round * e.Epochs / max(e.Rounds, 1) }

// interval returns the ratio b/a (Hodges-Lehmann estimate) with the 95 % interval of the signed-rank test. The bounds are infinite if there
// are fewer than MinRounds epochs.
func (p pair) interval() Interval {
	averages := p.walshAverages()
	i := Interval{Center: math.Exp(middle(averages)), Lo: math.Inf(-1), Hi: math.Inf(1)}
	if len(p) >= MinRounds {
		k := 0 // the number of averages outside of each bound
		for cdf := signedRankCDF(len(p)); cdf[k+1] <= (1-confidence)/2; {
			k++
		}
		i.Lo, i.Hi = math.Exp(averages[k]), math.Exp(averages[len(averages)-1-k])
	}
	return i
}

// walshAverages returns the differences and the means of every two differences, sorted. Their median is the Hodges-Lehmann estimate.
func (p pair) walshAverages() []float64 {
	var means []float64
	for i := range p {
		for j := range i + 1 {
			means = append(means, (p[i]+p[j])/2)
		}
	}
	slices.Sort(means)
	return means
}

// pAbove returns the p-value of Wilcoxon's signed-rank test for the ratio being above bound. It is small if the ratio is above.
func (p pair) pAbove(bound float64) float64 {
	logBound, below := math.Log(bound), 0
	for _, mean := range p.walshAverages() {
		if mean <= logBound {
			below++
		}
	}
	return signedRankCDF(len(p))[below]
}

// pDiffers returns the two-sided p-value of the same test for the ratio not being 1.
func (p pair) pDiffers() float64 {
	inverse := make(pair, len(p))
	for i, d := range p {
		inverse[i] = -d
	}
	return min(1, 2*min(p.pAbove(1), inverse.pAbove(1)))
}

// signedRankCDF returns the cumulative distribution of Wilcoxon's signed-rank statistic for n differences: at index s, the probability that the
// ranks of the positive differences add up to at most s if each difference is equally likely to be positive or negative.
func signedRankCDF(n int) []float64 {
	sums := n*(n+1)/2 + 1
	p := make([]float64, sums)
	p[0] = 1
	for rank := 1; rank <= n; rank++ {
		for sum := sums - 1; sum >= 0; sum-- {
			p[sum] /= 2
			if sum >= rank {
				p[sum] += p[sum-rank] / 2
			}
		}
	}
	for sum := 1; sum < sums; sum++ {
		p[sum] += p[sum-1]
	}
	return p
}
