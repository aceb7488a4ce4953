package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"bale/measure"
	"bale/result"
)

// Options say how Table is to print.
type Options struct {
	Width int            // columns of the terminal; 0 means 100
	Color bool           // use colour and weight
	Modes []measure.Mode // the classes to print; none means all
}

// Table prints, for every shape and class, a ranking for a terminal with its footnotes, and a line that
// says which codec to use. Columns that do not fit the width are left out, the least telling first. It
// returns the first error of w.
func Table(w io.Writer, r *result.Results, opts Options) error {
	if opts.Width <= 0 {
		opts.Width = 100
	}
	p := &printer{Writer: bufio.NewWriter(w), opts: opts}
	for _, s := range views(r) {
		for _, c := range s.Classes {
			if len(opts.Modes) == 0 || slices.Contains(opts.Modes, c.Mode) {
				p.class(c)
			}
		}
		p.failed(s)
	}
	p.environment(r)
	return p.Flush()
}

// A printer prints tables for a terminal; its bufio.Writer keeps the first error.
type printer struct {
	*bufio.Writer
	opts Options
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

func (p *printer) class(c *classView) {
	fmt.Fprintf(p, "%s  %s\n", p.styled(bold, c.Shape), p.styled(dim, c.Mode.String()))
	p.wrapped("", c.Verdict)
	columns := p.choose(c.Lines)
	header := make([]string, len(columns))
	for i, col := range columns {
		header[i] = p.styled(dim, pad(col.title, col.width, col.left))
	}
	fmt.Fprintln(p, strings.TrimRight(strings.Join(header, "  "), " "))
	for _, l := range c.Lines {
		cells := make([]string, len(columns))
		for i, col := range columns {
			cells[i] = p.styled(lineStyle(l, col.title), pad(col.text(l), col.width, col.left))
		}
		fmt.Fprintln(p, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
	for i, note := range c.Notes {
		p.wrapped(fmt.Sprintf("[%d] ", i+1), note)
	}
	fmt.Fprintln(p)
}

func lineStyle(l *line, title string) style {
	switch {
	case l.Row.Reference:
		return dim
	case title == "codec" && l.Enc != nil && l.Enc.Rank == 1 && l.Dec != nil && l.Dec.Rank == 1,
		title == "encode" && l.Enc != nil && l.Enc.Rank == 1, title == "decode" && l.Dec != nil && l.Dec.Rank == 1:
		return green
	}
	return plain
}

// failed lists the rows of a shape that have no numbers.
func (p *printer) failed(s *shapeView) {
	if len(s.Failed) == 0 {
		return
	}
	fmt.Fprintf(p, "%s\n", p.styled(bold, s.Name+": no numbers for"))
	for _, row := range s.Failed {
		p.wrapped("  ", fmt.Sprintf("%s (%s) %s", row.Codec, row.Status, failureText(row)))
	}
	fmt.Fprintln(p)
}

func (p *printer) environment(r *result.Results) {
	e := r.Environment
	p.wrapped("", fmt.Sprintf("%s, %d CPUs, %s/%s, %s, bale %s, %s, seed %d", e.CPU, e.Procs, e.GOOS, e.GOARCH, e.Go, e.Bale, e.Date, e.Seed))
	if len(r.Ignored) > 0 {
		p.wrapped("", ignoredText(r)+".")
	}
	switch n := len(e.NoiseFloors); {
	case n == 1:
		p.wrapped("", fmt.Sprintf("Noise floor %.1f%%: a codec measured twice differed by that much from itself, so no smaller difference counts.", 100*e.NoiseFloors[0].Floor))
	case n > 1:
		p.wrapped("", "Noise floor of each class: how far a codec measured twice differed from itself. No smaller difference counts.")
		for _, f := range e.NoiseFloors {
			fmt.Fprintf(p, "  %-33s %.1f%%\n", f.Mode, 100*f.Floor)
		}
	}
	if slices.ContainsFunc(r.Rows, func(row measure.Row) bool { return row.Reference }) {
		p.wrapped("", referenceText)
	}
	for _, w := range r.Warnings {
		p.wrapped("", "warning: "+w)
	}
}

// referenceText explains the reference in every kind of report.
const referenceText = "The floor allocates the same objects and copies the same bytes: nothing can be faster that does both. It is not ranked."

// wrapped prints text broken at the width, with lines after the first indented as far as the lead.
func (p *printer) wrapped(lead, text string) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(lead))
	out, used := lead, len(indent)
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if i > 0 && used+1+n > p.opts.Width {
			out += "\n" + indent
			used = len(indent)
		} else if i > 0 {
			out += " "
			used++
		}
		out += word
		used += n
	}
	fmt.Fprintln(p, out)
}
