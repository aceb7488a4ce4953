package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bale/measure"
)

// A Reader is somebody who reads a report: what matters to them, and what they have.
type Reader struct {
	For Preset // the zero Preset is the first of Presets
	Now string // the codec in use now, "" where nothing was said
	// Code says of codecs whether code has to be generated or written for each type. It is not known of codecs that are missing.
	Code map[string]bool
}

// preset is what matters to the reader.
func (r *Reader) preset() *Preset {
	if r.For.Name == "" {
		return &Presets[0]
	}
	return &r.For
}

// A contender is a line with a bill.
type contender struct {
	*line
	Least, Most float64  // dollars, at the bounds of both times if they have some
	Excluded    string   // the reason, "" for none
	Met         []string // needs, with reasons
	Unknown     []string // needs of which nothing is known
}

// contenders are the lines that have a bill: first those that have what the preset needs, then the excluded ones; the cheapest first.
func contenders(p *Preset, lines []*line) []contender {
	var list []contender
	for _, l := range lines {
		if l.Bill == nil || l.Row.Reference {
			continue
		}
		c := contender{line: l}
		c.Least, c.Most = c.Bill.Dollar, c.Bill.Dollar
		if c.exact() {
			c.Least, c.Most = p.bill(l.Enc.Ns.Lo, l.Dec.Ns.Lo, l.Row.Size).Dollar, p.bill(l.Enc.Ns.Hi, l.Dec.Ns.Hi, l.Row.Size).Dollar
		}
		c.Excluded, c.Met, c.Unknown = l.judge(p)
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b contender) int {
		return cmp.Or(boolCompare(a.Excluded != "", b.Excluded != ""), cmp.Compare(a.Bill.Dollar, b.Bill.Dollar))
	})
	return list
}

// exact says that the times have intervals.
func (c *contender) exact() bool { return c.Enc.Ns.Finite() && c.Dec.Ns.Finite() }

// judge says why a line does not do for a use, "" if it does, which needs it meets, and which are not known of it.
func (l *line) judge(p *Preset) (excluded string, met, unknown []string) {
	var reasons []string
	if l.Row.Loses() {
		reasons = append(reasons, "loses sample values")
	}
	for _, n := range p.Needs {
		switch a := l.answer(n); {
		case !a.Known:
			unknown = append(unknown, n.title())
		case a.Met:
			met = append(met, n.title()+" ("+a.Why+")")
		default:
			reasons = append(reasons, a.Why)
		}
	}
	return strings.Join(reasons, "; "), met, unknown
}

const (
	maxNear     = 3 // codecs that a sentence names beside the one to use
	maxExcluded = 2
)

// advise says which codec to use for a preset, and why. The lines are those of a class; differences up to slack, a fraction, do not count.
// page.js writes the same text.
func advise(p *Preset, lines []*line, slack float64) (text string, use *line) {
	list := contenders(p, lines)
	switch {
	case len(list) == 0:
		return nothingMeasured, nil
	case list[0].Excluded != "":
		return fmt.Sprintf("For %s, no codec has what is needed. %s", p.Title, exclusions("Excluded", list)), nil
	}
	best := list[0]
	var near []string
	var cheaper []contender
	fit := 0
	for i, c := range list {
		if c.Excluded == "" {
			fit++
		}
		switch {
		case i == 0:
		case c.Excluded == "" && (c.Least <= best.Most || c.Bill.Dollar <= best.Bill.Dollar*(1+slack)):
			near = append(near, c.Row.Codec)
		case c.Excluded != "" && c.Bill.Dollar < best.Bill.Dollar:
			cheaper = append(cheaper, c)
		}
	}
	text = fmt.Sprintf("For %s, use %s: %s for %s messages a second", p.Title, best.Row.Codec, best.Bill, count(p.Rate))
	if fit > 1 {
		text += fmt.Sprintf(", the least of %d codecs", fit)
	}
	text += "."
	if len(best.Met) > 0 {
		text += " It is " + strings.Join(best.Met, ", and ") + "."
	}
	if len(near) > 0 {
		text += " About the same: " + someOf(near, maxNear) + "."
	}
	if !best.exact() {
		text += " There are too few rounds for intervals."
	}
	if len(cheaper) > 0 {
		text += " " + exclusions("Cheaper, but excluded", cheaper)
	}
	if len(best.Unknown) > 0 {
		text += fmt.Sprintf(" Not known of %s: %s.", best.Row.Codec, strings.Join(best.Unknown, ", "))
	}
	return text, best.line
}

