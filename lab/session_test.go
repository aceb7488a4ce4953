package lab

import (
	"testing"

	"bale/codec"
	"bale/lab/build"
	"bale/measure"
)

// TestProcesses checks that the operations of a variant have one process, and variants of a codec different ones.
func TestProcesses(t *testing.T) {
	built := &build.Built{Codec: &codec.Codec{Name: "c"}}
	cell := func(variant string, op measure.Op) string {
		c := &planned{Cell: measure.Cell{Shape: "s", Codec: variant, Op: op}, row: &build.Row{Built: built}, base: variant}
		return c.process()
	}
	if a, b := cell("c/std", measure.Encode), cell("c/std", measure.Decode); a != b {
		t.Errorf("the operations of a variant have the processes %s and %s", a, b)
	}
	if a, b := cell("c/std", measure.Encode), cell("c/fast", measure.Encode); a == b {
		t.Errorf("both variants have the process %s", a)
	}
}
