package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"bale/report/markdown"
	"bale/report/published"
	"bale/result"
	"bale/runner/measure"
)

// Published prints the tables of published benchmarks together with the figures of r, for a terminal. It returns the first error of w.
func Published(w io.Writer, r *result.Results, opts Options) error {
	p := newPrinter(w, opts)
	for _, t := range published.Tables(r) {
		v := newPublishedView(&t)
		fmt.Fprintf(p, "%s  %s\n", p.styled(bold, v.Title), p.styled(dim, v.About))
		p.wrapped("", v.Note)
		p.grid(&v.plainTable)
		fmt.Fprintln(p)
	}
	p.wrapped("", publishedText)
	return p.Flush()
}

// publishedText explains the columns in every kind of report.
const publishedText = "Published figures and the figures of this run (ours), each also as a ratio to the same row of the published table. Change is our ratio " +
	"divided by the published one: 0.50x means that the time relative to that row has halved. Absolute times are from different machines and cannot be " +
	"compared. Ours are of known values, since the authors measured one value or a few: the branch predictor learns such values, so data that it has not seen takes " +
	"longer."

// A publishedView is one published table as text.
type publishedView struct {
	Title, About, Note string
	plainTable
}

func newPublishedView(t *published.Table) *publishedView {
	vs := "vs " + t.Reference
	v := &publishedView{
		Title: t.Source, About: t.Shape + ", published and ours", Note: t.Note,
		plainTable: plainTable{
			Head: []string{"serializer", "op", "length", "theirs", vs, "ours", vs, "change", "measured as"},
			left: []bool{true, true, false, false, false, false, false, false, true},
		},
	}
	if t.Run != "" {
		v.Title += " (" + t.Run + ")"
	}
	for i := range t.Lines {
		v.Lines = append(v.Lines, publishedLine(&t.Lines[i]))
	}
	return v
}

func publishedLine(l *published.Line) []string {
	amount, length, as := duration, "", l.Codec
	if l.Op == "size" {
		amount = result.Count
	}
	if l.Length > 0 {
		length = strconv.Itoa(l.Length)
	}
	defaultMode := measure.DefaultMode
	defaultMode.Values = measure.Known // see publishedText
	if l.Mode != (measure.Mode{}) && l.Mode != defaultMode {
		as += " " + l.Mode.String()
	}
	orDash := func(v float64, text func(float64) string) string {
		if v == 0 {
			return "-"
		}
		return text(v)
	}
	times := func(v float64) string { return threeDigits(v) + "x" }
	return []string{
		strings.TrimSpace(l.Serializer + " " + l.Variant), l.Op, length, amount(l.Value), orDash(l.Published, times),
		orDash(l.Measured, amount), orDash(l.Ratio, times), orDash(l.Change(), times), as,
	}
}

// mdPublished writes the section about published figures of the Markdown report.
func mdPublished(w io.Writer, r *result.Results) {
	tables := published.Tables(r)
	if len(tables) == 0 {
		return
	}
	fmt.Fprintf(w, "## Published figures\n\n%s\n\n", markdown.Escape(publishedText))
	for i := range tables {
		v := newPublishedView(&tables[i])
		fmt.Fprintf(w, "### %s: %s\n\n", markdown.Escape(v.Title), markdown.Escape(v.About))
		if v.Note != "" {
			fmt.Fprintf(w, "Difference: %s.\n\n", markdown.Escape(v.Note))
		}
		mdPlain(w, &v.plainTable)
	}
}
