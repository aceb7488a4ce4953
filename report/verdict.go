package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bale/result"
)

const nothingMeasured = "Nothing was measured."

// otherValuesHint is the advice if many codecs fail: the methods of some types, such as libp2p's peer.ID, refuse the zero value.
const otherValuesHint = " If such values cannot occur, supply others with -data FILE, or declare a function BaleSamples for the type."

// quieter is the advice if the intervals are too wide.
const quieter = "Run it again on a quieter machine or with more rounds."

// verdict returns the recommendation by speed for a class, and the recommended line. The codec with the smallest geometric mean of both
// times wins, among those that lose no sample values. Codecs that share this rank are a tie, which allocations break, and then sizes. The text
// has at most two sentences: the codecs that are left, and what decided between them.
func verdict(lines []*line) (text string, use *line) {
	lines = byTime(lines)
	ranked := slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.Both == nil || l.Both.Rank == 0 })
	best := slices.DeleteFunc(slices.Clone(ranked), func(l *line) bool { return !l.Both.Best })
	near := slices.DeleteFunc(slices.Clone(best), func(l *line) bool { return !l.Both.Close })
	switch {
	case len(lines) == 0:
		return nothingMeasured, nil
	case len(ranked) == 0:
		return notRanked(lines), nil
	case len(near) == 0:
		return notRecommended(lines, ranked[0]), nil
	case tooNoisy(near):
		first, last := near[0], near[len(near)-1]
		return fmt.Sprintf("The run is too noisy to decide: %s are not significantly different, although %s took %.3g times as long as %s. %s",
			someOf(names(near), 5), last.Row.Codec, last.mean()/first.mean(), first.Row.Codec, quieter), nil
	case len(near) == 1:
		use = near[0]
		text = fmt.Sprintf("Use %s: %s (%s)%s.", use.Row.Codec, fastestOf(ranked), bothTimes(use), leftOut(lines, use))
		return text + decided(slices.DeleteFunc(best, func(l *line) bool { return l == use })), use
	}
	use, why := cheapest(near)
	return fmt.Sprintf("Tie for the %s: %s%s. %s", fastestOf(ranked), someOf(names(near), 5), leftOut(lines, near[0]), why), use
}

// byTime returns the lines without references, the fastest first. Lines with both times come before the others.
func byTime(lines []*line) []*line {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.Row.Reference })
	slices.SortStableFunc(lines, func(a, b *line) int {
		return cmp.Or(boolCompare(b.both(), a.both()), cmp.Compare(a.mean(), b.mean()))
	})
	return lines
}

// fastestOf returns a phrase with the number of ranked codecs that the fastest is one of. If some of them lose sample values, it counts the others.
func fastestOf(ranked []*line) string {
	lossless := slices.DeleteFunc(slices.Clone(ranked), func(l *line) bool { return l.Row.LosesSamples() })
	switch n := len(lossless); {
	case len(ranked) == 1:
		return "the only codec in the ranking"
	case n == 1:
		return fmt.Sprintf("the only one of %d codecs without losses", len(ranked))
	case n < len(ranked):
		return fmt.Sprintf("fastest of the %d without losses", n)
	default:
		return fmt.Sprintf("fastest of %d codecs", n)
	}
}

// leftOut returns clauses that name the codecs that are not compared with the fastest: those that are faster but lose sample values, and those
// whose times are too noisy.
func leftOut(lines []*line, fastest *line) string {
	var faster, noisy []string
	for _, l := range lines {
		switch {
		case l.Row.LosesSamples():
			if l.Both != nil && l.Both.Rank > 0 && l.Both.Rank < fastest.Both.Rank {
				faster = append(faster, l.Row.Codec)
			}
		case l.noisy():
			noisy = append(noisy, l.Row.Codec)
		}
	}
	text := ""
	if len(faster) > 0 {
		text += "; faster but lossy: " + someOf(faster, 3)
	}
	if len(noisy) > 0 {
		text += "; too noisy to rank: " + someOf(noisy, 3)
	}
	return text
}

// decided returns a sentence about the codecs that only direct comparisons with the fastest have excluded. It returns "" if there are none.
func decided(slower []*line) string {
	switch {
	case len(slower) == 0:
		return ""
	case len(slower) == 1:
		return fmt.Sprintf(" In the ranking %s is not significantly slower, but in a direct comparison it is.", slower[0].Row.Codec)
	}
	return fmt.Sprintf(" In the ranking %s are not significantly slower, but in direct comparisons they are.", someOf(names(slower), 5))
}

