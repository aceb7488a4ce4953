package published

import (
	"slices"

	"bale/measure"
	"bale/result"
)

// A Table is one published table with a run's figures beside it.
type Table struct {
	Source    string
	Run       string // where the author took it more than once
	Shape     string
	Reference string // the row that all ratios are taken to
	Note      string // why theirs and ours are not quite the same thing
	Lines     []Line
}

// A Line is one figure beside ours. Ratios are to the reference row of the same table, length, operation
// and variant; absolute times of two machines say nothing.
type Line struct {
	Figure
	Codec  string       // ours
	Mode   measure.Mode // its class; that of a size is zero
	Theirs float64      // ratio
	Ours   float64      // in the unit of Value; 0 when it was not measured
	Ratio  float64      // of ours, 0 when it or its reference was not measured
}

// Since is by how much the ratio has changed since: 0.5 for a serializer that now takes half as long beside
// the reference. It is 0 when there is nothing to compare.
func (l *Line) Since() float64 {
	if l.Theirs == 0 {
		return 0
	}
	return l.Ratio / l.Theirs
}

// Beside are the tables that r has at least one time for, with all their lines.
func Beside(r *result.Results) []Table {
	v := newValues(r)
	var tables []Table
	for i := range sources {
		s := &sources[i]
		for _, f := range figures {
			if f.Source != s.name {
				continue
			}
			at := slices.IndexFunc(tables, func(t Table) bool { return t.Source == s.name && t.Run == f.Run })
			if at < 0 {
				at = len(tables)
				tables = append(tables, Table{Source: s.name, Run: f.Run, Shape: f.Shape, Reference: s.reference, Note: s.note})
			}
			tables[at].Lines = append(tables[at].Lines, v.line(s, f))
		}
	}
	return slices.DeleteFunc(tables, func(t Table) bool {
		return !slices.ContainsFunc(t.Lines, func(l Line) bool { return l.Ours > 0 && l.Op != "size" })
	})
}

// values are a run's medians and sizes by cell.
type values struct {
	ns   map[measure.Cell]float64
	rows map[measure.Key]*measure.Row
}

func newValues(r *result.Results) *values {
	v := &values{map[measure.Cell]float64{}, map[measure.Key]*measure.Row{}}
	for i := range r.Cells {
		v.ns[r.Cells[i].Key()] = r.Cells[i].Ns.Center
	}
	for i := range r.Rows {
		v.rows[measure.Key{Shape: r.Rows[i].Shape, Codec: r.Rows[i].Codec}] = &r.Rows[i]
	}
	return v
}

func (v *values) of(s *source, f Figure) float64 {
	c := s.ours(f)
	row := v.rows[measure.Key{Shape: c.Shape, Codec: c.Codec}]
	switch {
	case row == nil:
		return 0
	case f.Op == "size":
		return row.Size
	}
	return v.ns[cellFor(c, row.Own)]
}

func (v *values) line(s *source, f Figure) Line {
	c := s.ours(f)
	l := Line{Figure: f, Codec: c.Codec, Mode: c.Mode, Ours: v.of(s, f)}
	if f.Op == "size" {
		l.Mode = measure.Mode{}
	}
	ref := reference(s, f)
	if ref == nil {
		return l
	}
	l.Theirs = f.Value / ref.Value
	if base := v.of(s, *ref); base > 0 {
		l.Ratio = l.Ours / base
	}
	return l
}

// reference is the figure that f is divided by: the same variant's, where the reference row has it.
func reference(s *source, f Figure) *Figure {
	var found *Figure
	for i := range figures {
		g := &figures[i]
		if g.Source == f.Source && g.Run == f.Run && g.Length == f.Length && g.Op == f.Op && g.Serializer == s.reference {
			if g.Variant == f.Variant {
				return g
			}
			if g.Variant == "" {
				found = g
			}
		}
	}
	return found
}
