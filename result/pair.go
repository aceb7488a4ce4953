package result

import (
	"math"
	"slices"

	"bale/measure"
)

// A pair has the differences of two cells that were measured side by side, as logarithms of the ratio of their times: one for each epoch,
// the median of its rounds. Rounds of one epoch have the layout of memory of two processes in common, so that epochs, and not
// rounds, are independent. If the cells take the same time, a difference is as likely as that with the other sign.
type pair []float64

// pairTimes compares block by block, b to a. The machine's speed is nearly the same for two neighbours; what the yardsticks say of
// the rest is taken out, with one slope for both cells: so the estimate of b to a is that of a to b with the other sign, and no
// difference is made or lost.
func pairTimes(e Effort, a, b []measure.Block) pair {
	n := min(len(a), len(b))
	logs, yards := make([]float64, n), make([]float64, n)
	for i := range n {
		logs[i], yards[i] = logRatio(&a[i], &b[i]), math.Log(b[i].YardNs/a[i].YardNs)
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

// logRatio is the logarithm of the ratio of two blocks' times. One goroutine waits for nothing, so its time is the CPU time: the time that
// other programs had the processor is no part of it. With 6 to 10 other programs on two cores, pairs of CPU times had a spread (interquartile / 1.35) of
// 3.5 to 7 %, and those of wall times one of 7 to 14 %.
func logRatio(a, b *measure.Block) float64 {
	if a.Mode.Procs == measure.Seq && a.CPUNs > 0 && b.CPUNs > 0 {
		return math.Log(b.CPUNs / float64(b.N) / (a.CPUNs / float64(a.N)))
	}
	return math.Log(b.Ns / a.Ns)
}

// slopeSpan is how many rounds back a slope is taken: those between all rounds say no more, and take seconds.
const slopeSpan = 16

// pairSlope is how much of a yardstick's change the times follow: the median of the slopes between two rounds (Theil and Sen), which slow
// blocks do not disturb.
func pairSlope(logs, yards []float64) float64 {
	var slopes []float64
	for i := range logs {
		for j := max(0, i-slopeSpan); j < i; j++ {
			if yards[i] != yards[j] {
				slopes = append(slopes, (logs[i]-logs[j])/(yards[i]-yards[j]))
			}
		}
	}
	return gauges[0].bounded(middle(slopes))
}

// epoch is which of the epochs a round is in; both count from 0.
func (e Effort) epoch(round int) int { return round * e.Epochs / max(e.Rounds, 1) }

// interval is the ratio b/a with its 95 % interval, which belongs to the signed-rank test. It has no bounds with fewer than minRounds
// epochs.
func (p pair) interval() Interval {
	means := p.walsh()
	i := Interval{Center: math.Exp(middle(means)), Lo: math.Inf(-1), Hi: math.Inf(1)}
	if len(p) >= minRounds {
		k := 0 // so many means below a bound refute it
		for cdf := signedRanks(len(p)); cdf[k+1] <= (1-confidence)/2; {
			k++
		}
		i.Lo, i.Hi = math.Exp(means[k]), math.Exp(means[len(means)-1-k])
	}
	return i
}

// walsh are the means of any two differences, and the differences themselves, sorted. Their median is the estimate of Hodges and Lehmann.
func (p pair) walsh() []float64 {
	var means []float64
	for i := range p {
		for j := range i + 1 {
			means = append(means, (p[i]+p[j])/2)
		}
	}
	slices.Sort(means)
	return means
}

// above is the p-value of the claim that the ratio is above bound, by Wilcoxon's signed-rank test: small if it is.
func (p pair) above(bound float64) float64 {
	at, below := math.Log(bound), 0
	for _, mean := range p.walsh() {
		if mean <= at {
			below++
		}
	}
	return signedRanks(len(p))[below]
}

// differs is the p-value of the claim that the ratio is not 1.
func (p pair) differs() float64 {
	inverse := make(pair, len(p))
	for i, d := range p {
		inverse[i] = -d
	}
	return min(1, 2*min(p.above(1), inverse.above(1)))
}

// signedRanks is the distribution of the sum of the signed ranks of n differences that are as likely positive as negative: by sum, the chance of
// that sum or a smaller one.
func signedRanks(n int) []float64 {
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
