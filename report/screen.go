package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/report/term"
	"bale/runner/measure"
)

// shape prints the screen of a shape.
func (p *printer) shape(s *shapeView) {
	hidden, verdict, find, next, lines := 0, nothingMeasured, "", "", maxGroupLinesAlone
	if len(s.Classes) > 0 {
		first := s.Classes[0]
		hidden, verdict, find, next = p.classes(s.Classes), first.Said(), first.Find, first.Next
		p.conversions(first.Lines)
	} else {
		p.lines(bold, term.Wrap("", s.Name, p.opts.Width))
	}
	if verdict != nothingMeasured {
		lines = maxGroupLines
	}
	if s.valuesRefused() {
		verdict += otherValuesHint
	}
	if s.Damage != "" {
		p.wrapped("", s.Damage)
	}
	var omitted []string
	for _, n := range []struct {
		hidden    int
		one, many string
	}{{hidden, "row", "rows"}, {p.groups(s.lossGroups(), maxGroupLines), "loss", "losses"}, {p.groups(s.sentGroups(), maxGroupLines), "row with hidden fields", "rows with hidden fields"}, {p.groups(s.failureGroups(), lines), "failure", "failures"}} {
		if n.hidden > 0 {
			omitted = append(omitted, more(n.hidden, n.one, n.many))
		}
	}
	p.omitted(omitted)
	p.lines(bold, term.Wrap("", verdict, p.opts.Width))
	if find != "" {
		p.lines(bold, []string{find}) // not wrapped, so that it can be copied
	}
	if next != "" {
		p.lines(bold, []string{"Next: " + next})
	}
	if verdict == nothingMeasured {
		p.directives(s.directives())
	}
}

// directives returns the directives that remove gaps that all codecs with gaps have.
func (s *shapeView) directives() (common []string) {
	first := true
	for _, r := range s.Failed {
		if r.Status != measure.HasGap {
			continue
		}
		var list []string
		for _, g := range r.Gaps {
			if g.Directive != "" && !slices.Contains(list, g.Directive) && (first || slices.Contains(common, g.Directive)) {
				list = append(list, g.Directive)
			}
		}
		common, first = list, false
	}
	return common
}

// directives prints directives. They are not wrapped, so that they can be copied.
func (p *printer) directives(list []string) {
	if len(list) == 0 {
		return
	}
	p.lines(bold, term.Wrap("", "No serializer carries the type without these directives. Those with a package path can be in any file of the package:", p.opts.Width))
	for _, d := range list {
		p.lines(plain, []string{"    " + term.Printable(d)})
	}
	if slices.ContainsFunc(list, func(d string) bool {
		return slices.Contains(strings.Fields(d), "skip") || strings.HasPrefix(d, "//bale:skip")
	}) {
		p.lines(bold, term.Wrap("", "Messages do not have what a directive with skip leaves out: its values are lost.", p.opts.Width))
	}
}

// valuesRefused reports whether codecs probably failed because of the sample values: some failed and none was measured, or at least as many
// codecs failed on a value as were measured. Runners that stopped in an init function or could not be started have no values.
func (s *shapeView) valuesRefused() bool {
	failed, onValues, measured := 0, 0, 0
	for _, r := range s.Failed {
		if r.Status != measure.Failed || strings.HasPrefix(r.Reason, measure.StoppedEarly) || strings.Contains(r.Reason, measure.NotStarted) {
			continue
		}
		failed++
		if strings.HasPrefix(r.Reason, "encode value ") || strings.HasPrefix(r.Reason, "decode value ") {
			onValues++
		}
	}
	if len(s.Classes) > 0 {
		for _, l := range s.Classes[0].Lines {
			if !l.Row.Reference {
				measured++
			}
		}
	}
	return measured == 0 && failed > 0 || onValues > 0 && onValues >= measured
}

// omitted prints the numbers of rows, losses and failures that the screen leaves out, and the path of the report that has them.
func (p *printer) omitted(list []string) {
	text := cmp.Or(strings.Join(list, ", "), "More")
	if p.opts.Report != "" {
		text += ": " + p.opts.Report
	}
	if len(list) > 0 || p.opts.Report != "" {
		p.lines(dim, term.Wrap("", text, p.opts.Width))
	}
}

// Up to fewClasses other classes are printed with their bestOfFew best codecs and those that are always listed. If there are more, each has one
// line.
const (
	fewClasses = 2
	bestOfFew  = 5
)

