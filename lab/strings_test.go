package lab

import (
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/json"
	"bale/internal/testdir"
	"bale/program/build"
	"bale/runner/harness"
	"bale/runner/measure"
)

// TestDeclaredStrings checks that a row whose decoded strings share memory fails unless its codec says so, and that a row whose codec says so gets what
// the check finds.
func TestDeclaredStrings(t *testing.T) {
	const joins = "err := balejson.Unmarshal(b, c)\nboth := c.Name + c.Phone\nc.Name, c.Phone = both[:len(c.Name)], both[len(c.Name):]\nreturn err"
	declared := func(name, unmarshal string, shared bool) *codec.Codec {
		return modified(name, func(_ *codec.Codec, v *codec.Variant) {
			v.Generate = func(in *codec.Input) (*codec.Output, error) {
				out, err := json.Codec.Variants[0].Generate(in)
				for i := range out.Code {
					c := &out.Code[i]
					c.Shared, c.UnmarshalReuse = shared, ""
					if unmarshal != "" {
						c.Unmarshal = unmarshal
					}
				}
				return out, err
			}
		})
	}
	rows, _ := checkRoundTrips(t, &build.Builder{Cache: testdir.New(t)},
		declared("own", "", false), declared("wrong", joins, false), declared("shared", joins, true), declared("careful", "", true))
	for i, want := range []measure.Strings{measure.Own, measure.Own, measure.Shared, measure.Own} {
		r := rows[i]
		if wrong := r.Status == measure.Failed && strings.HasPrefix(r.Reason, WrongStrings) && strings.Contains(r.Reason, "keeps 1 of 1 others alive"); wrong != (r.Codec == "wrong") {
			t.Errorf("%s: %s: %s", r.Codec, r.Status, r.Reason)
		}
		if r.Strings != want {
			t.Errorf("%s: strings are %q, want %q", r.Codec, r.Strings, want)
		}
	}
}

// TestSetStrings checks what becomes of a row's declaration.
func TestSetStrings(t *testing.T) {
	for _, c := range []struct {
		declared measure.Strings
		calls    []string // marshal methods of the user, which declare nothing
		result   harness.CheckResult
		want     measure.Strings
		fails    bool
		warns    bool
	}{
		{declared: measure.Own, result: harness.CheckResult{Strings: measure.Own}, want: measure.Own},
		{declared: measure.Own, result: harness.CheckResult{Strings: measure.Shared}, want: measure.Own, fails: true},
		{declared: measure.Own, calls: []string{"Order.MarshalBinary"}, result: harness.CheckResult{Strings: measure.Shared}, want: measure.Shared},
		{declared: measure.Shared, result: harness.CheckResult{Strings: measure.Own}, want: measure.Own},
		{declared: measure.Shared, result: harness.CheckResult{}, want: ""},
		{declared: measure.Shared, result: harness.CheckResult{Untried: "encode: too long"}, want: measure.Shared, warns: true},
	} {
		r := &measure.Row{Strings: c.declared, Calls: c.calls}
		reason := setStrings(r, &c.result)
		if r.Strings != c.want || (reason != "") != c.fails || (len(r.Warnings) > 0) != c.warns {
			t.Errorf("%s and %+v: %q, %q, %q", c.declared, c.result, r.Strings, reason, r.Warnings)
		}
	}
}

// TestPlanOnly checks which rows -modes own and -modes shared leave out.
func TestPlanOnly(t *testing.T) {
	loops := []string{"encode/convert,fresh,copy", "decode/convert,fresh,copy", "decode/convert,fresh,alias"}
	row := func(name string, s measure.Strings) *build.Row {
		return &build.Row{Row: &measure.Row{Codec: name, Strings: s, Reference: name == "floor"}, Loops: loops}
	}
	rows := []*build.Row{row("floor", measure.Shared), row("a", measure.Own), row("b", measure.Shared), row("c", "")}
	modes, _, err := measure.ParseModes("copy,alias")
	if err != nil {
		t.Fatal(err)
	}
	for only, want := range map[measure.Strings]string{"": "floor a b c", measure.Own: "floor a c", measure.Shared: "floor b c"} {
		cells := map[string]int{}
		for _, c := range plan(rows, modes, only) {
			cells[c.Codec]++
		}
		for _, r := range rows { // each has three: to encode, to decode copies, and to decode aliases
			if n := cells[r.Codec]; n != map[bool]int{true: 3}[slices.Contains(strings.Fields(want), r.Codec)] {
				t.Errorf("only %q: %s has %d cells", only, r.Codec, n)
			}
		}
	}
}
