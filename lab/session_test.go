package lab

import (
	"testing"

	"bale/codec"
	"bale/program/build"
	"bale/runner/measure"
)

// TestProcesses checks that the operations of a variant have one process, and that variants of a codec have different ones, unless they share one.
func TestProcesses(t *testing.T) {
	built := &build.Built{Codec: &codec.Codec{Name: "c"}}
	s := new(session)
	cell := func(variant string, op measure.Op) string {
		c := &planned{Cell: measure.Cell{Shape: "s", Codec: variant, Op: op}, row: &build.Row{Built: built}, base: variant}
		return s.process(c)
	}
	if a, b := cell("c/std", measure.Encode), cell("c/std", measure.Decode); a != b {
		t.Errorf("the operations of a variant have the processes %s and %s", a, b)
	}
	if a, b := cell("c/std", measure.Encode), cell("c/fast", measure.Encode); a == b {
		t.Errorf("both variants have the process %s", a)
	}
	s.shared = true
	if a, b := cell("c/std", measure.Encode), cell("c/fast", measure.Decode); a != b {
		t.Errorf("variants that share a process have %s and %s", a, b)
	}
	if a, b := cell("c/std", measure.Encode), cell("d/std", measure.Encode); a != "c" || b != "c" {
		t.Errorf("the processes are %s and %s, want c, the name of the codec", a, b)
	}
}
