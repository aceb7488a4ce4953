package directive

import (
	"slices"
	"testing"
)

// TestCutUnion: a union is the last part of a directive, and the commas in its types do not split the directive.
func TestCutUnion(t *testing.T) {
	for _, c := range []struct {
		text, before string
		members      []string
		ok           bool
	}{
		{"skip", "skip", nil, false},
		{"max=3,own", "max=3,own", nil, false},
		{"unions", "unions", nil, false},
		{"json union=object T=t", "json union=object T=t", nil, false},
		{"union", "", nil, true},
		{"union ,", "", nil, true},
		{"union A", "", []string{"A"}, true},
		{"union=A,*B", "", []string{"A", "*B"}, true},
		{"max=3, union A , map[K]struct{ X, Y int },Pair[int, []string]", "max=3,", []string{"A", "map[K]struct{ X, Y int }", "Pair[int, []string]"}, true},
		{"union func(a, b int)], C", "", []string{"func(a, b int)]", "C"}, true},
	} {
		before, members, ok := CutUnion(c.text)
		if before != c.before || !slices.Equal(members, c.members) || ok != c.ok {
			t.Errorf("%q: %q, %q, %v; want %q, %q, %v", c.text, before, members, ok, c.before, c.members, c.ok)
		}
	}
}
