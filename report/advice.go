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

// A Reader describes the reader of a report: the use of a serializer, and the codec in use now. Verdicts depend on it.
type Reader struct {
	For Preset // use; the zero Preset stands for the first of Presets
	Now string // codec in use now; "" if unknown
	// Code tells, by codec, whether users generate or write code for each type. A missing codec is unknown.
	Code map[string]bool
}

// preset returns the reader's use.
func (r *Reader) preset() *Preset {
	if r.For.Name == "" {
		return &Presets[0]
	}
	return &r.For
}

// A contender is a line with a bill.
type contender struct {
	*line
	Min, Max float64    // dollars a month at the interval bounds of both times; the bill's dollars if there are no intervals
	Excluded string     // reason for the exclusion; "" if the line is not excluded
	Met      []string   // needs that the codec meets, with reasons
	Open     []openNeed // needs about which nothing is known
}

// An openNeed is a need of which it is not known whether a codec meets it.
type openNeed struct {
	Need Need
	Why  string // reason why it cannot be found out; "" if examining the row finds it out
}

// The ranks of contenders: those that the verdict may recommend, those that it may not recommend because something is not known about them,
// and excluded ones.
const (
	eligible = iota
	unsure
	excluded
)

// rank returns the rank of a contender. A verdict recommends only eligible ones.
func (c *contender) rank() int {
	switch {
	case c.Excluded != "":
		return excluded
	case len(c.Open) > 0 || c.noisy():
		return unsure
	}
	return eligible
}

// contenders returns the lines that have a bill, without references, by rank and then by cost.
func contenders(p *Preset, lines []*line) []contender {
	var list []contender
	for _, l := range lines {
		if l.Bill == nil || l.Row.Reference {
			continue
		}
		c := contender{line: l}
		c.Min, c.Max = c.Bill.Dollar, c.Bill.Dollar
		if c.exact() {
			c.Min, c.Max = p.bill(l.Enc.Ns.Lo, l.Dec.Ns.Lo, l.Row.Size).Dollar, p.bill(l.Enc.Ns.Hi, l.Dec.Ns.Hi, l.Row.Size).Dollar
		}
		c.Excluded, c.Met, c.Open = l.judge(p)
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b contender) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.Bill.Dollar, b.Bill.Dollar))
	})
	return list
}

// exact reports whether both times have intervals.
func (c *contender) exact() bool { return c.Enc.Ns.Finite() && c.Dec.Ns.Finite() }

// judge returns the reasons why a line is excluded for a use, or "", the needs that it meets, and the needs about which nothing is known.
func (l *line) judge(p *Preset) (excluded string, met []string, open []openNeed) {
	var reasons []string
	if l.Row.LosesSamples() {
		reasons = append(reasons, "loses sample values")
	}
	for _, n := range p.Needs {
		switch a := l.answer(n); {
		case !a.Known:
			open = append(open, openNeed{n, a.Why})
		case a.Met:
			met = append(met, n.title()+" ("+a.Why+")")
		default:
			reasons = append(reasons, a.Why)
		}
	}
	return strings.Join(reasons, "; "), met, open
}

const (
	maxNear     = 3 // maximum number of codecs of similar cost that the verdict names
	maxExcluded = 2 // maximum number of excluded codecs that the verdict names
)

// An advice is the verdict for a use. advice.js writes the same texts.
type advice struct {
	Text    string // the recommendation and its reasons
	Use     *line  // the recommended line; nil for none
	Open    string // sentences about the codecs that would be cheaper, but about which something is not known
	CanFind bool   // an examination finds out what Open says
}

