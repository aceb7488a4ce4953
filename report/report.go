// Package report shows results to people: as a terminal table, as Markdown, and as one HTML file.
package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bale/measure"
	"bale/result"
)

// A shapeView is what there is to show of one shape.
type shapeView struct {
	Name    string
	Classes []*classView
	Failed  []*measure.Row // those without numbers
	Lossy   []*measure.Row // those whose round trip changes something
}

// A classView is the ranking of one shape in one mode.
type classView struct {
	Shape   string
	Mode    measure.Mode
	Lines   []*line // the reference first, then by the geometric mean of both times
	Notes   []string
	Verdict string
}

// A line is one codec in a class. One of its cells may be nil, but not both.
type line struct {
	Row      *measure.Row
	Enc, Dec *result.Cell
	EncRank  string // "3", "1=" when shared, "" when not ranked
	DecRank  string
	Note     int // number of its footnote, from 1; 0 for none
}

// views arranges results for showing. Shapes and classes keep their order.
func views(r *result.Results) []*shapeView {
	var shapes []*shapeView
	shape := func(name string) *shapeView {
		for _, s := range shapes {
			if s.Name == name {
				return s
			}
		}
		shapes = append(shapes, &shapeView{Name: name})
		return shapes[len(shapes)-1]
	}
	rows := make(map[[2]string]*measure.Row)
	for i := range r.Rows {
		row := &r.Rows[i]
		rows[[2]string{row.Shape, row.Codec}] = row
		s := shape(row.Shape)
		if !row.Measured() {
			s.Failed = append(s.Failed, row)
		} else if len(row.Losses) > 0 {
			s.Lossy = append(s.Lossy, row)
		}
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		row := rows[[2]string{c.Shape, c.Codec}]
		if row == nil { // rounds without a run.json to explain them
			row = &measure.Row{Shape: c.Shape, Codec: c.Codec, Status: measure.OK}
			rows[[2]string{c.Shape, c.Codec}] = row
		}
		shape(c.Shape).class(c.Mode()).add(row, c)
	}
	for _, s := range shapes {
		for _, c := range s.Classes {
			c.finish()
		}
	}
	return shapes
}

func (s *shapeView) class(mode measure.Mode) *classView {
	for _, c := range s.Classes {
		if c.Mode == mode {
			return c
		}
	}
	s.Classes = append(s.Classes, &classView{Shape: s.Name, Mode: mode})
	return s.Classes[len(s.Classes)-1]
}

func (v *classView) add(row *measure.Row, c *result.Cell) {
	i := slices.IndexFunc(v.Lines, func(l *line) bool { return l.Row == row })
	if i < 0 {
		i = len(v.Lines)
		v.Lines = append(v.Lines, &line{Row: row})
	}
	if c.Op == measure.Encode {
		v.Lines[i].Enc = c
	} else {
		v.Lines[i].Dec = c
	}
}

// finish sorts the lines, once all are there, and says what follows from them.
func (v *classView) finish() {
	slices.SortFunc(v.Lines, func(a, b *line) int {
		return cmp.Or(
			boolCompare(b.Row.Reference, a.Row.Reference),
			boolCompare(b.Enc != nil && b.Dec != nil, a.Enc != nil && a.Dec != nil),
			cmp.Compare(a.mean(), b.mean()),
			strings.Compare(a.Row.Codec, b.Row.Codec),
		)
	})
	encShared, decShared := make(map[int]int), make(map[int]int)
	for _, l := range v.Lines {
		if l.Enc != nil {
			encShared[l.Enc.Rank]++
		}
		if l.Dec != nil {
			decShared[l.Dec.Rank]++
		}
	}
	for _, l := range v.Lines {
		l.EncRank, l.DecRank = rankText(l.Enc, encShared), rankText(l.Dec, decShared)
		if note := l.note(); note != "" {
			v.Notes = append(v.Notes, l.Row.Codec+": "+note)
			l.Note = len(v.Notes)
		}
	}
	v.Verdict = verdict(v.Lines)
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func rankText(c *result.Cell, shared map[int]int) string {
	switch {
	case c == nil || c.Rank == 0:
		return ""
	case shared[c.Rank] > 1:
		return strconv.Itoa(c.Rank) + "="
	}
	return strconv.Itoa(c.Rank)
}

// mean is the geometric mean of both times, or the one there is, in nanoseconds.
func (l *line) mean() float64 {
	switch {
	case l.Dec == nil:
		return l.Enc.Ns.Center
	case l.Enc == nil:
		return l.Dec.Ns.Center
	}
	return math.Sqrt(l.Enc.Ns.Center * l.Dec.Ns.Center)
}

// note is the text of a line's footnote: losses first, for they bear on whether to use it at all.
func (l *line) note() string {
	var parts []string
	if l.Row.Status == measure.Lossy {
		parts = append(parts, lossNote(l.Row))
	}
	if len(l.Row.Calls) > 0 {
		parts = append(parts, "calls "+strings.Join(l.Row.Calls, ", "))
	}
	parts = append(parts, l.Row.Warnings...)
	for _, c := range []*result.Cell{l.Enc, l.Dec} {
		if c != nil {
			for _, w := range c.Warnings {
				if !strings.HasPrefix(w, "interval still") { // the ± column says it
					parts = append(parts, string(c.Op)+": "+w)
				}
			}
		}
	}
	return strings.Join(parts, "; ")
}

// lossNote tells what the sample values lose from what only edge values do.
func lossNote(r *measure.Row) string {
	var samples, edges []measure.Loss
	for _, l := range r.Losses {
		if l.Edge != "" {
			edges = append(edges, l)
		} else {
			samples = append(samples, l)
		}
	}
	switch {
	case len(edges) == 0:
		return "lossy: " + lossText(samples)
	case len(samples) == 0:
		return "edge values: " + lossText(edges)
	}
	return "lossy: " + lossText(samples) + "; edge values: " + lossText(edges)
}

// lossText sums losses up by kind: "zone dropped (T.At, T.By and 3 more)".
func lossText(losses []measure.Loss) string {
	var kinds []string
	paths := make(map[string][]string)
	for _, l := range losses {
		if paths[l.Kind] == nil {
			kinds = append(kinds, l.Kind)
		}
		if place := lossPlace(l); !slices.Contains(paths[l.Kind], place) {
			paths[l.Kind] = append(paths[l.Kind], place)
		}
	}
	if len(kinds) == 0 {
		return "the round trip changes something"
	}
	for i, k := range kinds {
		if len(paths[k]) > 1 || paths[k][0] != "" { // an empty path is the whole value
			kinds[i] = k + " (" + someOf(paths[k], 2) + ")"
		}
	}
	return strings.Join(kinds, ", ")
}

// lossPlace is the path of a loss, or the edge value that was lost whole.
func lossPlace(l measure.Loss) string {
	if l.Path == "" {
		return l.Edge
	}
	return l.Path
}

// failureText says why a row has no numbers, without its status.
func failureText(r *measure.Row) string {
	var parts []string
	if r.Reason != "" {
		parts = append(parts, r.Reason)
	}
	for i, g := range r.Gaps {
		if i == 3 {
			parts = append(parts, fmt.Sprintf("and %d more", len(r.Gaps)-i))
			break
		}
		parts = append(parts, g.Path+": "+g.Reason)
	}
	return strings.Join(parts, "; ")
}

// someOf joins the first few of a list, and counts the others.
func someOf(list []string, limit int) string {
	switch {
	case len(list) > limit:
		return strings.Join(list[:limit], ", ") + fmt.Sprintf(" and %d more", len(list)-limit)
	case len(list) < 2:
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}
