package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"bale/measure"
	"bale/result"
)

// DefaultTop is how many rows the table of a shape has, beside those that were asked for by name.
const DefaultTop = 15

// Options say how Table is to print.
type Options struct {
	Width  int            // columns that a line may take, 30 at least; 0 means 80
	Color  bool           // use colour and weight
	Modes  []measure.Mode // the classes to print; none means all
	Top    int            // how many of the fastest codecs of a shape to list; 0 means DefaultTop
	Named  []string       // codecs, or variants of codecs, to list wherever they rank
	Report string         // path of the file that has all the rest; "" for none
}

// Table prints a screen for every shape: the ranking in its first class, the best of its other classes, losses of sample values and
// failures in a few lines, and last the verdict. Columns that do not fit the width are left out, the least telling first. It returns the
// first error of w.
func Table(w io.Writer, r *result.Results, opts Options) error {
	p := newPrinter(w, opts)
	p.environment(r)
	shapes := views(r)
	if len(shapes) == 0 {
		p.lines(bold, []string{nothingMeasured})
	}
	for _, s := range shapes {
		if len(opts.Modes) > 0 {
			s.Classes = slices.DeleteFunc(s.Classes, func(c *classView) bool { return !slices.Contains(opts.Modes, c.Mode) })
		}
		fmt.Fprintln(p)
		p.shape(s)
	}
	return p.Flush()
}

// A printer prints tables for a terminal; its bufio.Writer keeps the first error.
type printer struct {
	*bufio.Writer
	opts Options
}

func newPrinter(w io.Writer, opts Options) *printer {
	opts.Width = max(30, cmp.Or(opts.Width, 80))
	opts.Top = cmp.Or(opts.Top, DefaultTop)
	return &printer{Writer: bufio.NewWriter(w), opts: opts}
}

// A style is an ANSI escape sequence's number, or "".
type style string

const (
	plain style = ""
	bold  style = "1"
	dim   style = "2"
	green style = "32"
	red   style = "31"
)

func (p *printer) styled(s style, text string) string {
	if !p.opts.Color || s == plain {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// lines prints lines in a style.
func (p *printer) lines(s style, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(p, p.styled(s, line))
	}
}

// wrapped prints text broken at the width, with lines after the first indented as far as the lead.
func (p *printer) wrapped(lead, text string) {
	p.lines(plain, wrap(lead, text, p.opts.Width))
}

// shape prints the screen of a shape.
func (p *printer) shape(s *shapeView) {
	hidden, verdict := 0, nothingMeasured
	if len(s.Classes) > 0 {
		hidden, verdict = p.classes(s.Classes), s.Classes[0].Verdict
	} else {
		p.lines(bold, wrap("", s.Name, p.opts.Width))
	}
	var left []string
	for _, n := range []struct {
		hidden    int
		one, many string
	}{{hidden, "row", "rows"}, {p.groups(s.lossGroups()), "loss", "losses"}, {p.groups(s.failureGroups()), "failure", "failures"}} {
		if n.hidden > 0 {
			left = append(left, more(n.hidden, n.one, n.many))
		}
	}
	p.rest(left)
	p.lines(bold, wrap("", verdict, p.opts.Width))
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
	columns := p.choose(details, shown)
	p.heading(first, "; sorted by √(encode × decode)")
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
		columns := p.choose(classDetails, winners)
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

// titles prints the titles of columns.
func (p *printer) titles(columns []column) {
	p.row(columns, func(c *column) (string, style) { return c.title, dim })
}

// rows prints lines of a table.
func (p *printer) rows(columns []column, lines []*line) {
	for _, l := range lines {
		p.row(columns, func(c *column) (string, style) { return c.text(l), lineStyle(l, c.title) })
	}
}

// row prints a line of columns.
func (p *printer) row(columns []column, cell func(*column) (string, style)) {
	last := len(columns) - 1
	for i := range columns {
		c := &columns[i]
		text, s := cell(c)
		text = clipMiddle(printable(text), c.width)
		if i == last && text == "" {
			break
		}
		if i < last || !c.left {
			text = pad(text, c.width, c.left)
		}
		fmt.Fprint(p, strings.Repeat(" ", c.gap), p.styled(s, text))
	}
	fmt.Fprintln(p)
}

// lineStyle makes rank 1 stand out, by both operations or by one of them.
func lineStyle(l *line, title string) style {
	both, enc, dec := l.ranks()
	switch {
	case l.Row.Reference:
		return dim
	case title == "codec" && both == 1, title == "encode" && enc == 1, title == "decode" && dec == 1:
		return green
	}
	return plain
}

// top has the lines of a class that its table lists: the reference, the fastest overall, those asked for by name, the fastest of each
// operation, and the one that the verdict recommends.
func (p *printer) top(v *classView) []*line {
	var list []*line
	listed := 0
	for _, l := range v.Lines {
		if l.Row.Reference || listed < p.opts.Top || l == v.Use || fastest(l.Enc) || fastest(l.Dec) || p.named(l.Row.Codec) {
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
	lines := slices.DeleteFunc(slices.Clone(v.Lines), func(l *line) bool { return l.Row.Reference })
	return lines[:min(n, len(lines))]
}

// winner is the line that stands for a class: the one that the verdict recommends, or else the first.
func (v *classView) winner() *line {
	if best := v.best(1); v.Use == nil && len(best) > 0 {
		return best[0]
	}
	return cmp.Or(v.Use, v.Lines[0])
}

// maxWarnings is how many warnings about a run a screen has room for.
const maxWarnings = 3

// environment says where a run was measured and what is doubtful about all of it.
func (p *printer) environment(r *result.Results) {
	e := r.Environment
	p.lines(dim, wrap("", fmt.Sprintf("%s, %d CPUs, %s/%s, %s, %s", e.CPU, e.Procs, e.GOOS, e.GOARCH, e.Go, floorRange(&e)), p.opts.Width))
	for i, w := range r.Warnings {
		if i == maxWarnings {
			p.rest([]string{more(len(r.Warnings)-i, "warning", "warnings")})
			break
		}
		p.wrapped("warning: ", w)
	}
}

// floorRange has the noise floor of all classes: the least and the largest.
func floorRange(e *result.Conditions) string {
	if len(e.NoiseFloors) < 2 {
		return floors(e)
	}
	compare := func(a, b result.NoiseFloor) int { return cmp.Compare(a.Floor, b.Floor) }
	least, most := slices.MinFunc(e.NoiseFloors, compare), slices.MaxFunc(e.NoiseFloors, compare)
	return fmt.Sprintf("noise floors %.1f%% to %.1f%%", 100*least.Floor, 100*most.Floor)
}
