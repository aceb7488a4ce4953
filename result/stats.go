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
	alpha      = 0.05 // probability of at least one false difference in a ranking or comparison
)

// median returns the median of values and its exact order-statistic interval. With fewer than MinRounds values there is no such interval, and median
// returns Student's interval of their logarithms, or infinite bounds for fewer than LongRounds values.
func median(values []float64) Interval {
	if n := len(values); LongRounds <= n && n < MinRounds {
		return student(values)
	}
	s := benchmath.AssumeNothing.Summary(sample(values), confidence)
	i := Interval{s.Center, s.Lo, s.Hi, len(values)}
	if !i.Finite() {
		i.Lo, i.Hi = math.Inf(-1), math.Inf(1)
	}
	return i
}

// student returns the median of positive values and Student's interval of their logarithms, which assumes that these have a normal distribution. The interval
// contains the median.
func student(values []float64) Interval {
	s := benchmath.AssumeNormal.Summary(benchmath.NewSample(logs(values), &benchmath.DefaultThresholds), confidence)
	center := middle(slices.Clone(values))
	return Interval{center, min(center, math.Exp(s.Lo)), max(center, math.Exp(s.Hi)), len(values)}
}

// sample returns a Sample of a copy of values, because NewSample sorts its argument, and the order of values is that of the rounds.
func sample(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}

// ratio returns the median and interval of a/b over the rounds that both have. Drift that affects both cells cancels.
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

// deviationFrom1 returns how much the larger of two values exceeds the smaller, as a fraction, given their ratio. It is 1 for both 2 and 1/2.
func deviationFrom1(ratio float64) float64 {
	return max(ratio, 1/ratio) - 1
}

// pDifferent returns a p-value for the hypothesis that two cells of one run take the same time. It is small if the times differ.
//
// The test that belongs to the interval of the paired ratios is the sign test. Its p-value is at least 2/2^n, 0.0005 with twelve rounds. A
// ranking of 25 codecs has 300 comparisons, so after Holm's correction no two would ever differ. Wilcoxon's signed-rank test has the same
// minimum. Therefore two other tests are used:
//
//   - The Mann-Whitney test on the times (benchmath.AssumeNothing). It ignores the pairing, which makes it conservative under common drift.
//     One slow round does not affect it. Its minimum is 2/C(2n,n): 7e-7 with twelve rounds, but 0.002 with six.
//   - The paired t-test on the logarithms of the times. Drift cancels, and it has no minimum. The logarithm of the ratio of two equally
//     distributed times is symmetric, and heavy tails make the test conservative. One slow round hides a difference.
//
// The smaller of the two p-values, doubled for the choice, is a valid p-value. The caller also requires that the interval of the ratios does
// not include 1, so the sign test at 5 % is satisfied as well.
//
// With fewer than MinRounds rounds, neither is small enough for a ranking of 100 codecs: with three, the ratio of a cell that takes 30 times as long
// would have to vary by less than 1 %. Then pDifferent returns the p-value of the moderated t-test; see pModerated. usual is the usual variance of the
// logarithm of the time of a cell of the class; see usualVariance.
func pDifferent(a, b []float64, usual float64) float64 {
	if n := min(len(a), len(b)); 2 <= n && n < MinRounds {
		return pModerated(logRatios(a[:n], b[:n]), 2*usual)
	}
	p := benchmath.AssumeNothing.Compare(sample(a), sample(b)).P
	n := min(len(a), len(b))
	// The t-test returns an error if there are too few rounds or all ratios are equal.
	if t, err := stats.PairedTTest(logs(a[:n]), logs(b[:n]), 0, stats.LocationDiffers); err == nil && t.P < p {
		p = t.P
	}
	return min(1, 2*p)
}

// priorDegrees is the number of degrees of freedom of the usual variance in pModerated.
const priorDegrees = 10

// pModerated returns the p-value of the moderated t-test for the mean of logs being 0 (Smyth, Linear models and empirical Bayes methods, 2004): the
// variance is the weighted mean of that of logs and the usual one, which counts as if it came from priorDegrees more logs.
func pModerated(logs []float64, usual float64) float64 {
	s, n := stats.Sample{Xs: logs}, float64(len(logs))
	degrees := priorDegrees + n - 1
	variance := (priorDegrees*usual + (n-1)*s.Variance()) / degrees
	mean := math.Abs(s.Mean())
	if variance == 0 {
		if mean == 0 {
			return 1
		}
		return 0
	}
	return 2 * stats.TDist{V: degrees}.CDF(-mean/math.Sqrt(variance/n))
}

// usualVariance returns the median over the times of all codecs of the variance of the logarithm of the time.
func usualVariance(series [][]float64) float64 {
	var variances []float64
	for _, times := range series {
		if len(times) >= 2 {
			variances = append(variances, stats.Sample{Xs: logs(times)}.Variance())
		}
	}
	if len(variances) == 0 {
		return 0
	}
	return middle(variances)
}

// logs returns the logarithms of values.
func logs(values []float64) []float64 {
	list := make([]float64, len(values))
	for i, v := range values {
		list[i] = math.Log(v)
	}
	return list
}

// logRatios returns the logarithms of b/a, round by round.
func logRatios(a, b []float64) []float64 {
	list := logs(b)
	for i, v := range a {
		list[i] -= math.Log(v)
	}
	return list
}

// holm applies Holm's correction for multiple comparisons to p-values, in place. If all differences with a corrected p-value of at most alpha
// are reported, the probability that at least one of them is false is at most alpha.
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

// exactValue returns the value of a figure that should be the same in all rounds, and a warning if it is not. The runtime allocates, too, so
// values within 1 % or slack of the median count as equal to it. (Rounding instead would make 100.4 and 100.6 differ.)
func exactValue(values []float64, slack float64, unit string) (value float64, warning string) {
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
		warning = fmt.Sprintf("not the same in all rounds: %.6g to %.6g %s", sum.Lo, sum.Hi, unit)
	}
	return mid, warning
}

// roundTo rounds v to a multiple of unit, which must be 1, 0.1, 0.01 and so on.
func roundTo(v, unit float64) float64 {
	return math.Round(v/unit) / math.Round(1/unit)
}
