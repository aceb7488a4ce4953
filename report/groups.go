package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/report/term"
	"bale/runner/measure"
)

// A group is a set of codecs of a shape with the same text.
type group struct {
	Title  string
	Text   string
	Codecs []string
}

// grouped groups rows by their texts. The largest groups come first.
func grouped(rows []*measure.Row, title func(*measure.Row) string, texts func(*measure.Row) []string) []group {
	var groups []group
	for _, row := range rows {
		for _, text := range texts(row) {
			i := slices.IndexFunc(groups, func(g group) bool { return g.Title == title(row) && g.Text == text })
			if i < 0 {
				i = len(groups)
				groups = append(groups, group{Title: title(row), Text: text})
			}
			groups[i].Codecs = append(groups[i].Codecs, row.Codec)
		}
	}
	slices.SortStableFunc(groups, func(a, b group) int { return -cmp.Compare(len(a.Codecs), len(b.Codecs)) })
	return groups
}

// lossGroups returns the losses of sample values, for the codecs that have a line in some class.
func (s *shapeView) lossGroups() []group {
	listed := make(map[*measure.Row]bool)
	for _, c := range s.Classes {
		for _, l := range c.Lines {
			listed[l.Row] = true
		}
	}
	rows := slices.DeleteFunc(slices.Clone(s.Lossy), func(r *measure.Row) bool { return !r.LosesSamples() || !listed[r] })
	return grouped(rows, func(*measure.Row) string { return "*lossy" }, func(r *measure.Row) []string {
		samples, _ := splitLosses(r.Losses)
		return lossKinds(samples)
	})
}

// sentGroups returns the fields that a tag hides from some serializer, for the codecs that send them.
func (s *shapeView) sentGroups() []group {
	if len(s.Classes) == 0 {
		return nil
	}
	var rows []*measure.Row
	for _, l := range s.Classes[0].Lines {
		if !l.Row.Reference && len(l.Row.Sends) > 0 {
			rows = append(rows, l.Row)
		}
	}
	return grouped(rows, func(*measure.Row) string { return "sent" }, func(r *measure.Row) []string { return []string{sentText(r)} })
}

// sentText says which fields that a tag hides a row sends, and how to leave them out.
func sentText(r *measure.Row) string {
	return "hidden from other serializers by a tag: " + someOf(r.Sends, 3) + "; `bale:\"skip\"` leaves a field out"
}

// failureGroups returns the reasons why rows have no results. For a row with several gaps, it returns the first.
func (s *shapeView) failureGroups() []group {
	return s.failures(func(r *measure.Row) []string { return reasons(r)[:1] })
}

// Failures returns all reasons why rows have no results, each once.
func (s *shapeView) Failures() []group { return s.failures(reasons) }

// failures groups the rows without results by their status and by texts.
func (s *shapeView) failures(texts func(*measure.Row) []string) []group {
	return grouped(s.Failed, func(r *measure.Row) string { return string(r.Status) }, texts)
}

const (
	maxGroups          = 4 // maximum number of groups of losses, and of failures
	maxGroupLines      = 3 // maximum number of lines of a group
	maxGroupLinesAlone = 8 // the same if nothing was measured, so that there is room
)

// groups prints the largest groups with at most the given number of lines each, and returns the number of groups left out.
func (p *printer) groups(list []group, lines int) (left int) {
	for i, g := range list {
		if i == maxGroups {
			return len(list) - i
		}
		lead := g.Title + "  "
		room := lines * (p.opts.Width - term.Width(lead) - 10) // wrapping can leave a line shorter by a word
		names := term.Width(strings.Join(g.Codecs, ", ")) + 2
		text := term.Clip(strings.Join(strings.Fields(term.Printable(g.Text)), " "), min(room*2/3, max(room/2, room-names)))
		p.wrapped(lead, fitNames(g.Codecs, room-term.Width(text)-2)+": "+text)
	}
	return 0
}

// fitNames joins as many names as fit the width, but at least one, and gives the number of the others.
func fitNames(names []string, width int) string {
	for n := len(names); ; n-- {
		if s := someOf(names, n); n <= 1 || term.Width(s) <= width {
			return s
		}
	}
}

// more formats a number of omitted things: "9 more rows".
func more(n int, one, many string) string {
	if n == 1 {
		return "1 more " + one
	}
	return fmt.Sprintf("%d more %s", n, many)
}
