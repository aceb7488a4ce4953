package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/measure"
	"bale/report/term"
)

// A group is a set of codecs of a shape with the same text.
type group struct {
	title  string
	text   string
	codecs []string
}

// grouped groups rows by their texts. The largest groups come first.
func grouped(rows []*measure.Row, title func(*measure.Row) string, texts func(*measure.Row) []string) []group {
	var groups []group
	for _, row := range rows {
		for _, text := range texts(row) {
			i := slices.IndexFunc(groups, func(g group) bool { return g.title == title(row) && g.text == text })
			if i < 0 {
				i = len(groups)
				groups = append(groups, group{title: title(row), text: text})
			}
			groups[i].codecs = append(groups[i].codecs, row.Codec)
		}
	}
	slices.SortStableFunc(groups, func(a, b group) int { return -cmp.Compare(len(a.codecs), len(b.codecs)) })
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
	return grouped(s.Failed, func(r *measure.Row) string { return string(r.Status) }, func(r *measure.Row) []string {
		if len(r.Gaps) > 0 {
			return []string{r.Gaps[0].Path + ": " + r.Gaps[0].Reason}
		}
		return []string{failureText(r)}
	})
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
		lead := g.title + "  "
		room := lines * (p.opts.Width - term.Width(lead) - 10) // wrapping can leave a line shorter by a word
		names := term.Width(strings.Join(g.codecs, ", ")) + 2
		text := term.Clip(strings.Join(strings.Fields(term.Printable(g.text)), " "), min(room*2/3, max(room/2, room-names)))
		p.wrapped(lead, fitNames(g.codecs, room-term.Width(text)-2)+": "+text)
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
