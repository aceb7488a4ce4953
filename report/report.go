// Package report formats results for readers: as a terminal table, as Markdown, and as one HTML file.
package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// A shapeView holds the results of one shape.
type shapeView struct {
	Name    string
	Classes []*classView
	Failed  []*measure.Row // rows without results
	Lossy   []*measure.Row // rows with losses
	Damage  string         // sentence about the codecs with faults on damaged input; "" for none
}

// A classView is the ranking of one shape in one mode.
type classView struct {
	Shape   string
	Mode    measure.Mode
	Lines   []*line // the reference first, then by rank, then by the geometric mean of both times; lines without a rank last
	Order   []*line // the same lines in the order for the reader
	Cost    string  // title of the use by whose costs Order is sorted; "" if Order is Lines
	Ranked  bool    // some line has a rank
	Mixed   bool    // decoded strings share memory in some lines, and not in others
	Notes   []string
	Verdict string
	Next    string  // command by which a user adopts the line that the verdict recommends; "" for none
	Find    string  // command that finds out what the verdict says is not known, which the verdict ends with; "" for none
	Use     *line   // line that the verdict recommends; nil for none or several
	Speed   string  // verdict by speed
	Fastest *line   // line that Speed recommends, or the first of those that tie; nil for none
	Noise   float64 // noise floor
}

// A line is a line of a class with what tables show of it.
type line struct {
	verdict.Line
	Rank     string // rank by both operations: "3", "1=" if shared, "" if not ranked
	EncRank  string
	DecRank  string
	Note     int  // number of its footnote, from 1; 0 for none
	Shares   bool // the class is Mixed, and strings share memory
	Excluded bool // does not meet the reader's needs
	Unsure   bool // may not meet the reader's needs, or its cost is too noisy
}

// views arranges results by shape and class, and makes the verdicts for a reader. Shapes and classes keep their order.
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
		if row == nil { // rounds.txt has a cell that run.json lacks
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
		s.Damage = damageText(r, s.Name)
		for _, c := range s.Classes {
			for _, l := range c.Lines {
				l.Both = overall[measure.Cell{Shape: c.Shape, Codec: l.Row.Codec, Mode: c.Mode}]
				l.Aspects = aspects[measure.Key{Shape: c.Shape, Codec: l.Row.Codec}]
				l.Code, l.CodeKnown = reader.Code[l.Row.Codec]
			}
			c.finish()
			c.decide(reader, r, rows[[2]string{c.Shape, reader.Now}])
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
		v.Lines = append(v.Lines, &line{Line: verdict.Line{Row: row}})
	}
	if c.Op == measure.Encode {
		v.Lines[i].Enc = c
	} else {
		v.Lines[i].Dec = c
	}
}

// finish sorts the lines and sets their ranks, notes and front. It is called when all lines have been added.
func (v *classView) finish() {
	slices.SortFunc(v.Lines, func(a, b *line) int {
		return cmp.Or(
			boolCompare(b.Row.Reference, a.Row.Reference),
			boolCompare(b.Complete(), a.Complete()),
			cmp.Compare(a.rankOrder(), b.rankOrder()),
			cmp.Compare(a.Mean(), b.Mean()),
			strings.Compare(a.Row.Codec, b.Row.Codec),
		)
	})
	v.markShared()
	var ranks, encRanks, decRanks []int
	for _, l := range v.Lines {
		rank, enc, dec := l.Ranks()
		ranks, encRanks, decRanks = append(ranks, rank), append(encRanks, enc), append(decRanks, dec)
		v.Ranked = v.Ranked || rank > 0
	}
	for _, l := range v.Lines {
		rank, enc, dec := l.Ranks()
		l.Rank, l.EncRank, l.DecRank = rankText(rank, ranks), rankText(enc, encRanks), rankText(dec, decRanks)
		if note := l.note(); note != "" {
			v.Notes = append(v.Notes, l.Row.Codec+": "+note)
			l.Note = len(v.Notes)
		}
	}
	verdict.MarkFront(v.lines())
}

// lines returns the lines for verdicts.
func (v *classView) lines() []*verdict.Line {
	var list []*verdict.Line
	for _, l := range v.Lines {
		list = append(list, &l.Line)
	}
	return list
}

// lineOf returns the line with l, or nil if there is none.
func (v *classView) lineOf(l *verdict.Line) *line {
	if i := slices.IndexFunc(v.Lines, func(other *line) bool { return &other.Line == l }); i >= 0 {
		return v.Lines[i]
	}
	return nil
}

// rankOrder returns the rank by both operations. A line without a rank comes after all others.
func (l *line) rankOrder() int {
	if rank, _, _ := l.Ranks(); rank > 0 {
		return rank
	}
	return math.MaxInt
}

