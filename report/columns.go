package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bale/result"
)

// A column is one column of a table.
type column struct {
	title string
	left  bool // aligned left, else right
	text  func(*line) string
	width int // set when the lines are known
}

// A detail is how much a table tells; each next one tells less.
type detail struct {
	intervals bool // of the ratios
	memory    bool // B/op and allocs/op
	size      bool
	version   bool
}

var details = []detail{
	{intervals: true, memory: true, size: true, version: true},
	{intervals: true, memory: true, size: true},
	{memory: true, size: true, version: true},
	{memory: true, size: true},
	{size: true},
	{},
}

// choose returns the columns of the most telling detail that fits; of none, the least.
func (p *printer) choose(lines []*line) []column {
	var columns []column
	for _, d := range details {
		columns = d.columns()
		total := 2 * (len(columns) - 1)
		for i := range columns {
			total += columns[i].measure(lines)
		}
		if total <= p.opts.Width {
			break
		}
	}
	return columns
}

// columns lists the columns of a table, in order.
func (d detail) columns() []column {
	encode := func(l *line) *result.Cell { return l.Enc }
	decode := func(l *line) *result.Cell { return l.Dec }
	list := []column{
		{title: "enc", text: func(l *line) string { return l.EncRank }},
		{title: "dec", text: func(l *line) string { return l.DecRank }},
		{title: "codec", left: true, text: nameText},
	}
	list = append(list, d.cellColumns("encode", encode)...)
	list = append(list, d.cellColumns("decode", decode)...)
	if d.size {
		list = append(list, column{title: "size", text: func(l *line) string { return size(l.Row.Size) }})
	}
	if d.version {
		list = append(list, column{title: "version", left: true, text: func(l *line) string { return ShortVersion(l.Row.Version) }})
	}
	return list
}

// nameText is a codec's name with the mark of its footnote.
func nameText(l *line) string {
	if l.Note == 0 {
		return l.Row.Codec
	}
	return fmt.Sprintf("%s [%d]", l.Row.Codec, l.Note)
}

// cellColumns are the columns of one operation.
func (d detail) cellColumns(op string, cell func(*line) *result.Cell) []column {
	col := func(title string, left bool, text func(*result.Cell) string) column {
		return column{title: title, left: left, text: func(l *line) string {
			if cell(l) == nil {
				return "-"
			}
			return text(cell(l))
		}}
	}
	ratio := ratioShort
	if d.intervals {
		ratio = ratioFull
	}
	list := []column{
		col(op, false, func(c *result.Cell) string { return duration(c.Ns.Center) }),
		col("±", false, func(c *result.Cell) string { return strings.TrimPrefix(plusMinus(c.Ns), "±") }),
		col("vs best", d.intervals, ratio),
	}
	if d.memory {
		list = append(list,
			col("B/op", false, func(c *result.Cell) string { return count(c.Bytes) }),
			col("allocs", false, func(c *result.Cell) string { return count(c.Allocs) }))
	}
	return list
}

// measure sets the width that holds every line.
func (c *column) measure(lines []*line) int {
	c.width = utf8.RuneCountInString(c.title)
	for _, l := range lines {
		c.width = max(c.width, utf8.RuneCountInString(c.text(l)))
	}
	return c.width
}

func pad(s string, width int, left bool) string {
	fill := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
	if left {
		return s + fill
	}
	return fill + s
}