// exclusions is a sentence that names the first of some excluded codecs, with the reasons.
func exclusions(lead string, list []contender) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, c.Row.Codec+" ("+c.Excluded+")")
	}
	return lead + ": " + someOf(parts, maxExcluded) + "."
}

// String is the bill in words: "0.0028 cores, 3.8 Mbit/s and $0.09 a month".
func (b *bill) String() string {
	return fmt.Sprintf("%s cores, %s Mbit/s and %s a month", amount(b.Cores), amount(b.Mbit), dollars(b.Dollar))
}

// stay says what it costs to keep the codec in use now, compared with another. The row is nil if there is no row of it.
func stay(p *Preset, now string, use *line, v *classView, row *measure.Row) string {
	i := slices.IndexFunc(v.Lines, func(l *line) bool { return l.Row.Codec == now && l.Bill != nil })
	switch {
	case i < 0 && row != nil && !row.Measured():
		return fmt.Sprintf("%s has no numbers here: %s: %s.", now, row.Status, failureText(row))
	case i < 0:
		return now + " has no numbers here."
	case use == nil || use.Bill == nil:
		return ""
	case use.Row.Codec == now:
		return now + " is what you have: stay with it."
	}
	l := v.Lines[i]
	a, b := l.Bill, use.Bill
	text := fmt.Sprintf("%s takes %s %s's time", now, times(p.busy(l.Enc.Ns.Center, l.Dec.Ns.Center)/p.busy(use.Enc.Ns.Center, use.Dec.Ns.Center)), use.Row.Codec)
	more := []string{amount(math.Abs(a.Cores-b.Cores)) + " cores"}
	signs := []float64{a.Cores - b.Cores}
	if l.Row.Size > 0 && use.Row.Size > 0 {
		text += fmt.Sprintf(" and %s its bytes", times(l.Row.Size/use.Row.Size))
		more, signs = append(more, amount(math.Abs(a.Mbit-b.Mbit))+" Mbit/s"), append(signs, a.Mbit-b.Mbit)
	}
	if !p.plain() {
		more, signs = append(more, dollars(math.Abs(a.Dollar-b.Dollar))+" a month"), append(signs, a.Dollar-b.Dollar)
	}
	text += fmt.Sprintf("; at %s messages a second that is %s", count(p.Rate), differences(more, signs))
	if why, _, _ := l.judge(p); why != "" {
		text += ". " + now + " is excluded: " + why
	}
	return text + "."
}

// times is a ratio in words, to stand before a name: "27 times".
func times(ratio float64) string {
	if math.Abs(ratio-1) < 0.05 {
		return "about"
	}
	return amount(ratio) + " times"
}

// differences joins amounts with their directions: "0.2 cores and 5 Mbit/s more", "0.2 cores more and 5 Mbit/s less".
func differences(amounts []string, signs []float64) string {
	word := func(v float64) string { return map[bool]string{true: " less", false: " more"}[v < 0] }
	last := word(signs[len(signs)-1])
	if !slices.ContainsFunc(signs, func(v float64) bool { return word(v) != last }) {
		return someOf(amounts, len(amounts)) + last
	}
	each := make([]string, len(amounts))
	for i, a := range amounts {
		each[i] = a + word(signs[i])
	}
	return someOf(each, len(each))
}

// amount writes a number to two digits, or to the last one before the decimal point: "0.0028", "27", "1,234".
func amount(v float64) string {
	switch {
	case v >= 99.5:
		return count(math.Round(v))
	case v > 0 && v < 0.0001:
		return "<0.0001"
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 2, 64), 64)
	if err != nil { // cannot happen: it was just formatted
		short = v
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// dollars writes an amount of money in a sentence: "$0.09", "$1,234".
func dollars(v float64) string {
	if text := money(v); text[0] != '<' {
		return "$" + text
	}
	return "less than $0.01"
}

// money writes an amount of money in a table: "0.09", "1,234", "<0.01".
func money(v float64) string {
	switch {
	case v > 0 && v < 0.005:
		return "<0.01"
	case v < 99.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return count(math.Round(v))
}
