package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

const (
	confidence = 0.95 // of every interval
	alpha      = 0.05 // the chance of one false claim in a whole ranking or comparison
)

// median summarises measurements: their median and its exact order-statistic interval. Below six there
// is at best an interval that is open to one side, which is taken as open to both.
func median(values []float64) Interval {
	s := benchmath.AssumeNothing.Summary(sample(values), confidence)
	i := Interval{s.Center, s.Lo, s.Hi, len(values)}
	if !i.Finite() {
		i.Lo, i.Hi = math.Inf(-1), math.Inf(1)
	}
	return i
}

// sample copies first: NewSample sorts its argument, and the pairing of rounds would be lost.
func sample(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}

// ratio is the median of a/b, round by round, over the rounds both have. Drift of the machine that
// both saw cancels.
func ratio(a, b []float64) Interval {
	n := min(len(a), len(b))
	ratios := make([]float64, n)
	for i := range n {
		ratios[i] = a[i] / b[i]
	}
	r := median(ratios)
	r.Rounds = 0
	return r
}

// apart is how far a ratio is from 1, as a fraction of the smaller: the same for 2 and for 1/2.
func apart(ratio float64) float64 {
	return max(ratio, 1/ratio) - 1
}

// differ tests whether two cells of one run take different times; p is small when they do.
//
// Rounds are pairs, and the test that belongs to the interval of the paired ratios is the sign test. But
// its p cannot be smaller than 2/2^n, 0.0005 at twelve rounds, and a ranking of 25 codecs asks 300
// questions: after Holm's correction nothing would ever differ. Wilcoxon's signed-rank test has the same
// floor. So two others are asked:
//
//   - Mann-Whitney on the times (benchmath.AssumeNothing). It ignores the pairing, and is only the more
//     careful for it when both saw the same drift. One slow round does not disturb it. Its floor is
//     2/C(2n,n): at twelve rounds 7e-7, but at six still 0.002.
//   - The paired t-test on the logarithms of the times. Drift cancels, and it has no floor. The logarithm
//     of a ratio of two equal noises is symmetric whatever the noise, and heavy tails make it careful.
//     One slow round hides a difference from it.
//
// The smaller p, doubled because of the choice between two, is a valid p. The caller still asks that the
// interval of the ratios leaves out 1, so the sign test's 5 % is always met too.
func differ(a, b []float64) float64 {
	p := benchmath.AssumeNothing.Compare(sample(a), sample(b)).P
	n := min(len(a), len(b))
	logA, logB := make([]float64, n), make([]float64, n)
	for i := range n {
		logA[i], logB[i] = math.Log(a[i]), math.Log(b[i])
	}
	// Too few rounds, or ratios all equal: the t-test has nothing to say.
	if t, err := stats.PairedTTest(logA, logB, 0, stats.LocationDiffers); err == nil && t.P < p {
		p = t.P
	}
	return min(1, 2*p)
}

// holm corrects the p-values of many questions asked at once, in place: when all below alpha are
// claimed, the chance that one claim or more is false is alpha at most.
func holm(p []float64) {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	previous := 0.0
	for k, i := range order {
		previous = max(previous, min(1, float64(len(p)-k)*p[i]))
		p[i] = previous
	}
}

// exact is the one value of a figure that does not vary, and a warning when it does. What the runtime
// itself allocates now and then is no alarm: values within 1 % of the median, or within slack, are taken
// as the median. (Rounding to some digits instead would part 100.4 from 100.6.)
func exact(values []float64, slack float64, unit string) (value float64, warning string) {
	s := sample(values)
	mid := benchmath.AssumeNothing.Summary(s, confidence).Center
	tolerance := max(slack, mid*0.01)
	for i, v := range s.Values {
		if math.Abs(v-mid) <= tolerance {
			s.Values[i] = mid
		}
	}
	sum := benchmath.AssumeExact.Summary(s, confidence)
	if len(sum.Warnings) > 0 {
		warning = fmt.Sprintf("not deterministic: %.6g to %.6g %s", sum.Lo, sum.Hi, unit)
	}
	return mid, warning
}

// roundTo rounds to a multiple of unit, which is 1 or a power of ten below it.
func roundTo(v, unit float64) float64 {
	return math.Round(v/unit) / math.Round(1/unit)
}
