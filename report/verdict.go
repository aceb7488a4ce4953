package report

import (
	"fmt"
	"slices"

	"bale/result"
)

// verdict says in one line which codec of a class to use and why. Speed decides: the smallest geometric
// mean of both times, among those that bring everything back. Lines are in that order already.
func verdict(lines []*line) string {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.Row.Reference })
	if len(lines) == 0 {
		return "Nothing was measured."
	}
	if !slices.ContainsFunc(lines, func(l *line) bool { return l.Enc != nil && l.Enc.Rank > 0 || l.Dec != nil && l.Dec.Rank > 0 }) {
		return "Too few rounds to tell the codecs apart: 6 are needed for an interval."
	}
	encode := winners(lines, func(l *line) *result.Cell { return l.Enc })
	decode := winners(lines, func(l *line) *result.Cell { return l.Dec })
	s := ""
	best := slices.IndexFunc(lines, func(l *line) bool { return !l.Row.Loses() && l.Enc != nil && l.Dec != nil })
	switch {
	case best == 0 && encode == decode && encode == lines[0].Row.Codec:
		s = fmt.Sprintf("Use %s: fastest both to encode (%s) and to decode (%s)", encode, duration(lines[0].Enc.Ns.Center), duration(lines[0].Dec.Ns.Center))
		return s + smallest(lines) + "."
	case best == 0:
		s = fmt.Sprintf("Use %s: fastest overall (%s). ", lines[0].Row.Codec, bothTimes(lines[0]))
	case best > 0:
		var faster []string
		for _, l := range lines[:best] {
			faster = append(faster, l.Row.Codec)
		}
		s = fmt.Sprintf("Use %s: fastest overall of those without loss (%s); faster but lossy: %s. ",
			lines[best].Row.Codec, bothTimes(lines[best]), someOf(faster, 3))
	}
	return s + "Fastest to encode: " + encode + "; to decode: " + decode + smallest(lines) + "."
}

func bothTimes(l *line) string {
	return "encode " + duration(l.Enc.Ns.Center) + ", decode " + duration(l.Dec.Ns.Center)
}

// winners names all that share rank 1, the one with the smallest median first.
func winners(lines []*line, cell func(*line) *result.Cell) string {
	first := slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return cell(l) == nil || cell(l).Rank != 1 })
	slices.SortStableFunc(first, func(a, b *line) int {
		if cell(a).Ns.Center < cell(b).Ns.Center {
			return -1
		}
		return 1
	})
	if len(first) == 0 {
		return "none"
	}
	names := make([]string, len(first))
	for i, l := range first {
		names[i] = marked(l)
	}
	return someOf(names, 3)
}

// smallest names the line whose encoding is the smallest, as a clause to follow others.
func smallest(lines []*line) string {
	var first *line
	for _, l := range lines {
		if l.Row.Size > 0 && (first == nil || l.Row.Size < first.Row.Size) {
			first = l
		}
	}
	if first == nil {
		return ""
	}
	return fmt.Sprintf("; smallest: %s (%s B)", marked(first), size(first.Row.Size))
}

// marked is a codec's name, with a word of caution where there is need of one.
func marked(l *line) string {
	if l.Row.Loses() {
		return l.Row.Codec + " (lossy)"
	}
	return l.Row.Codec
}
