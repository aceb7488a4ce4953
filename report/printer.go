package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"

	"bale/report/term"
)

// A printer prints tables for a terminal. Its bufio.Writer keeps the first error.
type printer struct {
	*bufio.Writer
	opts Options
}

func newPrinter(w io.Writer, opts Options) *printer {
	opts.Width = max(30, cmp.Or(opts.Width, 80))
	opts.Top = cmp.Or(opts.Top, DefaultTop)
	return &printer{Writer: bufio.NewWriter(w), opts: opts}
}

// A style is the number in an ANSI escape sequence, or "" for none.
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

// wrapped prints lead and text, wrapped at the width. Lines after the first are indented by the width of lead.
func (p *printer) wrapped(lead, text string) {
	p.lines(plain, term.Wrap(lead, text, p.opts.Width))
}
