package result

import (
	"fmt"
	"strings"
	"testing"

	"bale/runner/measure"
)

// twoRuns returns two runs of codecs. In a the codecs take the times in ns, and in b these times multiplied by factor.
func twoRuns(rounds int, ns, factor []float64) (a, b *fakeLab) {
	a, b = newLab(), newLab()
	for i := range ns {
		codec := fmt.Sprint("c", i)
		for _, x := range []*fakeLab{a, b} {
			x.row(measure.Row{Codec: codec, Size: 100})
		}
		a.measure(cell("small", codec, measure.Encode), rounds, ns[i], 0.005)
		b.measure(cell("small", codec, measure.Encode), rounds, ns[i]*factor[i], 0.005)
	}
	return a, b
}

func diff(a, b *fakeLab) *Comparison { return Diff(a.derive(), b.derive(), a.rounds, b.rounds) }

func TestDiffTimes(t *testing.T) {
	a, b := twoRuns(12, []float64{100, 200, 300, 400}, []float64{1, 1.1, 0.9, 1.04})
	d := diff(a, b)
	got := ""
	for _, c := range d.Cells {
		got += fmt.Sprintf("%s %s; ", c.Codec, c.Time)
	}
	if want := "c0 same; c1 worse; c2 improved; c3 worse; "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !d.Worse() {
		t.Error("not worse")
	}
	if d.Repeat.Within3 != 0.25 || d.Repeat.Within5 != 0.5 || len(d.Repeat.Reversals) != 0 {
		t.Errorf("repeatability %+v", d.Repeat)
	}
}

func TestDiffSameIsNotWorse(t *testing.T) {
	a, b := twoRuns(12, []float64{100, 200, 300}, []float64{1, 1, 1})
	if d := diff(a, b); d.Worse() || len(d.Warnings) > 0 {
		t.Errorf("%+v", d)
	}
}

func TestDiffReversal(t *testing.T) {
	a, b := twoRuns(12, []float64{100, 110}, []float64{1, 0.8})
	d := diff(a, b)
	if len(d.Repeat.Reversals) != 1 || d.Repeat.Reversals[0].Codecs != [2]string{"c0", "c1"} {
		t.Errorf("reversals %+v", d.Repeat.Reversals)
	}
}

func TestDiffTooFewRounds(t *testing.T) {
	ns := make([]float64, 100)
	factor := make([]float64, 100)
	for i := range ns {
		ns[i], factor[i] = 100, 2
	}
	a, b := twoRuns(6, ns, factor)
	if d := diff(a, b); len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "6 rounds are too few") {
		t.Errorf("warnings %v", d.Warnings)
	}
	a, b = twoRuns(1, ns[:1], factor[:1])
	if d := diff(a, b); len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "1 round is too few to show a significant change of a time among 1 cell:") {
		t.Errorf("warnings %v", d.Warnings)
	}
}

func TestDiffOtherValues(t *testing.T) {
	for _, c := range []struct {
		a, b Samples
		want int
	}{
		{Samples{Shape: "small", Hash: "1"}, Samples{Shape: "small", Hash: "1"}, 0},
		{Samples{Shape: "small", Hash: "1"}, Samples{Shape: "small", Hash: "2"}, 1},
		{Samples{Shape: "small", Hash: "1"}, Samples{Shape: "block", Hash: "2"}, 0},
	} {
		a, b := twoRuns(12, []float64{100}, []float64{1})
		a.run.Samples, b.run.Samples = []Samples{c.a}, []Samples{c.b}
		if d := diff(a, b); len(d.Warnings) != c.want {
			t.Errorf("%v and %v: warnings %q", c.a, c.b, d.Warnings)
		}
	}
}

func TestDiffRowsAndMemory(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(b *fakeLab)
		worse  bool
	}{
		{"nothing", func(*fakeLab) {}, false},
		{"larger", func(b *fakeLab) { b.run.Rows[0].Size++ }, true},
		{"smaller", func(b *fakeLab) { b.run.Rows[0].Size-- }, false},
		{"lossy", func(b *fakeLab) { b.run.Rows[0].Status = measure.Lossy }, true},
		{"timeout", func(b *fakeLab) { b.run.Rows[0].Status = measure.Timeout }, true},
		{"allocates", func(b *fakeLab) {
			for _, blocks := range b.rounds.Blocks {
				for i := range blocks {
					blocks[i].Allocs++
				}
			}
		}, true},
		{"not measured", func(b *fakeLab) { b.rounds.Order, b.rounds.Blocks = nil, nil }, false},
	} {
		a, b := twoRuns(12, []float64{100}, []float64{1})
		c.change(b)
		d := diff(a, b)
		if d.Worse() != c.worse {
			t.Errorf("%s: worse %v, want %v", c.name, d.Worse(), c.worse)
		}
		if c.name == "not measured" && len(d.OnlyA) != 1 {
			t.Errorf("only in A: %v", d.OnlyA)
		}
	}
}