// advise returns the verdict for a preset on the lines of a class. Costs that differ by at most slack, a fraction, count as the same. It
// recommends a line only if the line is known to meet all needs.
func advise(p *Preset, lines []*line, slack float64) advice {
	list := contenders(p, lines)
	if len(list) == 0 {
		return advice{Text: nothingMeasured}
	}
	best := list[0]
	var a advice
	switch {
	case best.rank() == excluded:
		return advice{Text: fmt.Sprintf("For %s, no codec meets all needs. %s", p.Title, exclusions("Excluded", list))}
	case best.rank() == unsure && slices.ContainsFunc(list, func(c contender) bool { return c.rank() == unsure && len(c.Open) == 0 }):
		a.Text = fmt.Sprintf("For %s, the run is too noisy to decide. %s", p.Title, quieter)
	case best.rank() == unsure:
		a.Text = fmt.Sprintf("For %s, no codec is known to meet all needs.", p.Title)
	default:
		a.Use, a.Text = best.line, recommendation(p, list, slack)
	}
	a.Open, a.CanFind = openText(list)
	return a
}

// recommendation returns the sentences about the first contender, which is recommended, and about the others that cost less or about the same.
func recommendation(p *Preset, list []contender, slack float64) string {
	best := list[0]
	var near, unclear []string
	var cheaper []contender
	for _, c := range list[1:] {
		switch {
		case c.rank() == eligible && (c.Min <= best.Max || c.Bill.Dollar <= best.Bill.Dollar*(1+slack)):
			if c.Bill.Dollar > maxTie*best.Bill.Dollar {
				unclear = append(unclear, c.Row.Codec)
			} else {
				near = append(near, c.Row.Codec)
			}
		case c.rank() == unsure && len(c.Open) == 0:
			unclear = append(unclear, c.Row.Codec)
		case c.rank() == excluded && c.Bill.Dollar < best.Bill.Dollar:
			cheaper = append(cheaper, c)
		}
	}
	text := fmt.Sprintf("For %s, use %s: %s for %s messages a second%s.", p.Title, best.Row.Codec, best.Bill, count(p.Rate), cheapestOf(p, list))
	if len(best.Met) > 0 {
		text += " It is " + strings.Join(best.Met, ", and ") + "."
	}
	if len(near) > 0 {
		text += " About the same: " + someOf(near, maxNear) + "."
	}
	if len(unclear) > 0 {
		text += " The run is too noisy to compare the cost of " + someOf(unclear, maxNear) + "."
	}
	if !best.exact() {
		text += " There are too few rounds for intervals."
	}
	if len(cheaper) > 0 {
		text += " " + exclusions("Cheaper, but excluded", cheaper)
	}
	return text
}

// cheapestOf returns a clause with the number of codecs that the recommended one is the cheapest of.
func cheapestOf(p *Preset, list []contender) string {
	n, noisy := 0, 0
	for _, c := range list {
		switch {
		case c.rank() == eligible:
			n++
		case c.rank() == unsure && len(c.Open) == 0:
			noisy++
		}
	}
	which := "without losses"
	if len(p.Needs) > 0 {
		which = "known to meet all needs"
	}
	switch all := n+noisy == len(list); {
	case n == 1 && (all || noisy > 0):
		return ""
	case all:
		return fmt.Sprintf(", the cheapest of %d codecs", n)
	case n == 1:
		return ", the only codec " + which
	}
	return fmt.Sprintf(", the cheapest of the %d %s", n, which)
}

// openText returns sentences about the contenders about which something is not known. If there is an eligible contender, they are only about
// the cheaper ones. canFind reports whether an examination can find something out.
func openText(list []contender) (text string, canFind bool) {
	kind := ""
	if list[0].rank() == eligible {
		kind = "cheaper "
	}
	var find, never []contender
	var reasons []string
	for _, c := range list {
		if c.rank() != unsure || len(c.Open) == 0 || kind != "" && c.Bill.Dollar >= list[0].Bill.Dollar {
			continue
		}
		why := ""
		for _, o := range c.Open {
			why = cmp.Or(why, o.Why)
		}
		if why == "" {
			find = append(find, c)
			continue
		}
		if never = append(never, c); !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	if len(find) > 0 {
		text += fmt.Sprintf(" It is not known whether %s.", openClause(find, kind))
	}
	if len(never) > 0 {
		text += fmt.Sprintf(" It could not be found out whether %s (%s).", openClause(never, kind), someOf(reasons, maxExcluded))
	}
	return strings.TrimSpace(text), len(find) > 0
}

// openClause returns a clause with the number of contenders and the needs about which nothing is known: "3 cheaper codecs are safe with
// hostile input".
func openClause(list []contender, kind string) string {
	var titles []string
	for _, n := range needs {
		if slices.ContainsFunc(list, func(c contender) bool {
			return slices.ContainsFunc(c.Open, func(o openNeed) bool { return o.Need == n.Need })
		}) {
			titles = append(titles, n.Title)
		}
	}
	verb := "codecs are"
	if len(list) == 1 {
		verb = "codec is"
	}
	return fmt.Sprintf("%d %s%s %s", len(list), kind, verb, someOf(titles, len(titles)))
}

// exclusions returns a sentence that names the first excluded codecs in list, with the reasons.
func exclusions(lead string, list []contender) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, c.Row.Codec+" ("+c.Excluded+")")
	}
	return lead + ": " + someOf(parts, maxExcluded) + "."
}

