package report

import (
	"fmt"
	"slices"
	"strings"

	"bale/report/verdict"
	"bale/result"
)

const nothingMeasured = "Nothing was measured."

// otherValuesHint is the advice if many codecs fail: the methods of some types, such as libp2p's peer.ID, refuse the zero value.
const otherValuesHint = " If such values cannot occur, supply others with -data FILE, or declare a function BaleSamples for the type."

// quieter is the advice if the intervals are too wide.
const quieter = "Run it again on a quieter machine or with more rounds."

// speedText returns the verdict by speed for a class. The text has at most two sentences: the codecs that are left, and what decided between
// them.
func speedText(r *verdict.Ranking) string {
	switch {
	case len(r.Lines) == 0:
		return nothingMeasured
	case len(r.Near) == 0 && !slices.ContainsFunc(r.Both, (*verdict.Line).Ranked):
		return notRanked(r.Lines)
	case len(r.Open) > 0:
		return fmt.Sprintf("The run is too noisy to decide: any of %s may be the fastest. %s", someOf(names(r.Open), 5), quieter)
	case len(r.Near) == 0:
		return notRecommended(r)
	case len(r.Near) == 1:
		text := fmt.Sprintf("Use %s: %s (%s)%s.", r.Use.Row.Codec, fastestOf(r.Both), bothTimes(r.Use), lossyFaster(r, r.Use))
		return text + decided(slices.DeleteFunc(slices.Clone(r.Best), func(l *verdict.Line) bool { return l == r.Use }))
	}
	return fmt.Sprintf("Tie for the %s: %s%s. %s", fastestOf(r.Both), someOf(names(r.Near), 5), lossyFaster(r, r.Near[0]), tieText(r))
}

// fastestOf returns a phrase with the number of codecs that the fastest is one of. If some of them lose sample values, it counts the others.
func fastestOf(list []*verdict.Line) string {
	lossless := slices.DeleteFunc(slices.Clone(list), func(l *verdict.Line) bool { return l.Row.LosesSamples() })
	switch n := len(lossless); {
	case len(list) == 1:
		return "the only codec in the ranking"
	case n == 1:
		return fmt.Sprintf("the only one of %d codecs without losses", len(list))
	case n < len(list):
		return fmt.Sprintf("fastest of the %d without losses", n)
	default:
		return fmt.Sprintf("fastest of %d codecs", n)
	}
}

// lossyFaster returns a clause that names the codecs that are faster than the fastest, but lose sample values; "" if there are none.
func lossyFaster(r *verdict.Ranking, fastest *verdict.Line) string {
	if faster := r.Faster(fastest); len(faster) > 0 {
		return "; faster but lossy: " + someOf(names(faster), 3)
	}
	return ""
}

// decided returns a sentence about the codecs that only direct comparisons with the fastest have excluded. It returns "" if there are none.
func decided(slower []*verdict.Line) string {
	switch {
	case len(slower) == 0:
		return ""
	case len(slower) == 1:
		return fmt.Sprintf(" In the ranking %s is not significantly slower, but in a direct comparison it is.", slower[0].Row.Codec)
	}
	return fmt.Sprintf(" In the ranking %s are not significantly slower, but in direct comparisons they are.", someOf(names(slower), 5))
}

// notRanked returns the verdict if no codec has an overall rank.
func notRanked(lines []*verdict.Line) string {
	switch {
	case slices.ContainsFunc(lines, (*verdict.Line).Noisy):
		return "The run is too noisy to rank the codecs. " + quieter
	case lines[0].Complete() || !slices.ContainsFunc(lines, (*verdict.Line).Ranked):
		return fmt.Sprintf("Too few rounds to rank the codecs: an interval needs %d.", result.LongRounds)
	}
	var ops []string
	for _, op := range []struct {
		name string
		cell func(*verdict.Line) *result.Cell
	}{{"encode", func(l *verdict.Line) *result.Cell { return l.Enc }}, {"decode", func(l *verdict.Line) *result.Cell { return l.Dec }}} {
		if i := slices.IndexFunc(lines, func(l *verdict.Line) bool { return op.cell(l) != nil }); i >= 0 {
			ops = append(ops, fmt.Sprintf("to %s: %s (%s)", op.name, lines[i].Row.Codec, duration(op.cell(lines[i]).Ns.Center)))
		}
	}
	return "No codec was measured in both operations. Fastest " + strings.Join(ops, "; ") + "."
}

// notRecommended returns the verdict if codecs have ranks, but none can be recommended.
func notRecommended(r *verdict.Ranking) string {
	text := "No codec keeps all sample values."
	if slices.ContainsFunc(r.Lines, func(l *verdict.Line) bool { return !l.Row.LosesSamples() }) {
		text = "No codec that keeps all sample values was measured in both operations."
	}
	switch first := r.First(); len(first) {
	case 0:
		return text + " The run is too noisy to tell which one is the fastest."
	case 1:
		return text + fmt.Sprintf(" The fastest is %s (%s).", first[0].Row.Codec, bothTimes(first[0]))
	default:
		return text + fmt.Sprintf(" The fastest are %s.", someOf(names(first), 5))
	}
}

// tieText returns the sentence about what decides between the codecs of a tie.
func tieText(r *verdict.Ranking) string {
	few, small := r.Few, r.Small
	allocs := result.Count(few[0].Enc.Allocs+few[0].Dec.Allocs) + " to encode and decode"
	has, which := "it has", small[0].Row.Codec
	if len(small) > 1 {
		has, which = "they have", "any of "+someOf(names(small), 5)
	}
	size := result.Count(small[0].Row.Size)
	switch {
	case len(few) == 1:
		return fmt.Sprintf("Use %s: it has the fewest allocations (%s).", which, allocs)
	case len(small) == len(r.Near):
		return fmt.Sprintf("Use %s: their allocations and sizes are equal, too.", which)
	case len(few) == len(r.Near):
		return fmt.Sprintf("Use %s: allocations are equal, and %s the smallest messages (%s B).", which, has, size)
	case len(small) == len(few):
		return fmt.Sprintf("Use %s: they have the fewest allocations (%s), and their sizes are equal.", which, allocs)
	}
	return fmt.Sprintf("Use %s: of the %d codecs with the fewest allocations (%s), %s the smallest messages (%s B).", which, len(few), allocs, has, size)
}

func names(lines []*verdict.Line) []string {
	var list []string
	for _, l := range lines {
		list = append(list, l.Row.Codec)
	}
	return list
}

func bothTimes(l *verdict.Line) string {
	return "encode " + duration(l.Enc.Ns.Center) + ", decode " + duration(l.Dec.Ns.Center)
}
