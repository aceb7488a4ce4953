package main

import "testing"

// TestUnknownFlag checks that a hint about an unknown flag is about that flag, and that values of flags are not taken for flags.
func TestUnknownFlag(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-n"}, ""},
		{[]string{"-number", "x"}, "number"},
		{[]string{"--number=x"}, "number"},
		{[]string{"-quick", "-number"}, "number"},
		{[]string{"-quick=false", "-number"}, "number"},
		{[]string{"-rounds", "-1"}, ""},
		{[]string{"-rounds", "-number", "-other"}, "other"},
		{[]string{"-rounds=1", "-number"}, "number"},
		{[]string{"-rounds"}, ""},
		{[]string{"a", "-number"}, ""},
		{[]string{"-", "-number"}, ""},
		{[]string{"--", "-number"}, ""},
		{nil, ""},
	} {
		f := newFlags("test")
		f.Bool("quick", false, "")
		f.Bool("n", false, "")
		f.Int("rounds", 1, "")
		if got := unknownFlag(f, c.args); got != c.want {
			t.Errorf("%q: got %q, want %q", c.args, got, c.want)
		}
	}
}
