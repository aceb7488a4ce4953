package report

import (
	"fmt"
	"math"
	"slices"

	"bale/result"
)

const nothingMeasured = "Nothing was measured."

// otherValuesHint is the advice if many codecs fail: the methods of some types, such as libp2p's peer.ID, refuse the zero value.
const otherValuesHint = " If such values cannot occur, supply others with -data FILE, or declare a function BaleSamples for the type."

// verdict returns the recommendation by speed for a class, and the recommended line. The codec with the smallest geometric mean of both
// times wins, among those that lose no sample values. Codecs that share this rank are a tie, which allocations break, and then sizes. The
// lines are in the order of a class.
func verdict(lines []*line) (text string, use *line) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.Row.Reference })
	if len(lines) == 0 {
		return nothingMeasured, nil
	}
	if !slices.ContainsFunc(lines, func(l *line) bool { return l.Enc != nil && l.Enc.Rank > 0 || l.Dec != nil && l.Dec.Rank > 0 }) {
		return "Too few rounds to rank the codecs: an interval needs 6.", nil
	}
	encode := winners(lines, func(l *line) *result.Cell { return l.Enc })
	decode := winners(lines, func(l *line) *result.Cell { return l.Dec })
	best := slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.Both == nil || !l.Both.Best })
	near := slices.DeleteFunc(slices.Clone(best), func(l *line) bool { return !l.Both.Close })
	switch {
	case tooNoisy(near):
		first, last := near[0], near[len(near)-1]
		return fmt.Sprintf("The run is too noisy to decide: %s are not significantly different, although %s took %.3g times as long as %s. "+
			"Run it again on a quieter machine or with more rounds.", someOf(names(near), 5), last.Row.Codec, last.mean()/first.mean(), first.Row.Codec), nil
	case len(best) == 1 && encode == decode && encode == best[0].Row.Codec:
		l := best[0]
		text = fmt.Sprintf("Use %s: fastest both to encode (%s) and to decode (%s)", encode, duration(l.Enc.Ns.Center), duration(l.Dec.Ns.Center))
		return text + smallest(lines) + ".", l
	case len(best) == 1:
		use = best[0]
		among, but := lossyBefore(lines, best)
		text = fmt.Sprintf("Use %s: fastest overall%s (%s)%s. ", use.Row.Codec, among, bothTimes(use), but)
	case len(near) == 1:
		use = near[0]
		others := slices.DeleteFunc(best, func(l *line) bool { return l == use })
		among, but := lossyBefore(lines, near)
		text = fmt.Sprintf("Use %s: fastest overall%s (%s)%s. It shares its rank with %s, which %s slower in a direct comparison. ", use.Row.Codec, among,
			bothTimes(use), but, someOf(names(others), 5), isAre(len(others)))
	case len(best) > 1:
		var why string
		use, why = breakTie(best, near)
		among, but := lossyBefore(lines, best)
		text = fmt.Sprintf("Tie for the fastest overall%s: %s%s. %s ", among, someOf(names(best), 5), but, why)
	case !slices.ContainsFunc(lines, func(l *line) bool { return !l.Row.LosesSamples() }):
		text = "All codecs lose sample values. "
	}
	return text + "Fastest to encode: " + encode + "; to decode: " + decode + smallest(lines) + ".", use
}

// maxTie is the maximum ratio of the medians in a tie, and of costs that are about the same. In a quick run on a busy machine, an interval of ±2767 % made json share the first rank
// with a codec whose median was a tenth.
const maxTie = 2

// tooNoisy reports whether codecs share the first rank only because their intervals are wide. They are in the order of a class.
func tooNoisy(near []*line) bool {
	return len(near) > 1 && near[len(near)-1].mean() > maxTie*near[0].mean()
}

