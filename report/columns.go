package report

import (
	"fmt"
	"strings"

	"bale/report/term"
	"bale/result"
	"bale/runner/measure"
)

// A column is one column of a table.
type column struct {
	title string
	left  bool // aligned left, else right
	gap   int  // spaces before it
	text  func(*line) string
	width int // set by measure
	min   int // minimum width when the table does not fit; 0 if the column must not shrink
}

// A detail selects the columns of a table.
type detail struct {
	ranks     bool // ranks of encode and of decode
	ratio     bool
	intervals bool // intervals of the ratios
	spread    bool // half-widths of the times' intervals
	walls     bool // wall times
	memory    bool // B/op and allocs/op of each operation
	allocs    bool // allocs/op of both operations in one column
	rank      bool
	size      bool
	cost      bool // dollars a month
	converts  bool // shares of conversions
	version   bool
	strings   bool // whether decoded strings have their own memory
	class     bool // parts of the class that are not the default
	notes     bool // numbers of notes
	name      int  // minimum width of the name; 0 if it must not shrink
}

// details lists the details of a ranking, the widest first.
var details = []detail{
	{rank: true, ranks: true, ratio: true, spread: true, size: true, memory: true, intervals: true, version: true},
	{rank: true, ranks: true, ratio: true, spread: true, size: true, memory: true, intervals: true},
	{rank: true, ranks: true, ratio: true, spread: true, size: true, memory: true, version: true},
	{rank: true, ranks: true, ratio: true, spread: true, size: true, memory: true},
	{rank: true, ranks: true, ratio: true, spread: true, size: true, allocs: true},
	{rank: true, ratio: true, spread: true, size: true, allocs: true, name: 16},
	{rank: true, spread: true, size: true, allocs: true, name: 14},
	{spread: true, size: true, allocs: true, name: 12},
	{size: true, allocs: true, name: 8},
	{size: true, name: 8},
	{name: 1},
}

// classDetails lists the details of a table with one line for each class, the widest first.
var classDetails = []detail{
	{class: true, rank: true, spread: true, size: true, allocs: true, name: 16},
	{class: true, rank: true, spread: true, name: 12},
	{class: true, name: 1},
}

// choose returns the columns of the first detail that fits the width, or of the last detail if none fits. With cost, details with sizes also
// have costs.
func (p *printer) choose(details []detail, lines []*line, cost bool) []column {
	var columns []column
	for _, d := range details {
		d.cost = cost && d.size
		columns = d.columns()
		total := 0
		for i := range columns {
			total += columns[i].gap + columns[i].measure(lines)
		}
		if shrink(columns, total-p.opts.Width) {
			widen(columns, p.opts.Width-total)
			break
		}
	}
	return columns
}

// widen makes all gaps two spaces wide if there is room for that.
func widen(columns []column, room int) {
	narrowGaps := 0
	for i := range columns {
		if columns[i].gap == 1 {
			narrowGaps++
		}
	}
	if narrowGaps <= room {
		for i := range columns {
			columns[i].gap = max(columns[i].gap, min(2, 2*i))
		}
	}
}

// shrink makes columns narrower by excess in total, as far as their minimum widths permit. It reports whether that was enough.
func shrink(columns []column, excess int) bool {
	for i := range columns {
		if c := &columns[i]; c.min > 0 {
			cut := max(0, min(excess, c.width-c.min))
			c.width -= cut
			excess -= cut
		}
	}
	return excess <= 0
}

