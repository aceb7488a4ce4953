package result

import (
	"fmt"
	"strings"
	"testing"

	"bale/runner/measure"
)

// TestWideIntervals checks the ranks of codecs whose intervals are wider than ±50 %. Such a time has a rank only if its interval is apart from those of
// all others, and only then decides which codec is the best. Without a rank there is no ratio, and no ratio refers to a codec that another one is
// faster than.
func TestWideIntervals(t *testing.T) {
	alternating := func(lo, hi float64) []float64 { return []float64{lo, hi, lo, hi, lo, hi, lo, hi, lo, hi, lo, hi} }
	steady := func(ns float64) []float64 { return alternating(ns, ns) }
	type entry struct {
		codec    string
		enc, dec []float64
		loses    bool
	}
	for _, c := range []struct {
		name    string
		entries []entry
		enc     string // codec=rank and ratio
		both    string // codec=rank, with ? for a candidate that is not one of the best, and * for one that is
	}{
		{"apart in both operations", []entry{
			{"compact", alternating(427, 1826), alternating(537, 1779), false}, {"json", alternating(1971, 2569), alternating(5128, 6812), false}, {"gob", steady(9e3), steady(3e4), false}},
			"compact=1 1.00 json=2 3.01 gob=3 13.00", "compact=1* json=2 gob=3"},
		{"overlapping the fastest", []entry{{"a", steady(100), steady(100), false}, {"noisy", alternating(50, 500), alternating(50, 500), false}, {"b", steady(200), steady(200), false}},
			"a=1 1.00 b=2 2.00 noisy=0", "a=1? b=2 noisy=0?"},
		{"overlapping another than the fastest", []entry{{"a", steady(100), steady(100), false}, {"noisy", alternating(150, 1500), alternating(150, 1500), false}, {"b", steady(200), steady(200), false}},
			"a=1 1.00 b=2 2.00 noisy=0", "a=1* b=2 noisy=0"},
		{"two that overlap and are faster", []entry{{"x", alternating(10, 80), alternating(10, 80), false}, {"y", alternating(11, 90), alternating(11, 90), false}, {"a", steady(100), steady(100), false}},
			"x=0 y=0 a=3", "x=0? y=0? a=3"},
		{"apart from all but one that loses values", []entry{{"noisy", alternating(10, 90), alternating(10, 90), false}, {"loses", steady(60), steady(60), true}, {"a", steady(100), steady(100), false}},
			"noisy=0 loses=1 a=3", "noisy=0* loses=1 a=3"},
		{"one operation is wide", []entry{{"a", steady(100), steady(100), false}, {"b", steady(200), steady(200), false}, {"noisy", alternating(10, 300), steady(10), false}},
			"a=1 1.00 noisy=0 b=2 2.00", "noisy=1* a=2 b=3"},
		{"alone", []entry{{"noisy", alternating(10, 90), alternating(10, 90), false}}, "noisy=1 1.00", "noisy=1*"},
		{"too few rounds", []entry{{"a", steady(100), steady(100), false}, {"few", steady(900)[:2], steady(900)[:2], false}}, "a=1 1.00 few=0", "a=1? few=0?"},
		{"alone with too few rounds", []entry{{"few", steady(900)[:2], steady(900)[:2], false}}, "few=0", "few=0?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newLab()
			for _, e := range c.entries {
				row := measure.Row{Codec: e.codec}
				if e.loses {
					row.Status, row.Losses = measure.Lossy, losses
				}
				b.row(row)
				for i := range e.enc {
					b.measure(cell("small", e.codec, measure.Encode), 1, e.enc[i], 0)
					b.measure(cell("small", e.codec, measure.Decode), 1, e.dec[i], 0)
				}
			}
			r := Derive(&b.run, b.rounds, Options{Raw: true}) // or the alternation would be taken for that of the machine's speed
			var enc, both []string
			for _, cell := range r.Cells {
				if cell.Op != measure.Encode {
					continue
				}
				enc = append(enc, fmt.Sprintf("%s=%d", cell.Codec, cell.Rank))
				if cell.Ratio != (Interval{}) {
					enc = append(enc, fmt.Sprintf("%.2f", cell.Ratio.Center))
				}
				noisy := strings.HasPrefix(strings.Join(cell.Warnings, ""), "too noisy for a rank: the interval is ±")
				if noisy != (cell.Ns.Wide() && cell.Rank == 0) {
					t.Errorf("%s has rank %d, the interval %+v and the warnings %q", cell.Codec, cell.Rank, cell.Ns, cell.Warnings)
				}
			}
			for _, o := range r.Overall {
				mark := ""
				if o.Best {
					mark = "*"
				} else if o.Candidate {
					mark = "?"
				}
				both = append(both, fmt.Sprintf("%s=%d%s", o.Codec, o.Rank, mark))
			}
			if got := strings.Join(enc, " "); got != c.enc {
				t.Errorf("encode: got %s, want %s", got, c.enc)
			}
			if got := strings.Join(both, " "); got != c.both {
				t.Errorf("overall: got %s, want %s", got, c.both)
			}
		})
	}
}

func TestWide(t *testing.T) {
	for _, c := range []struct {
		half float64
		want bool
	}{{0.5, false}, {0.51, true}, {0, false}} {
		if i := (Interval{Center: 100, Lo: 100 - 100*c.half, Hi: 100 + 100*c.half}); i.Wide() != c.want || i.Rankable() == c.want {
			t.Errorf("±%v: wide is %v", c.half, i.Wide())
		}
	}
	if i := median([]float64{1, 2}); i.Wide() || i.Rankable() {
		t.Errorf("%+v can have a rank, or is wide", i)
	}
}
