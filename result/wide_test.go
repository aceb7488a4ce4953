package result

import (
	"strings"
	"testing"

	"bale/measure"
)

// TestWideIntervals checks that a time whose interval is wider than ±50 % has no rank, changes the rank of no other codec, and is not the one
// that ratios refer to. One such time is enough for a codec to have no overall rank.
func TestWideIntervals(t *testing.T) {
	b := newLab()
	for _, codec := range []string{"a", "b", "noisy"} {
		b.row(measure.Row{Codec: codec})
	}
	both := func(codec string, enc, dec float64) {
		b.measure(cell("small", codec, measure.Encode), 1, enc, 0)
		b.measure(cell("small", codec, measure.Decode), 1, dec, 0)
	}
	for i := range 12 {
		slow := 1.0
		if i%2 == 1 {
			slow = 30
		}
		both("a", 100, 100)
		both("b", 200, 200)
		both("noisy", 10*slow, 10)
	}
	r := b.derive()
	for _, c := range r.Cells {
		want := map[string]int{"a": 1, "b": 2}[c.Codec]
		if c.Op == measure.Decode {
			want = map[string]int{"noisy": 1, "a": 2, "b": 3}[c.Codec]
		}
		if c.Rank != want {
			t.Errorf("%s %s has rank %d, want %d", c.Codec, c.Op, c.Rank, want)
		}
		wide := c.Codec == "noisy" && c.Op == measure.Encode
		if c.Ns.Wide() != wide || strings.HasPrefix(strings.Join(c.Warnings, ""), "too noisy for a rank: the interval is ±") != wide {
			t.Errorf("%s %s: %+v, warnings %q", c.Codec, c.Op, c.Ns, c.Warnings)
		}
		if c.Codec == "a" && c.Op == measure.Encode && c.Ratio.Center != 1 {
			t.Errorf("the ratio of a is %v", c.Ratio)
		}
	}
	for _, o := range r.Overall {
		want := map[string]int{"a": 1, "b": 2}[o.Codec]
		if o.Rank != want || o.Best != (o.Codec == "a") || o.Close != (o.Codec == "a") {
			t.Errorf("overall %+v, want rank %d", o, want)
		}
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