// String returns the bill as text: "0.0028 cores, 3.8 Mbit/s and $0.09 a month".
func (b *bill) String() string {
	return fmt.Sprintf("%s cores, %s Mbit/s and %s a month", amount(b.Cores), amount(b.Mbit), dollars(b.Dollar))
}

// costOfKeeping returns sentences that compare the codec in use now with the recommended line use. The row is that of the codec in use now;
// nil if there is none.
func costOfKeeping(p *Preset, now string, use *line, v *classView, row *measure.Row) string {
	i := slices.IndexFunc(v.Lines, func(l *line) bool { return l.Row.Codec == now && l.Bill != nil })
	switch {
	case i < 0 && row != nil && !row.Measured():
		return fmt.Sprintf("%s was not measured: %s: %s.", now, row.Status, failureText(row))
	case i < 0:
		return now + " was not measured."
	case use == nil || use.Bill == nil:
		return ""
	case use.Row.Codec == now:
		return now + " is in use already: keep it."
	}
	l := v.Lines[i]
	if l.noisy() || use.noisy() {
		return "The run is too noisy to tell the cost of keeping " + now + "."
	}
	a, b := l.Bill, use.Bill
	text := fmt.Sprintf("%s takes %s %s's time", now, times(p.busy(l.Enc.Ns.Center, l.Dec.Ns.Center)/p.busy(use.Enc.Ns.Center, use.Dec.Ns.Center)), use.Row.Codec)
	more := []string{amount(math.Abs(a.Cores-b.Cores)) + " cores"}
	signs := []float64{a.Cores - b.Cores}
	if l.Row.Size > 0 && use.Row.Size > 0 {
		text += fmt.Sprintf(" and %s its bytes", times(l.Row.Size/use.Row.Size))
		more, signs = append(more, amount(math.Abs(a.Mbit-b.Mbit))+" Mbit/s"), append(signs, a.Mbit-b.Mbit)
	}
	if !p.bySpeed() {
		more, signs = append(more, dollars(math.Abs(a.Dollar-b.Dollar))+" a month"), append(signs, a.Dollar-b.Dollar)
	}
	text += fmt.Sprintf("; at %s messages a second that is %s", count(p.Rate), differences(more, signs))
	switch reason, _, open := l.judge(p); {
	case reason != "":
		text += ". " + now + " is excluded: " + reason
	case len(open) > 0:
		var titles []string
		for _, o := range open {
			titles = append(titles, o.Need.title())
		}
		text += ". It is not known whether " + now + " is " + someOf(titles, len(titles))
	}
	return text + "."
}

// times formats a ratio for use in front of a name: "27 times", or "about" for a ratio near 1.
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

// amount formats a number with two significant digits, or as an integer from 100 on: "0.0028", "27", "1,234".
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

// dollars formats an amount of money for a sentence: "$0.09", "$1,234".
func dollars(v float64) string {
	if text := money(v); text[0] != '<' {
		return "$" + text
	}
	return "less than $0.01"
}

// money formats an amount of money for a table: "0.09", "1,234", "<0.01".
func money(v float64) string {
	switch {
	case v > 0 && v < 0.005:
		return "<0.01"
	case v < 99.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return count(math.Round(v))
}
