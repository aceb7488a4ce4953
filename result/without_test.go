package result

import (
	"testing"

	"bale/runner/measure"
)

// TestWithout checks that the others are ranked alone, with times and noise floors that do not depend on what is left out.
func TestWithout(t *testing.T) {
	run := &Run{Complete: true, Config: Config{Modes: []measure.Mode{measure.DefaultMode}}}
	rounds := NewRounds()
	ns := map[string]float64{"ours": 50, "ours (again)": 52, "b": 100, "c": 300}
	for _, codec := range []string{"ours", "ours (again)", "b", "c"} {
		row := measure.Row{Shape: "s", Codec: codec, Status: measure.OK}
		if codec == "ours (again)" {
			row.Control = "ours"
		}
		run.Rows = append(run.Rows, row)
	}
	for range 8 {
		for _, row := range run.Rows {
			for _, op := range []measure.Op{measure.Encode, measure.Decode} {
				cell := measure.Cell{Shape: "s", Codec: row.Codec, Op: op, Mode: measure.DefaultMode}
				rounds.Add(measure.Block{Cell: cell, N: 1000, Ns: ns[row.Codec], WallNs: 1000 * ns[row.Codec], CPUNs: 1000 * ns[row.Codec]})
			}
		}
	}
	all := Derive(run, rounds, Options{Raw: true})
	rest := Derive(run, rounds, Options{Raw: true, Without: func(_, codec string) bool { return codec == "ours" }})
	if len(rest.Rows) != 2 || len(rest.Cells) != 4 || len(run.Rows) != 4 {
		t.Fatalf("%d rows, %d cells; the run has %d rows", len(rest.Rows), len(rest.Cells), len(run.Rows))
	}
	if c := rest.Cells[0]; c.Codec != "b" || c.Rank != 1 || c.Ns.Center != 100 || c.Ratio.Center != 1 {
		t.Errorf("the fastest of the others: %+v", c)
	}
	if a, b := all.Environment.NoiseFloors, rest.Environment.NoiseFloors; len(a) != 1 || len(b) != 1 || a[0] != b[0] {
		t.Errorf("noise floors %v and %v", a, b)
	}
}
