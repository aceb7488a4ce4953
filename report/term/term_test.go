package term

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "small": 5, "µs ±∞": 5, "注文": 4, "Größe": 5, "e\u0301": 1, "한글": 4, "👍": 2, "ﾊﾝ": 2, "…": 1, "√×·": 3, "a\u200bb": 2, "\x1b[1;32mgreen\x1b[m": 5,
	} {
		if got := Width(s); got != want {
			t.Errorf("%q takes %d columns, want %d", s, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Clip("abcdef", 6), "abcdef"}, {Clip("abcdef", 5), "abcd…"}, {Clip("abc def", 5), "abc…"}, {Clip("ab", 1), "…"},
		{Clip("注文注文", 6), "注文…"}, {Clip("注文注文", 7), "注文注…"}, {Clip("注文", 2), "…"},
		{ClipMiddle("vtprotobuf/unsafe", 17), "vtprotobuf/unsafe"}, {ClipMiddle("vtprotobuf/unsafe", 16), "vtprotob…/unsafe"},
		{ClipMiddle("vtprotobuf/unsafe", 9), "vtpr…safe"}, {ClipMiddle("abc", 1), "…"}, {ClipMiddle("注文注文", 5), "注…文"},
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
		{"", "more: /tmp/folder/results/report.md", 20, []string{"more:", "/tmp/folder/results/", "report.md"}},
		{"", "more: /tmp/folder/results/report.md", 16, []string{"more:", "/tmp/folder/", "results/", "report.md"}},
		{"", `C:\folder\report.md`, 12, []string{`C:\folder\`, "report.md"}},
		{"", "/abcdefgh/i", 5, []string{"/abcd", "efgh/", "i"}},
		{"", "注文注文注文", 5, []string{"注文", "注文", "注文"}},
		{"", "red \x1b[31m\n\ttext", 40, []string{"red [31m text"}},
	} {
		if got := Wrap(c.lead, c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestWrapKeepsAll checks that lines are not wider than the width, and that no characters except spaces are lost.
func TestWrapKeepsAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aaé/ 注👍\u0301 \n"))).Draw(rt, "text")
		lead := rapid.SampledFrom([]string{"", "gap  ", "*lossy  "}).Draw(rt, "lead")
		width := rapid.IntRange(20, 60).Draw(rt, "width")
		lines := Wrap(lead, text, width)
		for _, line := range lines {
			if Width(line) > width {
				rt.Errorf("%q is wider than %d", line, width)
			}
		}
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := squeeze(strings.Join(lines, "")); got != squeeze(lead+text) {
			rt.Errorf("got %q, want %q", got, squeeze(lead+text))
		}
	})
}
