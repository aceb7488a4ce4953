package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// verdictLine describes a line: the times and ranks of both operations. An overall rank of 0 stands for none.
type verdictLine struct {
	codec          string
	enc, dec       float64
	encRank        int
	decRank        int
	overall        int
	best, slower   bool // slower is not close to the fastest
	candidate      bool // not one of the best, but a candidate
	allocs, size   float64
	noise          float64 // the bounds of the intervals are the time times noise and divided by it; 0 stands for 1
	bothNoise      float64 // the same for the geometric mean of both times
	lossy, oneOnly bool
	aspects        *result.Aspects
}

func (v verdictLine) line() *verdict.Line {
	l := &verdict.Line{
		Row:     &measure.Row{Codec: v.codec, Size: v.size, Status: measure.OK, Reference: v.codec == "floor"},
		Aspects: v.aspects,
		Enc:     &result.Cell{Ns: result.Interval{Center: v.enc}, Rank: v.encRank, Allocs: 1},
		Dec:     &result.Cell{Ns: result.Interval{Center: v.dec}, Rank: v.decRank, Allocs: v.allocs - 1},
		Both:    &result.Overall{Ns: result.Interval{Center: math.Sqrt(v.enc * v.dec)}, Rank: v.overall, Candidate: v.best || v.candidate, Best: v.best, Close: v.best && !v.slower},
	}
	for _, cell := range []*result.Cell{l.Enc, l.Dec} {
		cell.Ns.Lo, cell.Ns.Hi = cell.Ns.Center/max(1, v.noise), cell.Ns.Center*max(1, v.noise)
	}
	l.Both.Ns.Lo, l.Both.Ns.Hi = l.Both.Ns.Center/max(1, v.bothNoise), l.Both.Ns.Center*max(1, v.bothNoise)
	if v.lossy {
		l.Row.Status = measure.Lossy
	}
	if v.oneOnly {
		l.Enc, l.Both = nil, nil
	}
	return l
}