// notRanked returns the verdict if no codec has an overall rank.
func notRanked(lines []*line) string {
	switch {
	case slices.ContainsFunc(lines, (*line).noisy):
		return "The run is too noisy to rank the codecs. " + quieter
	case lines[0].both():
		return "Too few rounds to rank the codecs: an interval needs 6."
	}
	var ops []string
	for _, op := range []struct {
		name string
		cell func(*line) *result.Cell
	}{{"encode", func(l *line) *result.Cell { return l.Enc }}, {"decode", func(l *line) *result.Cell { return l.Dec }}} {
		if i := slices.IndexFunc(lines, func(l *line) bool { return op.cell(l) != nil }); i >= 0 {
			ops = append(ops, fmt.Sprintf("to %s: %s (%s)", op.name, lines[i].Row.Codec, duration(op.cell(lines[i]).Ns.Center)))
		}
	}
	return "No codec was measured in both operations. Fastest " + strings.Join(ops, "; ") + "."
}

// notRecommended returns the verdict if codecs have ranks, but none can be recommended. first is the fastest ranked codec.
func notRecommended(lines []*line, first *line) string {
	var noisy []string
	lossless := false
	for _, l := range lines {
		if !l.Row.LosesSamples() {
			lossless = true
			if l.noisy() {
				noisy = append(noisy, l.Row.Codec)
			}
		}
	}
	fastest := fmt.Sprintf(" The fastest is %s (%s).", first.Row.Codec, bothTimes(first))
	switch {
	case len(noisy) > 0:
		return fmt.Sprintf("The run is too noisy to rank the codecs that keep all sample values: %s. %s", someOf(noisy, 5), quieter)
	case lossless:
		return "No codec that keeps all sample values has a rank." + fastest
	}
	return "No codec keeps all sample values." + fastest
}

// maxTie is the maximum ratio of the medians in a tie, and of costs that are about the same. In a quick run on a busy machine, an interval of ±2767 % made json share the first rank
// with a codec whose median was a tenth.
const maxTie = 2

// tooNoisy reports whether codecs share the first rank only because their intervals are wide. The fastest is the first.
func tooNoisy(near []*line) bool {
	return len(near) > 1 && near[len(near)-1].mean() > maxTie*near[0].mean()
}

// both reports whether the line has both times.
func (l *line) both() bool { return l.Enc != nil && l.Dec != nil }

// noisy reports whether a time of the line, or the geometric mean of both, has an interval that is too wide for a rank.
func (l *line) noisy() bool {
	return l.Enc != nil && l.Enc.Ns.Wide() || l.Dec != nil && l.Dec.Ns.Wide() || l.Both != nil && l.Both.Ns.Wide()
}

// cheapest returns the line with the fewest allocations; if there are several, the one with the smallest messages, or nil if several remain.
// The text gives the reason.
func cheapest(lines []*line) (use *line, why string) {
	few := minBy(lines, func(l *line) float64 { return l.Enc.Allocs + l.Dec.Allocs }, func(minimum float64) float64 { return max(0.1, minimum/100) })
	small := minBy(few, func(l *line) float64 { return l.Row.Size }, func(float64) float64 { return 0.5 })
	allocs := count(few[0].Enc.Allocs+few[0].Dec.Allocs) + " to encode and decode"
	has, which := "it has", small[0].Row.Codec
	if len(small) > 1 {
		has, which = "they have", "any of "+someOf(names(small), 5)
	} else {
		use = small[0]
	}
	switch {
	case len(few) == 1:
		return use, fmt.Sprintf("Use %s: it has the fewest allocations (%s).", which, allocs)
	case len(small) == len(lines):
		return use, fmt.Sprintf("Use %s: their allocations and sizes are equal, too.", which)
	case len(few) == len(lines):
		return use, fmt.Sprintf("Use %s: allocations are equal, and %s the smallest messages (%s B).", which, has, count(small[0].Row.Size))
	case len(small) == len(few):
		return use, fmt.Sprintf("Use %s: they have the fewest allocations (%s), and their sizes are equal.", which, allocs)
	}
	return use, fmt.Sprintf("Use %s: of the %d codecs with the fewest allocations (%s), %s the smallest messages (%s B).", which, len(few), allocs, has, count(small[0].Row.Size))
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
