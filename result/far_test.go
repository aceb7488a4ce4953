package result

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bale/runner/measure"
)

// manyLab returns a lab with rounds of n codecs, whose times are 1, 1.05, 1.1, ... times that of the first, and of a reference.
func manyLab(rounds, n int, procs measure.Procs) (*fakeLab, []measure.Cell) {
	b := newLab()
	b.run.Config.Effort = Effort{Rounds: 24, Epochs: 6}
	cells := []measure.Cell{cell("small", "reference", measure.Encode)}
	b.run.Rows = append(b.run.Rows, measure.Row{Shape: "small", Codec: "reference", Status: measure.OK, Reference: true})
	for i := range n {
		cells = append(cells, cell("small", fmt.Sprintf("c%03d", i), measure.Encode))
		b.run.Rows = append(b.run.Rows, measure.Row{Shape: "small", Codec: cells[i+1].Codec, Status: measure.OK})
	}
	for i := range cells {
		cells[i].Mode.Procs = procs
	}
	for range rounds {
		b.measure(cells[0], 1, 1000, 0.01)
		for i, c := range cells[1:] {
			b.measure(c, 1, 100*(1+0.05*float64(i)), 0.01)
		}
	}
	return b, cells[1:]
}

// TestFarBehind checks which cells are far behind: those of large classes that take more than three times as long as the fastest.
func TestFarBehind(t *testing.T) {
	all := func(measure.Cell) bool { return true }
	b, cells := manyLab(9, 80, measure.Seq)
	far := FarBehind(&b.run, b.rounds, FarRatio, all)
	for i, c := range cells {
		if i < 38 && far[c] || i > 44 && !far[c] { // those between are about three times as slow
			t.Errorf("cell %d takes %.2f times as long: far behind is %v", i, 1+0.05*float64(i), far[c])
		}
	}
	if len(far) < 35 || len(far) > 42 {
		t.Errorf("%d cells are far behind", len(far))
	}
	if far := FarBehind(&b.run, b.rounds, FarRatio, func(c measure.Cell) bool { return c == cells[79] }); len(far) != 1 {
		t.Errorf("%d cells are far behind and running, want 1", len(far))
	}
	if b, _ := manyLab(9, manyCells, measure.Seq); len(FarBehind(&b.run, b.rounds, FarRatio, all)) > 0 {
		t.Error("cells of a small class are far behind")
	}
	if b, _ := manyLab(9, 80, measure.Par); len(FarBehind(&b.run, b.rounds, FarRatio, all)) > 0 {
		t.Error("parallel cells are far behind")
	}
}

// TestFarWarning checks that a cell says that it got fewer rounds because it is far behind, but not while all cells have this number of rounds.
func TestFarWarning(t *testing.T) {
	for _, test := range []struct {
		rounds, cells int
		limit         float64
		warning       string
	}{
		{9, 60, FarRatio, "9 rounds, because it takes more than 3 times"},
		{6, 240, VeryFarRatio, "6 rounds, because it takes more than 10 times"},
	} {
		warned := func(b *fakeLab) (n int) {
			for _, c := range Derive(&b.run, b.rounds, Options{}).Cells {
				if slices.ContainsFunc(c.Warnings, func(w string) bool { return strings.HasPrefix(w, test.warning) }) {
					n++
				}
			}
			return n
		}
		b, cells := manyLab(test.rounds, test.cells, measure.Seq)
		if n := warned(b); n > 0 {
			t.Errorf("%d cells have the warning %q in the middle of a run", n, test.warning)
		}
		far := FarBehind(&b.run, b.rounds, test.limit, func(measure.Cell) bool { return true })
		for range 12 - test.rounds {
			for i, c := range cells {
				if !far[c] {
					b.measure(c, 1, 100*(1+0.05*float64(i)), 0.01)
				}
			}
		}
		if n := warned(b); n != len(far) || n == 0 {
			t.Errorf("%d cells have the warning %q, and %d are far behind", n, test.warning, len(far))
		}
	}
}

// TestLongFar checks that a cell whose blocks are one operation is far behind from ten times the time of the fastest on, after three rounds, and
// that its warning says why it got no more.
func TestLongFar(t *testing.T) {
	b, cells := manyLab(3, 80, measure.Seq)
	long, near := cells[78], cells[79]
	b.measure(cells[0], 9, 100, 0.01)
	for c, ns := range map[measure.Cell]float64{long: 1500, near: 600} {
		for i := range b.rounds.Blocks[c] {
			x := &b.rounds.Blocks[c][i]
			took := ns * (1 + 0.01*float64(i))
			x.N, x.Ns, x.CPUNs, x.OwnNs = 1, took, took, took
		}
	}
	far := FarBehind(&b.run, b.rounds, VeryFarRatio, func(c measure.Cell) bool { return c == long || c == near })
	if !far[long] || far[near] {
		t.Errorf("15 times as long: far behind is %v; 6 times: %v", far[long], far[near])
	}
	for _, c := range Derive(&b.run, b.rounds, Options{}).Cells {
		want := c.Key() == long
		if got := slices.Contains(c.Warnings, "3 rounds, because a block is one operation, which takes more than 10 times as long as the fastest"); got != want {
			t.Errorf("%s has the warnings %q", c.Codec, c.Warnings)
		}
	}
}