// verdictCases has lines for every sentence of the verdict by speed, with the codec that it recommends.
func verdictCases() []verdictCase {
	floor := verdictLine{codec: "floor", enc: 1, dec: 1, size: 9}
	a := verdictLine{codec: "a", enc: 10, dec: 20, encRank: 1, decRank: 1, overall: 1, best: true, allocs: 5, size: 40}
	b := verdictLine{codec: "b", enc: 11, dec: 30, encRank: 2, decRank: 2, overall: 2, allocs: 3, size: 30}
	x := verdictLine{codec: "x", enc: 5, dec: 5, encRank: 1, decRank: 1, overall: 1, allocs: 1, size: 20, lossy: true}
	y := verdictLine{codec: "y", enc: 60, dec: 60, encRank: 3, decRank: 3, overall: 3, allocs: 1, size: 20, lossy: true}
	noisy := verdictLine{codec: "n", enc: 2, dec: 2, allocs: 1, size: 10, noise: 3, bothNoise: 3}
	// decided is noisy with intervals that are apart from those of the others.
	decided := func(rank int, best bool) verdictLine {
		v := noisy
		v.overall, v.best = rank, best
		return v
	}
	candidate := func(v verdictLine) verdictLine {
		v.best, v.candidate = false, true
		return v
	}
	// tied is a codec that shares rank 1 with a.
	tied := func(codec string, allocs, size float64) verdictLine {
		return verdictLine{codec: codec, enc: 10.5, dec: 20, encRank: 1, decRank: 1, overall: 1, best: true, allocs: allocs, size: size}
	}
	slower := func(v verdictLine) verdictLine { v.slower = true; return v }
	second := func(v verdictLine) verdictLine { v.overall = 2; return v }
	decoder := verdictLine{codec: "d", dec: 5, decRank: 1, oneOnly: true, size: 50}
	return []verdictCase{
		{"nothing", []verdictLine{floor}, ""},
		{"too few rounds", []verdictLine{floor, {codec: "a", enc: 10, dec: 20}}, ""},
		{"one codec", []verdictLine{floor, a}, "a"},
		{"the fastest", []verdictLine{floor, b, a}, "a"},
		{"the order of the lines does not matter", []verdictLine{b, {codec: "c", enc: 10.1, dec: 21, encRank: 1, decRank: 2, overall: 2, size: 50}, a}, "a"},
		{"allocations break the tie", []verdictLine{a, tied("b", 4, 90), tied("c", 6, 10)}, "b"},
		{"allocations and then sizes break the tie", []verdictLine{a, tied("b", 4, 90), tied("c", 4, 60), tied("d", 6, 10)}, "c"},
		{"sizes alone break the tie", []verdictLine{a, tied("b", 5, 90)}, "a"},
		{"messages of no bytes", []verdictLine{tied("b", 5, 0), a}, "b"},
		{"nothing breaks the tie", []verdictLine{a, tied("b", 5, 40.2)}, ""},
		{"allocations break a part of the tie", []verdictLine{a, tied("b", 4, 40), tied("c", 4, 40)}, ""},
		{"sizes break a part of the tie", []verdictLine{a, tied("b", 5, 90), tied("c", 5, 40)}, ""},
		{"allocations and sizes break a part of the tie", []verdictLine{a, tied("b", 4, 40), tied("c", 4, 40), tied("d", 4, 90)}, ""},
		{"one is close", []verdictLine{a, slower(tied("b", 1, 10))}, "a"},
		{"one of three is close", []verdictLine{a, slower(tied("b", 1, 10)), slower(tied("c", 1, 10))}, "a"},
		{"two of three are close", []verdictLine{a, tied("b", 4, 90), slower(tied("c", 1, 10))}, "b"},
		{"a lossy one is faster", []verdictLine{x, second(a), b, y}, "a"},
		{"lossy ones are slower", []verdictLine{a, b, y}, "a"},
		{"all but one are lossy", []verdictLine{x, second(a), y}, "a"},
		{"a tie behind a lossy one", []verdictLine{x, second(a), second(tied("b", 4, 90))}, "b"},
		{"a lossy one shares the rank", []verdictLine{x, a, b}, "a"},
		{"all lossy", []verdictLine{x, y}, ""},
		{"one operation only", []verdictLine{decoder}, ""},
		{"the lossless one only decodes", []verdictLine{x, decoder}, ""},
		{"a noisy one may be faster", []verdictLine{candidate(noisy), candidate(a), b}, ""},
		{"a noisy one is faster", []verdictLine{decided(1, true), {codec: "a", enc: 10, dec: 20, encRank: 2, decRank: 2, overall: 2, size: 40}}, "n"},
		{"a noisy one is slower", []verdictLine{decided(0, false), a, b}, "a"},
		{"a noisy one may be as fast as a tie", []verdictLine{candidate(noisy), candidate(a), candidate(tied("b", 4, 90))}, ""},
		{"one noisy codec", []verdictLine{floor, decided(1, true)}, "n"},
		{"all noisy", []verdictLine{floor, candidate(noisy), {codec: "m", enc: 3, dec: 3, noise: 3, candidate: true}}, ""},
		{"two noisy ones may be the fastest", []verdictLine{candidate(noisy), {codec: "m", enc: 3, dec: 3, noise: 3, candidate: true}, {codec: "a", enc: 10, dec: 20, encRank: 3, decRank: 3, overall: 3, size: 40}}, ""},
		{"only lossy ones are not noisy", []verdictLine{x, decided(0, true)}, "n"},
		{"all lossy, and a noisy one may be faster", []verdictLine{x, y, {codec: "n", enc: 7, dec: 7, lossy: true, noise: 3, bothNoise: 3}}, ""},
		{"all lossy, and two are the fastest", []verdictLine{x, {codec: "z", enc: 5, dec: 5, encRank: 1, decRank: 1, overall: 1, lossy: true}}, ""},
		{"a tie of wide intervals", []verdictLine{a, {codec: "w", enc: 40, dec: 90, overall: 1, best: true}}, ""},
	}
}

type verdictCase struct {
	name  string
	lines []verdictLine
	use   string
}

// TestVerdict compares the verdicts by speed with a golden file, checks which codec they recommend, and that they have one or two sentences.
func TestVerdict(t *testing.T) {
	var all strings.Builder
	for _, c := range verdictCases() {
		var lines []*verdict.Line
		for _, v := range c.lines {
			lines = append(lines, v.line())
		}
		ranking := verdict.NewRanking(lines)
		text, use := speedText(ranking), ranking.Use
		fmt.Fprintf(&all, "%s:\n%s\n\n", c.name, text)
		name := ""
		if use != nil {
			name = use.Row.Codec
		}
		if name != c.use {
			t.Errorf("%s: recommends %q, want %q", c.name, name, c.use)
		}
		if n := strings.Count(text+" ", ". "); n < 1 || n > 2 {
			t.Errorf("%s: %d sentences: %s", c.name, n, text)
		}
	}
	golden(t, "verdict.txt", []byte(all.String()))
}
