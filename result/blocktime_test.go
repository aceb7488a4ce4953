package result

import (
	"strings"
	"testing"

	"bale/measure"
)

// TestBlockTime checks which time of a block ranks cells.
func TestBlockTime(t *testing.T) {
	par := measure.DefaultMode
	par.Procs = measure.Par
	for _, c := range []struct {
		name string
		b    measure.Block
		want float64
	}{
		{"sequential", measure.Block{Cell: measure.Cell{Mode: measure.DefaultMode}, N: 10, Ns: 300, CPUNs: 2000}, 200},
		{"without CPU time", measure.Block{Cell: measure.Cell{Mode: measure.DefaultMode}, N: 10, Ns: 300}, 300},
		{"parallel", measure.Block{Cell: measure.Cell{Mode: par}, N: 10, Ns: 300, CPUNs: 2000}, 300},
	} {
		if got := blockTime(&c.b); got != c.want {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
}

// TestWarnWalls checks that a cell which waits, or which uses several processors, gets a warning, and that wall time does not rank.
func TestWarnWalls(t *testing.T) {
	b := newLab()
	for i, codec := range []string{"a", "b", "waits", "spawns"} {
		cell := measure.Cell{Shape: "small", Codec: codec, Op: measure.Encode, Mode: measure.DefaultMode}
		b.run.Rows = append(b.run.Rows, measure.Row{Shape: "small", Codec: codec, Status: measure.OK})
		for round := range 6 {
			x := block(cell, 100*float64(i+1)+float64(round))
			switch codec {
			case "waits":
				x.Ns *= 4
			case "spawns":
				x.Ns /= 4
			}
			b.rounds.Add(x)
		}
	}
	for _, c := range Derive(&b.run, b.rounds, Options{Raw: true}).Cells {
		text := strings.Join(c.Warnings, "; ")
		if got, want := strings.Contains(text, "it waits"), c.Codec == "waits"; got != want {
			t.Errorf("%s: %q", c.Codec, text)
		}
		if got, want := strings.Contains(text, "several processors"), c.Codec == "spawns"; got != want {
			t.Errorf("%s: %q", c.Codec, text)
		}
		if want := map[string]int{"a": 1, "b": 2, "waits": 3, "spawns": 4}[c.Codec]; c.Rank != want || c.Wall.Center == 0 {
			t.Errorf("%s has rank %d, want %d, and the wall time %g", c.Codec, c.Rank, want, c.Wall.Center)
		}
	}
}
