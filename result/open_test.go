package result

import (
	"math"
	"slices"
	"testing"

	"bale/runner/measure"
)

// TestOpen checks that the cells with the widest ratios to their neighbours get another round, even if their times differ clearly.
func TestOpen(t *testing.T) {
	b := newLab()
	var cells []measure.Cell
	for i := range 20 {
		cells = append(cells, cell("small", string(rune('A'+i)), measure.Encode))
	}
	for range 6 {
		for i, c := range cells {
			noise := 0.001
			if i >= 10 {
				noise = 0.02 * float64(i)
			}
			b.measure(c, 1, 100*math.Pow(2, float64(i)), noise)
		}
	}
	all := func(measure.Cell) bool { return true }
	open := Open(&b.run, b.rounds, all)
	for i, c := range cells {
		if i != 9 && open[c] != (i >= 10) { // the cell with index 9 has a wide neighbour, so it may be open or not
			t.Errorf("cell %d is open: %v", i, open[c])
		}
	}
	if open := Open(&b.run, b.rounds, func(c measure.Cell) bool { return c.Codec[0]%2 == 0 }); len(open) != 0 {
		t.Errorf("cells are open although their neighbours have stopped: %v", open)
	}
}

// TestCorrect checks that a drift that shows in the yardsticks and in the neighbours is removed, and that the blocks do not change.
func TestCorrect(t *testing.T) {
	b := newLab()
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
		for i, ns := range d.Correct(c, CPUTime.times(blocks)) {
			if math.Abs(ns-100) > 1 {
				t.Fatalf("%s: block %d of %v ns is corrected to %v, want 100", c.Codec, i, blocks[i].Ns, ns)
			}
		}
		for i, ns := range (*Drift)(nil).Correct(c, CPUTime.times(blocks)) {
			if ns != blocks[i].Ns {
				t.Fatal("a nil Drift changes the times")
			}
		}
	}
	if s := d.summary(true); s.Range < 1.69 || s.Range > 1.71 || len(s.Series) != 360 || len(s.warnings()) != 1 {
		t.Errorf("range %v, %d points, %q", s.Range, len(s.Series), s.warnings())
	}
}

// TestCorrectHandoff checks that the times of two parallel runs agree although the processors were far from each other for different parts of
// the runs, and that cells that do not depend on the distance do not change.
func TestCorrectHandoff(t *testing.T) {
	for _, share := range []int{3, 9} { // of 12 rounds
		b := newLab()
		for round := range 12 {
			for i := range 30 {
				c := cell("small", string(rune('A'+i)), measure.Encode)
				c.Mode.Procs = measure.Par
				x := block(c, 100)
				x.HandoffNs = 55
				if (round*7+i)%12 < share {
					x.HandoffNs = 330
					if i%2 == 0 {
						x.Ns *= 1.5
						x.CPUNs *= 1.5
						x.OwnNs *= 1.5
					}
				}
				b.rounds.Add(x)
			}
		}
		d := EstimateDrift(b.rounds)
		for c, blocks := range b.rounds.Blocks {
			for i, ns := range d.Correct(c, CPUTime.times(blocks)) {
				if ns *= d.atHandoff(c, math.Log(55)); math.Abs(ns-100) > 3 {
					t.Fatalf("far in %d of 12 rounds: %s: block %d of %v ns is corrected to %v near, want 100", share, c.Codec, i, blocks[i].Ns, ns)
				}
			}
		}
		if s := d.summary(true); !slices.Equal(s.Handoff, []float64{55, 330}) || len(s.warnings()) == 0 {
			t.Errorf("handoffs %v, warnings %q", s.Handoff, s.warnings())
		}
	}
}
