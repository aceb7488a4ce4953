package printer

import (
	"cmp"
	"slices"
	"strings"
)

// An edit replaces the bytes from from to to of a text.
type edit struct {
	from, to int
	text     string
}

// applyEdits returns the text after the edits, which must not overlap.
func applyEdits(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	from := 0
	for _, e := range edits {
		b.WriteString(text[from:e.from])
		b.WriteString(e.text)
		from = e.to
	}
	b.WriteString(text[from:])
	return b.String()
}
