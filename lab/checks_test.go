package lab

import (
	"strings"
	"testing"

	"bale/program/build"
	"bale/runner/measure"
)

// TestByTrait checks which codecs check the sample values, and which gets the control.
func TestByTrait(t *testing.T) {
	traits := map[string]measure.Traits{
		"b1": {Branching: 1}, "b2": {Branching: 2}, "b3": {Branching: 3}, "b4": {Branching: 4, Steady: 1},
		"f1": {FixedWidth: 1}, "f2": {FixedWidth: 2, Steady: 2}, "x": {}, "y": {},
	}
	for _, c := range []struct{ codecs, checkers, control string }{
		{"b1 x b2 f1 b3 f2 b4", "b4 b3 b2 f2", "f2"},
		{"x b1 y", "b1", "x"},
		{"y f1 x b4", "b4 f1", "b4"},
		{"y x f1", "y x f1 f1", "y"},
		{"floor", "", ""},
		{"floor x x", "x", "x"},
	} {
		var cells []*planned
		for _, name := range strings.Fields(c.codecs) {
			row := &measure.Row{Codec: name, Reference: name == "floor", Traits: traits[name]}
			cells = append(cells, &planned{Cell: measure.Cell{Codec: name}, row: &build.Row{Row: row}})
		}
		if got := strings.Join(chooseCheckers(cells), " "); got != c.checkers {
			t.Errorf("%s: %q check the sample values, want %q", c.codecs, got, c.checkers)
		}
		if got := controlled(cells); got != c.control {
			t.Errorf("%s: the control is %q, want %q", c.codecs, got, c.control)
		}
	}
}
