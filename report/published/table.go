package published

import (
	"slices"

	"bale/result"
	"bale/runner/measure"
)

// A Table is one published table together with the corresponding figures of a run.
type Table struct {
	Source    string
	Run       string // name of the run, if the author made several
	Shape     string
	Reference string // serializer that all ratios refer to
	Note      string // difference between the published measurement and bale's; may be ""
	Lines     []Line
}

// A Line is one published figure and the corresponding figure of a run. Ratios are to the reference serializer in the same table, length,
// operation and variant. Absolute times are from different machines and cannot be compared.
type Line struct {
	Figure
	Codec     string       // codec of the run
	Mode      measure.Mode // mode in the run; the zero Mode for a size
	Published float64      // published ratio
	Measured  float64      // figure of the run, in the unit of Value; 0 if it was not measured
	Ratio     float64      // ratio of the run; 0 if the figure or its reference was not measured
}

// Change returns the run's ratio divided by the published ratio: 0.5 means that the serializer's time relative to the reference has halved.
// It returns 0 if one of the ratios is missing.
func (l *Line) Change() float64 {
	if l.Published == 0 {
		return 0
	}
	return l.Ratio / l.Published
}

// Tables returns the published tables that r has at least one time for, with all their lines.
func Tables(r *result.Results) []Table {
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
		return !slices.ContainsFunc(t.Lines, func(l Line) bool { return l.Measured > 0 && l.Op != "size" })
	})
}

// values holds the median times of a run by cell, and its rows.
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

// figure returns the figure of the run that corresponds to f, or 0 if there is none.
func (v *values) figure(s *source, f Figure) float64 {
	c := s.cell(f)
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
	c := s.cell(f)
	l := Line{Figure: f, Codec: c.Codec, Mode: c.Mode, Measured: v.figure(s, f)}
	if f.Op == "size" {
		l.Mode = measure.Mode{}
	}
	ref := reference(s, f)
	if ref == nil {
		return l
	}
	l.Published = f.Value / ref.Value
	if base := v.figure(s, *ref); base > 0 {
		l.Ratio = l.Measured / base
	}
	return l
}

// reference returns the figure of the reference serializer that f is divided by: the figure of the same variant if there is one, else that
// without a variant.
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