// decide sets the bills, the order and the verdict for a reader of results. The row is that of the codec in use now; nil for none.
func (v *classView) decide(reader *Reader, r *result.Results, row *measure.Row) {
	p := reader.preset()
	for _, l := range v.Lines {
		if l.Complete() {
			l.Bill = p.Bill(l.Enc.Ns.Center, l.Dec.Ns.Center, l.Row.Size)
		}
	}
	v.Noise, v.Order = r.Environment.NoiseFloor(v.Mode), v.Lines
	ranking := verdict.NewRanking(v.lines())
	v.Speed, v.Use = speedText(ranking), v.lineOf(ranking.Use)
	v.Verdict, v.Fastest = v.Speed, v.Use
	if v.Use == nil && len(ranking.Small) > 0 { // a tie that nothing breaks: take the first
		v.Fastest = v.lineOf(ranking.Near[0])
	}
	use, open := v.Fastest, ""
	if !p.BySpeed() {
		a := verdict.Advise(p, v.lines(), v.Noise)
		v.Verdict, v.Use, open = adviceText(a, r.Unfinished), nil, openText(a)
		if a.Use != nil {
			v.Use = v.lineOf(a.Use.Line)
		}
		use = v.Use
		if len(a.Find) > 0 {
			v.Find = findCommand(r.Folder, reader)
		}
		v.sortByCost(p)
	}
	parts := []string{v.Verdict}
	if use != nil {
		parts = append(parts, aboutText(use.Row))
		if p.BySpeed() {
			parts = append(parts, outlivesText(use))
		}
		parts = append(parts, v.ownText(use))
	}
	if reader.Now != "" {
		parts = append(parts, costOfKeeping(p, reader.Now, use, v, row))
	}
	parts = append(parts, open)
	if v.Find != "" {
		parts = append(parts, "To find out: "+v.Find)
	}
	if v.Use != nil && v.Use.Row.Codec != reader.Now {
		v.Next = v.Use.Row.Next
	}
	v.Verdict = strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// Said returns the verdict without the command that it ends with.
func (v *classView) Said() string { return strings.TrimSuffix(v.Verdict, " "+v.Find) }

// sortByCost sorts the lines by cost for a preset: references, lines that meet the needs, lines of which that is not known, excluded lines,
// and lines without a cost.
func (v *classView) sortByCost(p *verdict.Preset) {
	var first, last []*line
	for _, l := range v.Lines {
		switch {
		case l.Row.Reference:
			first = append(first, l)
		case l.Bill == nil:
			last = append(last, l)
		}
	}
	for _, c := range verdict.Contenders(p, v.lines()) {
		l := v.lineOf(c.Line)
		l.Excluded, l.Unsure = c.Standing() == verdict.RuledOut, c.Standing() == verdict.Unsure || !c.Cost.Rankable()
		first = append(first, l)
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

// rankText formats a rank. It adds "=" if the rank occurs several times in ranks, those of the class.
func rankText(rank int, ranks []int) string {
	same := 0
	for _, other := range ranks {
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

// mode returns the class of the line.
func (l *line) mode() measure.Mode {
	if l.Enc != nil {
		return l.Enc.Mode()
	}
	return l.Dec.Mode()
}

// note returns the text of a line's footnote, or "" for none.
func (l *line) note() string { return strings.Join(l.noteParts(), noteBreak) }

// noteBreak separates the parts of a note.
const noteBreak = "; "

// noteParts returns the parts of a line's footnote. Losses come first, since they decide whether the codec can be used.
func (l *line) noteParts() []string {
	var parts []string
	if l.Row.Status == measure.Lossy {
		parts = append(parts, lossNotes(l.Row)...)
	}
	if len(l.Row.Calls) > 0 {
		parts = append(parts, "calls "+strings.Join(l.Row.Calls, ", "))
	}
	return append(append(parts, l.Row.Warnings...), l.cellWarnings()...)
}

// cellWarnings returns the warnings about the line's cells, with the operations that they are about.
func (l *line) cellWarnings() []string {
	var texts []string
	ops := map[string]string{}
	for _, c := range []*result.Cell{l.Enc, l.Dec} {
		if c == nil {
			continue
		}
		for _, w := range c.Warnings {
			switch {
			case strings.HasPrefix(w, "interval still"): // the ± column shows it
			case ops[w] == "":
				texts, ops[w] = append(texts, w), string(c.Op)
			default:
				ops[w] += " and " + string(c.Op)
			}
		}
	}
	for i, w := range texts {
		texts[i] = ops[w] + ": " + w
	}
	return texts
}
