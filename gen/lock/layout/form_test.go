package layout

import "testing"

// TestReadsInside checks that lists in lists and in maps have to be equal: the form of a field does not show how they are encoded.
func TestReadsInside(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"int32", "int64", true},
		{"[]int32", "[]int64", true},
		{"[]string", "[][]uint8", true},
		{"[]*Line", "[]Line", true},
		{"map[string]int32", "map[string]int64", true},
		{"[][]int32", "[][]int32", true},
		{"[][]float32", "[][]float64", false},
		{"[][]uint32", "[][]*uint32", false},
		{"[]**int", "[]*int", false},
		{"[]*[]bool", "[][]bool", false},
		{"[][]string", "[]*[]string", false},
		{"map[string][]uint8", "map[string][]uint16", false},
		{"map[string]**int64", "map[string]*int64", false},
	} {
		if got := ParseNumberedForm("x (" + c.to + ")").Holds(ParseNumberedForm("x (" + c.from + ")")); got != c.want {
			t.Errorf("a field of %s holds %s: %v", c.to, c.from, got)
		}
	}
}
