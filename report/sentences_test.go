package report

import (
	"reflect"
	"testing"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, text, winner string
		want               said
	}{
		{"short", "Use a: fastest of 2 codecs (encode 10.0ns, decode 20.0ns).", "a", said{"Use ", "a", ": fastest of 2 codecs (encode 10.0ns, decode 20.0ns).", []string{}}},
		{
			"a long first sentence", "For a service, use a/b: 0.3 cores, 320 Mbit/s and $9.00 a month for 1,000,000 messages a second, the cheapest of 2. About the same: c.", "a/b",
			said{"For a service, use ", "a/b", ":", []string{"0.3 cores, 320 Mbit/s and $9.00 a month for 1,000,000 messages a second, the cheapest of 2.", "About the same: c."}},
		},
		{"a tie", "Tie for the fastest of 3 codecs: a, b and c. Use b: it is small.", "b", said{"Use ", "b", ": it is small.", []string{"Tie for the fastest of 3 codecs: a, b and c."}}},
		{"no winner", "Tie for the fastest of 2: a and b. Use any of a and b: they are equal.", "", said{"Use any of a and b: they are equal.", "", "", []string{"Tie for the fastest of 2: a and b."}}},
		{"a name that begins like another one", "Use json/v2: it is fast.", "json", said{"Use json/v2: it is fast.", "", "", []string{}}},
		{"full stops in parentheses", "No codec meets all needs. Excluded: a (is slow. Is large), b.", "", said{"No codec meets all needs.", "", "", []string{"Excluded: a (is slow. Is large), b."}}},
		{"no advice", "Nothing was measured.", "", said{"Nothing was measured.", "", "", []string{}}},
	} {
		if got := sentences(c.text, c.winner); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
