package result

import (
	"math"
	"testing"

	"bale/runner/measure"
)

// TestConversions checks the shares of conversions, and that the cells that tell them are in no ranking unless their class was asked for.
func TestConversions(t *testing.T) {
	native := measure.DefaultMode
	native.Form = measure.Native
	for _, c := range []struct {
		name          string
		modes         []measure.Mode
		native, cells int
		encode        float64
	}{
		{"only the default class", []measure.Mode{measure.DefaultMode}, 60, 2, 0.4},
		{"both classes", []measure.Mode{measure.DefaultMode, native}, 60, 4, 0.4},
		{"native is slower", []measure.Mode{measure.DefaultMode}, 120, 2, 0},
	} {
		run := &Run{Complete: true, Config: Config{Modes: c.modes}, Rows: []measure.Row{{Shape: "s", Codec: "c", Status: measure.OK}}}
		rounds := NewRounds()
		for range 8 {
			for _, b := range []struct {
				op   measure.Op
				mode measure.Mode
				ns   float64
			}{
				{measure.Encode, measure.DefaultMode, 100}, {measure.Decode, measure.DefaultMode, 200},
				{measure.Encode, native, float64(c.native)}, {measure.Decode, native, 150},
			} {
				rounds.Add(measure.Block{Cell: measure.Cell{Shape: "s", Codec: "c", Op: b.op, Mode: b.mode}, N: 1000, Ns: b.ns, WallNs: 1000 * b.ns, CPUNs: 1000 * b.ns})
			}
		}
		r := Derive(run, rounds, Options{Raw: true})
		got := r.Rows[0].Conversion
		if got == nil || math.Abs(got.Encode-c.encode) > 1e-9 || math.Abs(got.Decode-0.25) > 1e-9 || len(r.Cells) != c.cells {
			t.Errorf("%s: %+v and %d cells", c.name, got, len(r.Cells))
		}
	}
}
