package printer

import (
	"cmp"
	"slices"
	"strings"
)

// An edit replaces the part text[start:end] of a text.
type edit struct {
	start, end int
	text       string
}

// applyEdits returns the text after the edits, which must not overlap.
func applyEdits(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var b strings.Builder
	from := 0
	for _, e := range edits {
		b.WriteString(text[from:e.start])
		b.WriteString(e.text)
		from = e.end
	}
	b.WriteString(text[from:])
	return b.String()
}