// classes prints the ranking of the first class and the best lines of the others. It returns the number of lines that it leaves out.
func (p *printer) classes(list []*classView) (hidden int) {
	first, others := list[0], list[1:]
	tables := [][]*line{p.first(first, p.opts.Top)}
	if len(others) <= fewClasses {
		for _, c := range others {
			lines := p.first(c, bestOfFew)
			tables = append(tables, slices.DeleteFunc(lines, func(l *line) bool { return l.Row.Reference }))
		}
	}
	shown := slices.Concat(tables...)
	columns := p.choose(details, shown, first.Cost != "")
	p.heading(first, "; "+first.sorting())
	for _, note := range columnNotes(first, shown, columns) {
		p.lines(dim, term.Wrap("", note, p.opts.Width))
	}
	p.titles(columns)
	for i, lines := range tables {
		if i > 0 {
			p.heading(others[i-1], "")
		}
		p.rows(columns, lines)
	}
	if len(others) > fewClasses {
		var winners []*line
		for _, c := range others {
			winners = append(winners, c.winner())
		}
		shown = append(shown, winners...)
		columns := p.choose(classDetails, winners, false)
		p.titles(columns)
		p.rows(columns, winners)
	}
	for _, c := range list {
		hidden += countRanked(c.Lines)
	}
	return hidden - countRanked(shown)
}

// countRanked returns the number of lines that are not of a reference.
func countRanked(lines []*line) int {
	n := 0
	for _, l := range lines {
		if !l.Row.Reference {
			n++
		}
	}
	return n
}

// sorting describes the order of a class.
func (v *classView) sorting() string {
	if v.Cost != "" {
		return "sorted by cost for " + v.Cost
	}
	if v.Ranked {
		return "sorted by rank"
	}
	return "sorted by √(encode × decode)"
}

// columnNotes explains the ranks, the marks of codecs whose strings share memory, and the question marks behind costs, if the columns show them.
func columnNotes(v *classView, lines []*line, columns []column) []string {
	has := func(title string) bool {
		return slices.ContainsFunc(columns, func(c column) bool { return c.title == title })
	}
	var notes []string
	shares, ranks := slices.ContainsFunc(lines, func(l *line) bool { return l.Shares }), v.Ranked && has("rank")
	switch {
	case shares && ranks: // one line, since a screen has few
		notes = append(notes, rankAndSharedMeaning)
	case shares:
		notes = append(notes, sharedMeaning)
	case ranks:
		notes = append(notes, rankMeaning)
	}
	if has("$/month") && slices.ContainsFunc(lines, func(l *line) bool { return l.Unsure }) {
		notes = append(notes, "$/month?: not known whether the needs are met, or the cost is too noisy")
	}
	return notes
}

// rankMeaning explains the column of ranks.
const rankMeaning = "rank: 1 + the number of significantly faster codecs; = marks equal ranks"

// heading prints the names of a shape and a class, on one line if they fit.
func (p *printer) heading(c *classView, order string) {
	name, about := term.Printable(c.Shape), c.Mode.String()+order
	if term.Width(name)+2+term.Width(about) <= p.opts.Width {
		fmt.Fprintf(p, "%s  %s\n", p.styled(bold, name), p.styled(dim, about))
		return
	}
	p.lines(bold, term.Wrap("", name, p.opts.Width))
	p.lines(dim, term.Wrap("", about, p.opts.Width))
}

// first returns the lines that a table of at most n lines of a class lists: the reference, the first lines, codecs requested by name, the codec
// in use now, the usual ones, the fastest of each operation, and the recommended one.
func (p *printer) first(v *classView, n int) []*line {
	var list []*line
	listed, usual := 0, v.usual()
	for _, l := range v.Order {
		if l.Row.Reference || listed < n || l == v.Use || fastest(l.Enc) || fastest(l.Dec) || p.named(l.Row.Codec) || l.Row.Codec == p.opts.Reader.Now || usual[l] {
			list = append(list, l)
			if !l.Row.Reference {
				listed++
			}
		}
	}
	return list
}

// usualCodecs maps the codecs that nearly every Go program could use instead of another one to their wire formats.
var usualCodecs = map[string]string{"json": "JSON", "gob": "gob", "protobuf": "protobuf"}

// usual returns the lines of the usual codecs and of their variants. If a usual codec has none, it returns the first line with its wire format.
func (v *classView) usual() map[*line]bool {
	lines := map[*line]bool{}
	for name, wire := range usualCodecs {
		found := false
		for _, l := range v.Order {
			if isVariant(l.Row.Codec, name) {
				lines[l], found = true, true
			}
		}
		if i := slices.IndexFunc(v.Order, func(l *line) bool { return l.Row.Wire == wire }); !found && i >= 0 {
			lines[v.Order[i]] = true
		}
	}
	return lines
}

// isVariant reports whether the name is that of a codec or of one of its variants.
func isVariant(name, codec string) bool { return name == codec || strings.HasPrefix(name, codec+"/") }

// named reports whether a codec was requested by its name or as a variant of a named codec.
func (p *printer) named(codec string) bool {
	return slices.ContainsFunc(p.opts.Named, func(name string) bool { return isVariant(codec, name) })
}

// winner returns the line that represents a class: the recommended one, or else the first.
func (v *classView) winner() *line {
	if v.Use != nil {
		return v.Use
	}
	if i := slices.IndexFunc(v.Order, func(l *line) bool { return !l.Row.Reference }); i >= 0 {
		return v.Order[i]
	}
	return v.Order[0]
}
