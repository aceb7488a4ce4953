package lab

import (
	"math"
	"testing"
	"time"

	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// TestForecastCell checks which rounds a cell is expected to get, and that failed cells and cells without more rounds do not count.
func TestForecastCell(t *testing.T) {
	parallel := cellOf("a", measure.Encode)
	parallel.Mode.Procs = measure.Par
	s := newSession(&build.Builder{}, nil, result.Effort{Rounds: 24, Epochs: 6}, 1, nil)
	far := cellOf("a", measure.Decode)
	s.far = map[measure.Cell]bool{far: true}
	first := spentTime{4 * time.Second, 2}
	usual := &planned{Cell: cellOf("a", measure.Encode), n: 9, ns: make([]float64, 12), first: first, later: spentTime{10 * time.Second, 10}}
	for _, c := range []struct {
		name   string
		cell   *planned
		widths map[measure.Cell]float64
		want   result.ForecastCell
	}{
		{"usual", usual, map[measure.Cell]float64{usual.Cell: 0.1},
			result.ForecastCell{Rounds: 12, Common: 12, Most: 24, First: 2, Later: 1, Like: "s encode", Width: 0.1}},
		{"not compared", usual, map[measure.Cell]float64{}, result.ForecastCell{Rounds: 12, Common: 12, Most: 24, First: 2, Later: 1, Like: "s encode"}},
		{"expensive", &planned{Cell: usual.Cell, n: 1}, nil, result.ForecastCell{Common: 12, Most: 6, Like: "s encode", Width: math.Inf(1)}},
		{"far behind", &planned{Cell: far, n: 9}, nil, result.ForecastCell{Common: 12, Most: 9, Like: "s decode", Width: math.Inf(1)}},
		{"parallel", &planned{Cell: parallel, n: 9}, nil, result.ForecastCell{Common: 24, Most: 24, Like: "s encode", Width: math.Inf(1)}},
	} {
		if got := s.forecastCell(c.cell, c.widths); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if left := s.left([]*planned{{Cell: usual.Cell, n: 9}}, nil, 0, nil, time.Now()); left != 0 {
		t.Errorf("before the first block %v are left", left)
	}
	cells := []*planned{usual}
	if left := s.left(cells, cells, 12, nil, time.Now().Add(-14*time.Second)); left < time.Second || left > 12*2*time.Second {
		t.Errorf("%v are left", left)
	}
	if left := s.left(cells, nil, 12, nil, time.Now()); left != 0 {
		t.Errorf("%v are left without cells that get another round", left)
	}
	s.failed[usual.Row()] = true
	if left := s.left(cells, cells, 12, nil, time.Now()); left != 0 {
		t.Errorf("%v are left for a failed cell", left)
	}
}
