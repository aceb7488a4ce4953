package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bale/measure"
)

// shape prints the screen of a shape.
func (p *printer) shape(s *shapeView) {
	hidden, verdict, lines := 0, nothingMeasured, onlyLines
	if len(s.Classes) > 0 {
		hidden, verdict = p.classes(s.Classes), s.Classes[0].Verdict
	} else {
		p.lines(bold, wrap("", s.Name, p.opts.Width))
	}
	if verdict != nothingMeasured {
		lines = maxGroupLines
	}
	if s.refused() {
		verdict += otherValues
	}
	if s.Grave != "" {
		p.wrapped("", s.Grave)
	}
	var left []string
	for _, n := range []struct {
		hidden    int
		one, many string
	}{{hidden, "row", "rows"}, {p.groups(s.lossGroups(), maxGroupLines), "loss", "losses"}, {p.groups(s.failureGroups(), lines), "failure", "failures"}} {
		if n.hidden > 0 {
			left = append(left, more(n.hidden, n.one, n.many))
		}
	}
	p.rest(left)
	p.lines(bold, wrap("", verdict, p.opts.Width))
}

// refused reports whether the sample values are likely to be why codecs failed: nothing was measured, or at least as many codecs failed on
// a value as were measured.
func (s *shapeView) refused() bool {
	failed, onValues, measured := 0, 0, 0
	for _, r := range s.Failed {
		if r.Status != measure.Failed {
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

// rest says what a screen leaves out, and where that is.
func (p *printer) rest(left []string) {
	text := cmp.Or(strings.Join(left, ", "), "More")
	if p.opts.Report != "" {
		text += ": " + p.opts.Report
	}
	if len(left) > 0 || p.opts.Report != "" {
		p.lines(dim, wrap("", text, p.opts.Width))
	}
}

// A few other classes are printed with their best codecs each, and more of them with one line each.
const (
	fewClasses = 2
	bestOfFew  = 5
)

// classes prints the ranking of the first class and the best of the others, and returns how many lines of them it leaves out.
func (p *printer) classes(list []*classView) (hidden int) {
	first, others := list[0], list[1:]
	tables := [][]*line{p.top(first)}
	if len(others) <= fewClasses {
		for _, c := range others {
			tables = append(tables, c.best(bestOfFew))
		}
	}
	shown := slices.Concat(tables...)
	columns := p.choose(details, shown, first.Cost != "")
	p.heading(first, "; "+first.sorting())
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

// countRanked counts lines that are of no reference.
func countRanked(lines []*line) int {
	n := 0
	for _, l := range lines {
		if !l.Row.Reference {
			n++
		}
	}
	return n
}

// sorting says what a class is sorted by.
func (v *classView) sorting() string {
	if v.Cost != "" {
		return "sorted by cost for " + v.Cost
	}
	return "sorted by √(encode × decode)"
}

// heading names a shape and a class, on one line if they fit.
func (p *printer) heading(c *classView, order string) {
	name, about := printable(c.Shape), c.Mode.String()+order
	if columnsOf(name)+2+columnsOf(about) <= p.opts.Width {
		fmt.Fprintf(p, "%s  %s\n", p.styled(bold, name), p.styled(dim, about))
		return
	}
	p.lines(bold, wrap("", name, p.opts.Width))
	p.lines(dim, wrap("", about, p.opts.Width))
}

// top has the lines of a class that its table lists: the reference, the first ones, those asked for by name, the one in use now, the
// fastest of each operation, and the one that the verdict recommends.
func (p *printer) top(v *classView) []*line {
	var list []*line
	listed := 0
	for _, l := range v.Order {
		if l.Row.Reference || listed < p.opts.Top || l == v.Use || fastest(l.Enc) || fastest(l.Dec) || p.named(l.Row.Codec) || l.Row.Codec == p.opts.Reader.Now {
			list = append(list, l)
			if !l.Row.Reference {
				listed++
			}
		}
	}
	return list
}

// named says whether a codec was asked for by its name or that of its serializer.
func (p *printer) named(codec string) bool {
	return slices.ContainsFunc(p.opts.Named, func(name string) bool { return codec == name || strings.HasPrefix(codec, name+"/") })
}

// best has the first lines of a class, without references.
func (v *classView) best(n int) []*line {
	lines := slices.DeleteFunc(slices.Clone(v.Order), func(l *line) bool { return l.Row.Reference })
	return lines[:min(n, len(lines))]
}

// winner is the line that stands for a class: the one that the verdict recommends, or else the first.
func (v *classView) winner() *line {
	if v.Use != nil {
		return v.Use
	}
	if best := v.best(1); len(best) > 0 {
		return best[0]
	}
	return v.Order[0]
}