// columns lists the columns of a table, in order.
func (d detail) columns() []column {
	var list []column
	add := func(when bool, c column) {
		if when {
			if c.gap = 2; len(list) == 0 {
				c.gap = 0
			}
			list = append(list, c)
		}
	}
	add(d.class, column{title: "class", left: true, min: 8, text: func(l *line) string { return classText(l.mode()) }})
	add(d.rank, column{title: "rank", text: func(l *line) string { return l.Rank }})
	add(d.ranks, column{title: "enc", text: func(l *line) string { return l.EncRank }})
	add(d.ranks, column{title: "dec", text: func(l *line) string { return l.DecRank }})
	add(true, column{title: "codec", left: true, min: d.name, text: d.codec})
	for _, c := range d.cellColumns("encode", func(l *line) *result.Cell { return l.Enc }) {
		add(true, c)
	}
	for _, c := range d.cellColumns("decode", func(l *line) *result.Cell { return l.Dec }) {
		add(true, c)
	}
	add(d.allocs, column{title: "allocs", text: bothAllocs})
	add(d.size, column{title: "size", text: sizeText})
	add(d.cost, column{title: "$/month", text: costText})
	add(d.converts, column{title: "conversion", text: func(l *line) string { return conversionText(l.Row) }})
	add(d.strings, column{title: "strings", left: true, text: stringsOf})
	add(d.version, column{title: "version", left: true, text: func(l *line) string { return ShortVersion(l.Row.Version) }})
	for i := range list {
		if list[i].title == "±" || list[i].title == "ratio" {
			list[i].gap = 1
		}
	}
	return list
}

// sizeText returns the mean encoded bytes of a line, or a dash if they are not known.
func sizeText(l *line) string {
	if !l.Row.Sized() {
		return "-"
	}
	return result.Count(l.Row.Size)
}

// stringsOf returns own or shared, or "" for a reference and for a row without strings.
func stringsOf(l *line) string {
	if l.Row.Reference {
		return ""
	}
	return string(l.Row.Strings)
}

// costText returns the cost of a line in dollars a month, "excluded", or a dash if the cost is not known. A question mark follows the cost of
// a line that may not meet the needs, or whose cost is too noisy.
func costText(l *line) string {
	switch {
	case l.Row.Reference || l.Bill == nil:
		return "-"
	case l.Excluded:
		return "excluded"
	case l.Unsure:
		return money(l.Bill.Dollar) + "?"
	}
	return money(l.Bill.Dollar)
}

// classText returns the parts of a class that are not the default, or "default".
func classText(m measure.Mode) string {
	var words []string
	defaults := measure.DefaultMode.Words()
	for i, word := range m.Words() {
		if word != defaults[i] {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return "default"
	}
	return strings.Join(words, ",")
}

// bothAllocs returns the allocations to encode and to decode: "1/5".
func bothAllocs(l *line) string {
	text := func(c *result.Cell) string {
		if c == nil {
			return "-"
		}
		return shortCount(c.Allocs)
	}
	return text(l.Enc) + "/" + text(l.Dec)
}

// codec returns the codec's name, with the number of its note if the detail has notes, else with a star if it loses sample values, and with sharedMark.
func (d detail) codec(l *line) string {
	switch {
	case d.notes && l.Note > 0:
		return fmt.Sprintf("%s [%d]", l.Row.Codec, l.Note)
	case d.notes:
		return l.Row.Codec
	}
	name := l.Row.Codec
	if l.Row.LosesSamples() {
		name += "*"
	}
	if l.Shares {
		name += sharedMark
	}
	return name
}

// cellColumns returns the columns of one operation.
func (d detail) cellColumns(op string, cell func(*line) *result.Cell) []column {
	col := func(title string, left bool, text func(*result.Cell) string) column {
		return column{title: title, left: left, text: func(l *line) string {
			if cell(l) == nil {
				return "-"
			}
			return text(cell(l))
		}}
	}
	list := []column{col(op, false, func(c *result.Cell) string { return duration(c.Ns.Center) })}
	if d.spread {
		list = append(list, col("±", false, func(c *result.Cell) string { return strings.TrimPrefix(plusMinus(c.Ns), "±") }))
	}
	if d.walls {
		list = append(list, col("wall", false, func(c *result.Cell) string { return duration(c.Wall.Center) }))
	}
	switch {
	case d.ratio && d.intervals:
		list = append(list, col("ratio", true, ratioFull))
	case d.ratio:
		list = append(list, col("ratio", false, ratioShort))
	}
	if d.memory {
		list = append(list,
			col("B/op", false, func(c *result.Cell) string { return result.Count(c.Bytes) }),
			col("allocs", false, func(c *result.Cell) string { return result.Count(c.Allocs) }))
	}
	return list
}

// measure sets the column's width to that of its longest text, and returns it.
func (c *column) measure(lines []*line) int {
	c.width = term.Width(c.title)
	for _, l := range lines {
		c.width = max(c.width, term.Width(c.text(l)))
	}
	return c.width
}
