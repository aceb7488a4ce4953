package report

import (
	"fmt"
	"math"
	"slices"

	"bale/result"
)

const nothingMeasured = "Nothing was measured."

// otherValues is what helps where many codecs fail: some types, such as libp2p's peer.ID, have methods that refuse their own zero value.
const otherValues = " If the type cannot have such values, give others with -data FILE, or declare a function BaleSamples for it."

// verdict says which codec of a class to use and why, and returns the line of that codec. Speed decides: the smallest geometric mean of both
// times, among those that bring all sample values back. Codecs that share that place are named as a tie, which allocations take apart, and
// then sizes. The lines are in the order of a class.
func verdict(lines []*line) (text string, use *line) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.Row.Reference })
	if len(lines) == 0 {
		return nothingMeasured, nil
	}
	if !slices.ContainsFunc(lines, func(l *line) bool { return l.Enc != nil && l.Enc.Rank > 0 || l.Dec != nil && l.Dec.Rank > 0 }) {
		return "Too few rounds to tell the codecs apart: 6 are needed for an interval.", nil
	}
	encode := winners(lines, func(l *line) *result.Cell { return l.Enc })
	decode := winners(lines, func(l *line) *result.Cell { return l.Dec })
	best := slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.Both == nil || !l.Both.Best })
	near := slices.DeleteFunc(slices.Clone(best), func(l *line) bool { return !l.Both.Close })
	switch {
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
		text = fmt.Sprintf("Use %s: fastest overall%s (%s)%s. It shares its rank with %s, which %s slower when compared with it alone. ", use.Row.Codec, among,
			bothTimes(use), but, someOf(names(others), 5), isAre(len(others)))
	case len(best) > 1:
		var why string
		use, why = breakTie(best, near)
		among, but := lossyBefore(lines, best)
		text = fmt.Sprintf("Tie for the fastest overall%s: %s%s. %s ", among, someOf(names(best), 5), but, why)
	case !slices.ContainsFunc(lines, func(l *line) bool { return !l.Row.Loses() }):
		text = "None brings all sample values back. "
	}
	return text + "Fastest to encode: " + encode + "; to decode: " + decode + smallest(lines) + ".", use
}

// lossyBefore has two clauses for a verdict where codecs are faster than the best only because they lose something.
func lossyBefore(lines, best []*line) (among, but string) {
	var faster []string
	for _, l := range lines {
		if l.Row.Loses() && l.Both != nil && l.Both.Rank > 0 && l.Both.Rank < best[0].Both.Rank {
			faster = append(faster, l.Row.Codec)
		}
	}
	if len(faster) == 0 {
		return "", ""
	}
	return " of those without loss", "; faster but lossy: " + someOf(faster, 3)
}

// isAre begins what is said of n others.
func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// breakTie takes the codec with the fewest allocations, and of several the one with the smallest messages, among those near to the
// fastest. Where that leaves several, it takes none.
func breakTie(tie, near []*line) (use *line, why string) {
	if len(near) < len(tie) {
		use, why = cheapest(near)
		return use, fmt.Sprintf("Compared with the fastest one by one, all but %s are slower. %s", someOf(names(near), 5), why)
	}
	return cheapest(tie)
}

// cheapest takes the line with the fewest allocations, and of several the one with the smallest messages.
func cheapest(lines []*line) (use *line, why string) {
	few := leastBy(lines, func(l *line) float64 { return l.Enc.Allocs + l.Dec.Allocs }, func(least float64) float64 { return max(0.1, least/100) })
	small := leastBy(few, func(l *line) float64 { return l.Row.Size }, func(float64) float64 { return 0.5 })
	allocs := count(few[0].Enc.Allocs+few[0].Dec.Allocs) + " to encode and decode"
	switch {
	case len(few) == 1:
		return few[0], fmt.Sprintf("Use %s, with the fewest allocations of them (%s).", few[0].Row.Codec, allocs)
	case len(small) > 1:
		return nil, fmt.Sprintf("Use any of %s: allocations and sizes are equal, too.", someOf(names(small), 5))
	case len(few) == len(lines):
		return small[0], fmt.Sprintf("Use %s, with the smallest messages of them (%s B); allocations are equal.",
			small[0].Row.Codec, count(small[0].Row.Size))
	}
	return small[0], fmt.Sprintf("Use %s: of the %d with the fewest allocations (%s), it has the smallest messages (%s B).",
		small[0].Row.Codec, len(few), allocs, count(small[0].Row.Size))
}

// leastBy keeps the lines whose value is the least, or more by no more than slack.
func leastBy(lines []*line, value func(*line) float64, slack func(least float64) float64) []*line {
	least := math.Inf(1)
	for _, l := range lines {
		least = min(least, value(l))
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return value(l) > least+slack(least) })
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

// winners names all that share rank 1, the one with the smallest median first.
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
		names[i] = marked(l)
	}
	return someOf(names, 3)
}

// smallest names the line whose encoding is the smallest, as a clause to follow others.
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
	return fmt.Sprintf("; smallest: %s (%s B)", marked(first), count(first.Row.Size))
}

// marked is a codec's name, with a word of caution where there is need of one.
func marked(l *line) string {
	if l.Row.Loses() {
		return l.Row.Codec + " (lossy)"
	}
	return l.Row.Codec
}
