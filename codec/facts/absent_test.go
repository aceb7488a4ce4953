package facts_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/facts"
)

// TestAbsent: every line is complete, and no codec has the name of a line.
func TestAbsent(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range facts.Absent() {
		if a.Name == "" || a.Module == "" || a.Reason == "" || a.Command == "" {
			t.Errorf("the line of %s is not complete: %+v", a.Name, a)
		}
		if _, err := time.Parse(time.DateOnly, a.Date); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		if seen[a.Name] {
			t.Errorf("two lines of %s", a.Name)
		}
		seen[a.Name] = true
		if slices.ContainsFunc(all.Codecs, func(c *codec.Codec) bool { return c.Name == a.Name }) {
			t.Errorf("%s has a codec: remove its line", a.Name)
		}
	}
}

func TestParseAbsentErrors(t *testing.T) {
	const head = "name\tmodule\treason\tcommand\tdate\n"
	for text, want := range map[string]string{"": "line 1", "name\n": "line 1", head + "a\tb\n": "line 2 has 2 columns: want 5"} {
		if _, err := facts.ParseAbsent(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
