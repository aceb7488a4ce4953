package lab

import (
	"strings"
	"testing"

	"bale/program/build"
	"bale/runner/measure"
)

// TestWithNative checks which rows get native cells when only other classes are asked for.
func TestWithNative(t *testing.T) {
	native, reuse := measure.DefaultMode, measure.DefaultMode
	native.Form, reuse.Memory = measure.Native, measure.Reuse
	loops := func(modes ...measure.Mode) (list []string) {
		for _, m := range modes {
			list = append(list, m.Loop(measure.Encode), m.Loop(measure.Decode))
		}
		return list
	}
	rows := []*build.Row{
		{Row: &measure.Row{Codec: "own", Own: true}, Loops: loops(measure.DefaultMode, native)},
		{Row: &measure.Row{Codec: "converts"}, Loops: loops(measure.DefaultMode, native, reuse)},
		{Row: &measure.Row{Codec: "cannot"}, Loops: loops(measure.DefaultMode)},
	}
	for _, c := range []struct {
		modes []measure.Mode
		want  string
	}{
		{[]measure.Mode{measure.DefaultMode}, "converts encode, converts decode"},
		{[]measure.Mode{measure.DefaultMode, reuse}, "converts encode, converts decode"},
		{[]measure.Mode{reuse}, ""},
		{[]measure.Mode{measure.DefaultMode, native}, ""},
	} {
		before := plan(rows, c.modes, "")
		if len(before) > 0 { // a control of a row that converts gets none
			control := *before[len(before)-1]
			control.Codec += controlSuffix
			before = append(before, &control)
		}
		var added []string
		for _, p := range withNative(before, c.modes)[len(before):] {
			if p.Mode != native {
				t.Errorf("%v: the mode of an added cell is %s", c.modes, p.Mode)
			}
			added = append(added, p.Codec+" "+string(p.Op))
		}
		if got := strings.Join(added, ", "); got != c.want {
			t.Errorf("%v: %q, want %q", c.modes, got, c.want)
		}
	}
}
