package report

import (
	"fmt"
	"strings"

	"bale/report/term"
)

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
		text = term.ClipMiddle(term.Printable(text), c.width)
		if i == last && text == "" {
			break
		}
		if i < last || !c.left {
			text = term.Pad(text, c.width, c.left)
		}
		fmt.Fprint(p, strings.Repeat(" ", c.gap), p.styled(s, text))
	}
	fmt.Fprintln(p)
}

// lineStyle returns the style of a cell: green for rank 1, by both operations or by one of them.
func lineStyle(l *line, title string) style {
	both, enc, dec := l.Ranks()
	switch {
	case l.Row.Reference:
		return dim
	case title == "codec" && both == 1, title == "encode" && enc == 1, title == "decode" && dec == 1:
		return green
	}
	return plain
}
