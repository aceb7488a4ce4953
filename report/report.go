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
	Grave   string         // which codecs damaged input does harm to, "" for none
}

// A classView is the ranking of one shape in one mode.
type classView struct {
	Shape   string
	Mode    measure.Mode
	Lines   []*line // the reference first, then by the geometric mean of both times
	Order   []*line // the same in the order of what matters to the reader
	Cost    string  // title of the use whose costs Order is sorted by; "" where Order is Lines
	Notes   []string
	Verdict string
	Use     *line   // the line that the verdict recommends, nil for none or several
	Speed   string  // the verdict where nothing was said that matters
	Fastest *line   // the line that stands for Speed, nil for none
	Noise   float64 // the noise floor
}

// A line is one codec in a class. One of its cells may be nil, but not both.
type line struct {
	Row      *measure.Row
	Enc, Dec *result.Cell
	Both     *result.Overall // nil where one of the cells is, and for a reference
	Rank     string          // by both: "3", "1=" when shared, "" when not ranked
	EncRank  string
	DecRank  string
	Note     int             // number of its footnote, from 1; 0 for none
	Aspects  *result.Aspects // nil where none were looked at
	Front    bool            // no other line is at least as fast and as small
	Bill     *bill           // for the reader; nil where one of the cells is
	Excluded bool            // it does not have what the reader needs

	code, codeKnown bool // code has to be generated or written for each type
}

// views arranges results for a reader. Shapes and classes keep their order.
func views(r *result.Results, reader *Reader) []*shapeView {
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
	aspects := make(map[measure.Key]*result.Aspects)
	for i := range r.Aspects {
		aspects[r.Aspects[i].Key()] = &r.Aspects[i]
	}
	overall := make(map[measure.Cell]*result.Overall)
	for i := range r.Overall {
		o := &r.Overall[i]
		overall[measure.Cell{Shape: o.Shape, Codec: o.Codec, Mode: o.Mode()}] = o
	}
	for _, s := range shapes {
		s.Grave = graveText(r, s.Name)
		for _, c := range s.Classes {
			for _, l := range c.Lines {
				l.Both = overall[measure.Cell{Shape: c.Shape, Codec: l.Row.Codec, Mode: c.Mode}]
				l.Aspects = aspects[measure.Key{Shape: c.Shape, Codec: l.Row.Codec}]
				l.code, l.codeKnown = reader.Code[l.Row.Codec]
			}
			c.finish()
			c.decide(reader, r.Environment.NoiseFloor(c.Mode), rows[[2]string{c.Shape, reader.Now}])
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
	var shared, encShared, decShared []int
	for _, l := range v.Lines {
		rank, enc, dec := l.ranks()
		shared, encShared, decShared = append(shared, rank), append(encShared, enc), append(decShared, dec)
	}
	for _, l := range v.Lines {
		rank, enc, dec := l.ranks()
		l.Rank, l.EncRank, l.DecRank = rankText(rank, shared), rankText(enc, encShared), rankText(dec, decShared)
		if note := l.note(); note != "" {
			v.Notes = append(v.Notes, l.Row.Codec+": "+note)
			l.Note = len(v.Notes)
		}
	}
	markFront(v.Lines)
}

// decide writes the verdict for a reader. Row is that of the codec that they use now, nil for none.
func (v *classView) decide(reader *Reader, noise float64, row *measure.Row) {
	p := reader.preset()
	for _, l := range v.Lines {
		if l.Enc != nil && l.Dec != nil {
			l.Bill = p.bill(l.Enc.Ns.Center, l.Dec.Ns.Center, l.Row.Size)
		}
	}
	v.Noise, v.Order = noise, v.Lines
	v.Speed, v.Use = verdict(v.Lines)
	v.Verdict, v.Fastest = v.Speed, v.Use
	if v.Use == nil { // a tie that nothing breaks: any of them
		if i := slices.IndexFunc(v.Lines, func(l *line) bool { return l.Both != nil && l.Both.Best }); i >= 0 {
			v.Fastest = v.Lines[i]
		}
	}
	use := v.Fastest
	if !p.plain() {
		v.Verdict, v.Use = advise(p, v.Lines, noise)
		v.sortByCost(p)
		use = v.Use
	}
	if reader.Now != "" {
		v.Verdict = strings.TrimSpace(v.Verdict + " " + stay(p, reader.Now, use, v, row))
	}
}

// sortByCost sets the order of the lines to that of the costs for a preset: references, those that have what is needed, the excluded
// ones, and those without costs.
func (v *classView) sortByCost(p *Preset) {
	var first, last []*line
	for _, l := range v.Lines {
		switch {
		case l.Row.Reference:
			first = append(first, l)
		case l.Bill == nil:
			last = append(last, l)
		}
	}
	for _, c := range contenders(p, v.Lines) {
		c.line.Excluded = c.Excluded != ""
		first = append(first, c.line)
	}
	v.Order, v.Cost = append(first, last...), p.Title
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

// ranks are those by both operations and by each, 0 for none.
func (l *line) ranks() (both, enc, dec int) {
	if l.Both != nil {
		both = l.Both.Rank
	}
	if l.Enc != nil {
		enc = l.Enc.Rank
	}
	if l.Dec != nil {
		dec = l.Dec.Rank
	}
	return both, enc, dec
}

// rankText is a rank of a class that has these.
func rankText(rank int, class []int) string {
	same := 0
	for _, other := range class {
		if other == rank {
			same++
		}
	}
	switch {
	case rank == 0:
		return ""
	case same > 1:
		return strconv.Itoa(rank) + "="
	}
	return strconv.Itoa(rank)
}

// mode is the class of the line.
func (l *line) mode() measure.Mode {
	if l.Enc != nil {
		return l.Enc.Mode()
	}
	return l.Dec.Mode()
}

// mean is the geometric mean of both times, or the one there is, in nanoseconds.
func (l *line) mean() float64 {
	switch {
	case l.Both != nil:
		return l.Both.Ns.Center
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
	samples, edges := splitLosses(r.Losses)
	switch {
	case len(edges) == 0:
		return "lossy: " + lossText(samples)
	case len(samples) == 0:
		return "edge values: " + lossText(edges)
	}
	return "lossy: " + lossText(samples) + "; edge values: " + lossText(edges)
}

// splitLosses separates the losses of sample values from those of edge values.
func splitLosses(losses []measure.Loss) (samples, edges []measure.Loss) {
	for _, l := range losses {
		if l.Edge != "" {
			edges = append(edges, l)
		} else {
			samples = append(samples, l)
		}
	}
	return samples, edges
}

// lossText sums losses up by kind: "zone dropped (T.At, T.By and 3 more), nil became empty (T.Tags)".
func lossText(losses []measure.Loss) string {
	return strings.Join(lossKinds(losses), ", ")
}

// lossKinds has one text for each kind of losses.
func lossKinds(losses []measure.Loss) []string {
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
		return []string{"the round trip changes something"}
	}
	for i, k := range kinds {
		slices.Sort(paths[k])                       // the same for codecs that lose the same, whichever was found first
		if len(paths[k]) > 1 || paths[k][0] != "" { // an empty path is the whole value
			kinds[i] = k + " (" + someOf(paths[k], 2) + ")"
		}
	}
	return kinds
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
	if r.Reason != "" && len(r.Gaps) == 0 { // else it says that there are gaps
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
