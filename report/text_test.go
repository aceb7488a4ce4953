package report

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestColumnsOf(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "small": 5, "µs ±∞": 5, "注文": 4, "Größe": 5, "e\u0301": 1, "한글": 4, "👍": 2, "ﾊﾝ": 2, "…": 1, "√×·": 3, "a\u200bb": 2,
	} {
		if got := columnsOf(s); got != want {
			t.Errorf("%q takes %d columns, want %d", s, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{clip("abcdef", 6), "abcdef"}, {clip("abcdef", 5), "abcd…"}, {clip("abc def", 5), "abc…"}, {clip("ab", 1), "…"},
		{clip("注文注文", 6), "注文…"}, {clip("注文注文", 7), "注文注…"}, {clip("注文", 2), "…"},
		{clipMiddle("vtprotobuf/unsafe", 17), "vtprotobuf/unsafe"}, {clipMiddle("vtprotobuf/unsafe", 16), "vtprotob…/unsafe"},
		{clipMiddle("vtprotobuf/unsafe", 9), "vtpr…safe"}, {clipMiddle("abc", 1), "…"}, {clipMiddle("注文注文", 5), "注…文"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		lead, text string
		width      int
		want       []string
	}{
		{"", "", 10, []string{""}},
		{"", "one two three", 8, []string{"one two", "three"}},
		{"gap  ", "one two three", 12, []string{"gap  one two", "     three"}},
		{"", "abcdefghij kl", 4, []string{"abcd", "efgh", "ij", "kl"}},
		{"> ", "a bcdefgh", 5, []string{"> a", "  bcd", "  efg", "  h"}},
		{"", "注文注文注文", 5, []string{"注文", "注文", "注文"}},
		{"", "red \x1b[31m\n\ttext", 40, []string{"red [31m text"}},
	} {
		if got := wrap(c.lead, c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestWrapKeepsAll checks that lines are not wider than the width, and that no characters except spaces are lost.
func TestWrapKeepsAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aaé 注👍\u0301 \n"))).Draw(rt, "text")
		lead := rapid.SampledFrom([]string{"", "gap  ", "*lossy  "}).Draw(rt, "lead")
		width := rapid.IntRange(20, 60).Draw(rt, "width")
		lines := wrap(lead, text, width)
		for _, line := range lines {
			if columnsOf(line) > width {
				rt.Errorf("%q is wider than %d", line, width)
			}
		}
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := squeeze(strings.Join(lines, "")); got != squeeze(lead+text) {
			rt.Errorf("got %q, want %q", got, squeeze(lead+text))
		}
	})
}
