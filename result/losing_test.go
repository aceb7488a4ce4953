package result

import (
	"math"
	"strings"
	"testing"

	"bale/runner/measure"
)

// losses are those of a codec that decodes lists as empty ones.
var losses = []measure.Loss{{Kind: "length changed", Before: "10000 elements", After: "0 elements"}}

// TestLosingCodec checks that no codec is compared with a fast one that loses sample values, and that no warning says that the floor is wrong.
func TestLosingCodec(t *testing.T) {
	b := newLab()
	b.row(measure.Row{Codec: "floor", Reference: true})
	b.row(measure.Row{Codec: "json"})
	b.row(measure.Row{Codec: "losing", Status: measure.Lossy, Losses: losses})
	for codec, ns := range map[string]float64{"floor": 50, "json": 100, "losing": 10} {
		b.measure(cell("small", codec, measure.Decode), 12, ns, 0.001)
	}
	r := b.derive()
	for _, c := range r.Cells {
		want := map[string]float64{"floor": 0.5, "json": 1, "losing": 0.1}[c.Codec]
		if math.Abs(c.Ratio.Center-want) > 0.01 {
			t.Errorf("ratio of %s %+v, want %v", c.Codec, c.Ratio, want)
		}
	}
	for _, w := range r.Warnings {
		if strings.Contains(w, "floor is wrong") {
			t.Error(w)
		}
	}
}

// TestFarBehindLosing checks that no cell is far behind one that loses sample values.
func TestFarBehindLosing(t *testing.T) {
	b, cells := manyLab(0, 60, measure.Seq)
	b.run.Rows[1].Status, b.run.Rows[1].Losses = measure.Lossy, losses
	for i, c := range cells {
		ns := 100.0
		if i == 0 {
			ns = 10
		}
		b.measure(c, 9, ns, 0.01)
	}
	if far := FarBehind(&b.run, b.rounds, FarRatio, func(measure.Cell) bool { return true }); len(far) > 0 {
		t.Errorf("%d cells are far behind", len(far))
	}
}
