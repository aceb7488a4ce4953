package report

import (
	"math"
	"testing"

	"bale/measure"
	"bale/result"
)

// verdictLine describes a line: the times and ranks of both operations. An overall rank of 0 stands for none.
type verdictLine struct {
	codec          string
	enc, dec       float64
	encRank        int
	decRank        int
	overall        int
	best, slower   bool // slower is not close to the fastest
	allocs, size   float64
	noise          float64 // the half-width of the intervals, as a factor; only in TestAdvise
	lossy, oneOnly bool
}

func (v verdictLine) line() *line {
	l := &line{
		Row:  &measure.Row{Codec: v.codec, Size: v.size, Status: measure.OK, Reference: v.codec == "floor"},
		Enc:  &result.Cell{Ns: result.Interval{Center: v.enc}, Rank: v.encRank, Allocs: 1},
		Dec:  &result.Cell{Ns: result.Interval{Center: v.dec}, Rank: v.decRank, Allocs: v.allocs - 1},
		Both: &result.Overall{Ns: result.Interval{Center: math.Sqrt(v.enc * v.dec)}, Rank: v.overall, Best: v.best, Close: v.best && !v.slower},
	}
	if v.lossy {
		l.Row.Status = measure.Lossy
	}
	if v.oneOnly {
		l.Enc, l.Both = nil, nil
	}
	return l
}

func TestVerdict(t *testing.T) {
	floor := verdictLine{codec: "floor", enc: 1, dec: 1, size: 9}
	a := verdictLine{codec: "a", enc: 10, dec: 20, encRank: 1, decRank: 1, overall: 1, best: true, allocs: 5, size: 40}
	b := verdictLine{codec: "b", enc: 11, dec: 30, encRank: 2, decRank: 2, overall: 2, allocs: 3, size: 30}
	x := verdictLine{codec: "x", enc: 5, dec: 5, encRank: 1, decRank: 1, overall: 1, allocs: 1, size: 20, lossy: true}
	// tied is a codec that shares rank 1 with a.
	tied := func(codec string, allocs, size float64) verdictLine {
		return verdictLine{codec: codec, enc: 10.5, dec: 20, encRank: 1, decRank: 1, overall: 1, best: true, allocs: allocs, size: size}
	}
	slower := func(v verdictLine) verdictLine { v.slower = true; return v }
	second := func(v verdictLine) verdictLine { v.overall = 2; return v }
	decoder := verdictLine{codec: "d", dec: 5, decRank: 1, oneOnly: true, size: 50}
	for _, c := range []struct {
		name  string
		lines []verdictLine
		want  string
		use   string
	}{
		{"nothing", []verdictLine{floor}, "Nothing was measured.", ""},
		{"too few rounds", []verdictLine{floor, {codec: "a", enc: 10, dec: 20}},
			"Too few rounds to rank the codecs: an interval needs 6.", ""},
		{"one wins all", []verdictLine{floor, a, b}, "Use a: fastest both to encode (10.0ns) and to decode (20.0ns); smallest: b (30 B).", "a"},
		{"fastest overall only", []verdictLine{a, {codec: "c", enc: 10.1, dec: 21, encRank: 1, decRank: 2, overall: 2, size: 50}},
			"Use a: fastest overall (encode 10.0ns, decode 20.0ns). Fastest to encode: a and c; to decode: a; smallest: a (40 B).", "a"},
		{"allocations break the tie", []verdictLine{a, tied("b", 4, 90), tied("c", 6, 10)},
			"Tie for the fastest overall: a, b and c. Use b: it has the fewest allocations (4 to encode and decode). " +
				"Fastest to encode: a, b and c; to decode: a, b and c; smallest: c (10 B).", "b"},
		{"too noisy", []verdictLine{a, tied("b", 4, 90), {codec: "c", enc: 100, dec: 250, encRank: 1, decRank: 1, overall: 1, best: true}},
			"The run is too noisy to decide: a, b and c are not significantly different, although c took 11.2 times as long as a. " +
				"Run it again on a quieter machine or with more rounds.", ""},
		{"then sizes", []verdictLine{a, tied("b", 4, 90), tied("c", 4.05, 60), tied("d", 6, 10)},
			"Tie for the fastest overall: a, b, c and d. Use c: of the 2 codecs with the fewest allocations (4 to encode and decode), it has the smallest " +
				"messages (60 B). Fastest to encode: a, b, c and 1 more; to decode: a, b, c and 1 more; smallest: d (10 B).", "c"},
		{"sizes alone", []verdictLine{a, tied("b", 5, 90)},
			"Tie for the fastest overall: a and b. Use a: allocations are equal, and it has the smallest messages (40 B). " +
				"Fastest to encode: a and b; to decode: a and b; smallest: a (40 B).", "a"},
		{"messages of no bytes", []verdictLine{tied("b", 5, 0), a},
			"Tie for the fastest overall: b and a. Use b: allocations are equal, and it has the smallest messages (0 B). " +
				"Fastest to encode: a and b; to decode: b and a; smallest: b (0 B).", "b"},
		{"nothing breaks the tie", []verdictLine{a, tied("b", 5, 40.2)},
			"Tie for the fastest overall: a and b. Use any of a and b: their allocations and sizes are equal, too. " +
				"Fastest to encode: a and b; to decode: a and b; smallest: a (40 B).", ""},
		{"one is close", []verdictLine{a, slower(tied("b", 1, 10))},
			"Use a: fastest overall (encode 10.0ns, decode 20.0ns). It shares its rank with b, which is slower in a direct comparison. " +
				"Fastest to encode: a and b; to decode: a and b; smallest: b (10 B).", "a"},
		{"two are close", []verdictLine{a, tied("b", 4, 90), slower(tied("c", 1, 10))},
			"Tie for the fastest overall: a, b and c. In direct comparisons with the fastest, all except a and b are slower. Use b: it has the " +
				"fewest allocations (4 to encode and decode). Fastest to encode: a, b and c; to decode: a, b and c; smallest: c (10 B).", "b"},
		{"lossy first", []verdictLine{x, second(a)},
			"Use a: fastest overall of the codecs without losses (encode 10.0ns, decode 20.0ns); faster but lossy: x. " +
				"Fastest to encode: x (lossy) and a; to decode: x (lossy) and a; smallest: x (lossy) (20 B).", "a"},
		{"a tie behind a lossy one", []verdictLine{x, second(a), second(tied("b", 4, 90))},
			"Tie for the fastest overall of the codecs without losses: a and b; faster but lossy: x. Use b: it has the fewest allocations " +
				"(4 to encode and decode). Fastest to encode: x (lossy), a and b; to decode: x (lossy), a and b; smallest: x (lossy) (20 B).", "b"},
		{"all lossy", []verdictLine{x},
			"All codecs lose sample values. Fastest to encode: x (lossy); to decode: x (lossy); smallest: x (lossy) (20 B).", ""},
		{"one operation only", []verdictLine{decoder}, "Fastest to encode: none; to decode: d; smallest: d (50 B).", ""},
	} {
		var lines []*line
		for _, v := range c.lines {
			lines = append(lines, v.line())
		}
		got, use := verdict(lines)
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		name := ""
		if use != nil {
			name = use.Row.Codec
		}
		if name != c.use {
			t.Errorf("%s: recommends %q, want %q", c.name, name, c.use)
		}
	}
}
