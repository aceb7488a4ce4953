package result

import (
	"math"
	"testing"

	"bale/measure"
)

// TestOpen: cells whose ratio to a neighbour is not yet precise need more rounds, however different they are.
func TestOpen(t *testing.T) {
	b := newBench()
	noise := map[string]float64{"steady": 0.002, "steady too": 0.002, "far but wide": 0.3, "alone": 0.3}
	ns := map[string]float64{"steady": 100, "steady too": 101, "far but wide": 10_000, "alone": 100}
	at := func(codec string) measure.Cell {
		if codec == "alone" {
			return cell("other", codec, measure.Encode)
		}
		return cell("small", codec, measure.Encode)
	}
	for range 6 {
		for codec := range noise {
			b.measure(at(codec), 1, ns[codec], noise[codec])
		}
	}
	open := Open(&b.run, b.rounds, func(measure.Cell) bool { return true })
	for codec, want := range map[string]bool{"steady": false, "steady too": true, "far but wide": true, "alone": true} {
		if open[at(codec)] != want {
			t.Errorf("%s is open: %v, want %v", codec, open[at(codec)], want)
		}
	}
	open = Open(&b.run, b.rounds, func(c measure.Cell) bool { return c.Codec != "steady too" })
	if len(open) != 1 || !open[at("alone")] {
		t.Errorf("a pair of which one has ended is open: %v", open)
	}
}

// TestCorrect: what the yardstick and the neighbours see is taken out, and the blocks stay as they are.
func TestCorrect(t *testing.T) {
	b := newBench()
	for round := range 12 {
		slow := 1.0
		if round%3 == 0 {
			slow = 1.7
		}
		for i := range 30 {
			x := block(cell("small", string(rune('A'+i)), measure.Encode), 100*slow)
			x.YardNs *= slow
			b.rounds.Add(x)
		}
	}
	d := EstimateDrift(b.rounds)
	for c, blocks := range b.rounds.Blocks {
		for i, ns := range d.Correct(c, blocks) {
			if math.Abs(ns-100) > 1 {
				t.Fatalf("%s: block %d of %v ns is corrected to %v, want 100", c.Codec, i, blocks[i].Ns, ns)
			}
		}
		for i, ns := range (*Drift)(nil).Correct(c, blocks) {
			if ns != blocks[i].Ns {
				t.Fatal("without a drift the times are not as measured")
			}
		}
	}
	if s := d.summary(true); s.Range < 1.69 || s.Range > 1.71 || len(s.Series) != 360 || s.warning() == "" {
		t.Errorf("range %v, %d points, %q", s.Range, len(s.Series), s.warning())
	}
}