// lossyBefore returns two clauses for the verdict if lossy codecs rank before the best, else two empty strings.
func lossyBefore(lines, best []*line) (among, but string) {
	var faster []string
	for _, l := range lines {
		if l.Row.LosesSamples() && l.Both != nil && l.Both.Rank > 0 && l.Both.Rank < best[0].Both.Rank {
			faster = append(faster, l.Row.Codec)
		}
	}
	if len(faster) == 0 {
		return "", ""
	}
	return " of the codecs without losses", "; faster but lossy: " + someOf(faster, 3)
}

// isAre returns the verb for n subjects.
func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// breakTie returns the line with the fewest allocations among those close to the fastest; if there are several, the one with the smallest
// messages. It returns nil if several remain. The text gives the reason.
func breakTie(tie, near []*line) (use *line, why string) {
	if len(near) < len(tie) {
		use, why = cheapest(near)
		return use, fmt.Sprintf("In direct comparisons with the fastest, all except %s are slower. %s", someOf(names(near), 5), why)
	}
	return cheapest(tie)
}

// cheapest returns the line with the fewest allocations; if there are several, the one with the smallest messages, or nil if several remain.
func cheapest(lines []*line) (use *line, why string) {
	few := minBy(lines, func(l *line) float64 { return l.Enc.Allocs + l.Dec.Allocs }, func(minimum float64) float64 { return max(0.1, minimum/100) })
	small := minBy(few, func(l *line) float64 { return l.Row.Size }, func(float64) float64 { return 0.5 })
	allocs := count(few[0].Enc.Allocs+few[0].Dec.Allocs) + " to encode and decode"
	switch {
	case len(few) == 1:
		return few[0], fmt.Sprintf("Use %s: it has the fewest allocations (%s).", few[0].Row.Codec, allocs)
	case len(small) > 1:
		return nil, fmt.Sprintf("Use any of %s: their allocations and sizes are equal, too.", someOf(names(small), 5))
	case len(few) == len(lines):
		return small[0], fmt.Sprintf("Use %s: allocations are equal, and it has the smallest messages (%s B).",
			small[0].Row.Codec, count(small[0].Row.Size))
	}
	return small[0], fmt.Sprintf("Use %s: of the %d codecs with the fewest allocations (%s), it has the smallest messages (%s B).",
		small[0].Row.Codec, len(few), allocs, count(small[0].Row.Size))
}

// minBy returns the lines whose value exceeds the minimum by at most slack.
func minBy(lines []*line, value func(*line) float64, slack func(minimum float64) float64) []*line {
	minimum := math.Inf(1)
	for _, l := range lines {
		minimum = min(minimum, value(l))
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return value(l) > minimum+slack(minimum) })
}

func names(lines []*line) []string {
	var list []string
	for _, l := range lines {
		list = append(list, l.Row.Codec)
	}
	return list
}

func bothTimes(l *line) string {
	return "encode " + duration(l.Enc.Ns.Center) + ", decode " + duration(l.Dec.Ns.Center)
}

// winners returns the names of the codecs that share rank 1 in an operation, the one with the smallest median first.
func winners(lines []*line, cell func(*line) *result.Cell) string {
	first := slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return cell(l) == nil || cell(l).Rank != 1 })
	slices.SortStableFunc(first, func(a, b *line) int {
		if cell(a).Ns.Center < cell(b).Ns.Center {
			return -1
		}
		return 1
	})
	if len(first) == 0 {
		return "none"
	}
	names := make([]string, len(first))
	for i, l := range first {
		names[i] = nameWithLoss(l)
	}
	return someOf(names, 3)
}

// smallest returns a clause that names the line with the smallest messages, or "" if no size is known.
func smallest(lines []*line) string {
	var first *line
	for _, l := range lines {
		if l.Row.Sized() && (first == nil || l.Row.Size < first.Row.Size) {
			first = l
		}
	}
	if first == nil {
		return ""
	}
	return fmt.Sprintf("; smallest: %s (%s B)", nameWithLoss(first), count(first.Row.Size))
}

// nameWithLoss returns the codec's name, followed by "(lossy)" if it loses sample values.
func nameWithLoss(l *line) string {
	if l.Row.LosesSamples() {
		return l.Row.Codec + " (lossy)"
	}
	return l.Row.Codec
}
