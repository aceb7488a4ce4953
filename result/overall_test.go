package result

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bale/runner/measure"
)

func TestOverall(t *testing.T) {
	type entry struct {
		codec    string
		enc, dec float64 // 0 for an operation that was not measured
		status   measure.Status
		rounds   int
	}
	const ok, lossy = measure.OK, measure.Lossy
	for _, c := range []struct {
		name    string
		entries []entry
		want    string // codec=rank, with a star for each best codec
	}{
		{"nothing", nil, ""},
		{"one", []entry{{"a", 100, 200, ok, 12}}, "a=1*"},
		{"both count", []entry{{"a", 100, 400, ok, 12}, {"b", 150, 200, ok, 12}, {"c", 300, 300, ok, 12}}, "a=2 b=1* c=3"},
		{"a tie of different operations", []entry{{"a", 100, 400, ok, 12}, {"b", 400, 100, ok, 12}, {"c", 300, 300, ok, 12}}, "a=1* b=1* c=3"},
		{"lossy first", []entry{{"x", 10, 10, lossy, 12}, {"a", 100, 100, ok, 12}, {"b", 100, 100, ok, 12}, {"c", 200, 200, ok, 12}}, "a=2* b=2* c=4 x=1"},
		{"all lossy", []entry{{"x", 10, 10, lossy, 12}, {"y", 20, 20, lossy, 12}}, "x=1 y=2"},
		{"one operation only", []entry{{"a", 100, 100, ok, 12}, {"b", 0, 10, ok, 12}}, "a=1*"},
		{"too few rounds", []entry{{"a", 100, 100, ok, 2}, {"b", 900, 900, ok, 2}}, "a=0 b=0"},
		{"as many rounds as both have", []entry{{"a", 100, 100, ok, 6}, {"b", 200, 200, ok, 12}}, "a=1* b=2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newLab()
			b.row(measure.Row{Codec: "floor", Reference: true})
			for _, e := range append(c.entries, entry{"floor", 1, 1, ok, 12}) {
				if e.codec != "floor" {
					b.row(measure.Row{Codec: e.codec, Status: e.status})
				}
				if e.enc > 0 {
					b.measure(cell("small", e.codec, measure.Encode), e.rounds, e.enc, 0.02)
				}
				if e.dec > 0 {
					b.measure(cell("small", e.codec, measure.Decode), e.rounds, e.dec, 0.02)
				}
			}
			var got []string
			for _, o := range b.derive().Overall {
				star := ""
				if o.Best != o.Close {
					t.Errorf("%+v", o)
				}
				if o.Best {
					star = "*"
				}
				got = append(got, fmt.Sprintf("%s=%d%s", o.Codec, o.Rank, star))
			}
			slices.Sort(got)
			if g := strings.Join(got, " "); g != c.want {
				t.Errorf("got %q, want %q", g, c.want)
			}
		})
	}
}

// TestBestLosesEdgeValues checks that a codec that loses only edge values can be the best, and that slower codecs then are not.
func TestBestLosesEdgeValues(t *testing.T) {
	b := newLab()
	b.row(measure.Row{Codec: "x", Status: measure.Lossy, Losses: []measure.Loss{{Edge: "zero", Kind: "bool changed"}}})
	b.row(measure.Row{Codec: "a"})
	for _, op := range []measure.Op{measure.Encode, measure.Decode} {
		b.measure(cell("small", "x", op), 12, 50, 0.01)
		b.measure(cell("small", "a", op), 12, 100, 0.01)
	}
	r := b.derive()
	if o := r.Overall[0]; o.Codec != "x" || !o.Best {
		t.Errorf("%+v is not the best, though it loses only edge values", o)
	}
	if o := r.Overall[1]; o.Best {
		t.Errorf("%+v is the best, though it is slower than one that loses no sample value", o)
	}
}

// TestClose checks a codec that is slower in each round, but not significantly because there are few rounds of many codecs. It has rank 1, but
// is not close to the fastest.
func TestClose(t *testing.T) {
	b := newLab()
	for _, op := range []measure.Op{measure.Encode, measure.Decode} {
		for _, slower := range []float64{1.05, 1.4, 1.05, 1.9, 1.05, 1.2} {
			b.measure(cell("small", "slower", op), 1, 100*slower, 0)
			for i := range 12 {
				b.measure(cell("small", fmt.Sprint("equal", i), op), 1, 100, 0)
			}
		}
	}
	for _, o := range b.derive().Overall {
		if o.Rank != 1 || !o.Best || o.Close != (o.Codec != "slower") {
			t.Errorf("%+v", o)
		}
	}
}
