package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// A Reader describes the reader of a report: the use of a serializer, and the codec in use now. Verdicts depend on it.
type Reader struct {
	For verdict.Preset // use; the zero Preset stands for the first of Presets
	Now string         // codec in use now; "" if unknown
	// Code tells, by codec, whether users generate or write code for each type. A missing codec is unknown.
	Code map[string]bool
}

// preset returns the reader's use.
func (r *Reader) preset() *verdict.Preset {
	if r.For.Name == "" {
		return &verdict.Presets[0]
	}
	return &r.For
}

const (
	maxNear     = 3 // maximum number of codecs of similar cost that the verdict names
	maxExcluded = 2 // maximum number of excluded codecs that the verdict names
)

// adviceText returns the recommendation for a use and its reasons. As long as the run is unfinished, answers about needs are missing. advice.js writes the same texts.
func adviceText(a *verdict.Advice, unfinished bool) string {
	title := a.For.Title
	switch {
	case len(a.List) == 0:
		return nothingMeasured
	case a.Use != nil:
		return recommendation(a)
	case a.List[0].Standing() == verdict.RuledOut:
		return fmt.Sprintf("For %s, no codec meets all needs. %s", title, exclusions("Excluded", a.List))
	case len(a.Open) > 0:
		return fmt.Sprintf("For %s, the run is too noisy to decide: any of %s may be the cheapest. %s", title, someOf(contenderNames(a.Open), 5), quieter)
	case unfinished:
		return fmt.Sprintf("For %s, there is no verdict yet, since the run is not finished.", title)
	}
	return fmt.Sprintf("For %s, no codec is known to meet all needs.", title)
}

// recommendation returns the sentences about the recommended codec, and about the others that cost less or about the same.
func recommendation(a *verdict.Advice) string {
	best := a.Use
	text := fmt.Sprintf("For %s, use %s: %s for %s messages a second%s.", a.For.Title, best.Row.Codec, billText(best.Bill), result.Count(a.For.Rate), cheapestOf(a))
	if len(best.Met) > 0 {
		text += " It is " + strings.Join(best.Met, ", and ") + "."
	}
	if len(a.Near) > 0 {
		text += " About the same: " + someOf(contenderNames(a.Near), maxNear) + "."
	}
	if !best.Cost.Finite() {
		text += " There are too few rounds for intervals."
	}
	if len(a.Cheaper) > 0 {
		text += " " + exclusions("Cheaper, but excluded", a.Cheaper)
	}
	return text
}

func contenderNames(list []verdict.Contender) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.Row.Codec)
	}
	return names
}

// cheapestOf returns a clause with the number of codecs that the recommended one is the cheapest of.
func cheapestOf(a *verdict.Advice) string {
	n := a.Count()
	which := "without losses"
	if len(a.For.Needs) > 0 {
		which = "known to meet all needs"
	}
	switch all := n == len(a.List); {
	case n == 1 && all:
		return ""
	case all:
		return fmt.Sprintf(", the cheapest of %d codecs", n)
	case n == 1:
		return ", the only codec " + which
	}
	return fmt.Sprintf(", the cheapest of the %d %s", n, which)
}

// openText returns sentences about the contenders about which something is not known.
func openText(a *verdict.Advice) string {
	kind, text := "", ""
	if a.Use != nil {
		kind = "cheaper "
	}
	if len(a.Find) > 0 {
		text += fmt.Sprintf(" It is not known whether %s.", openClause(a.Find, kind))
	}
	if len(a.Never) > 0 {
		text += fmt.Sprintf(" It could not be found out whether %s (%s).", openClause(a.Never, kind), someOf(a.Why, maxExcluded))
	}
	return strings.TrimSpace(text)
}

// openClause returns a clause with the number of contenders and the needs about which nothing is known: "3 cheaper codecs are safe with
// hostile input".
func openClause(list []verdict.Contender, kind string) string {
	var titles []string
	for _, n := range verdict.Needs {
		if slices.ContainsFunc(list, func(c verdict.Contender) bool {
			return slices.ContainsFunc(c.Open, func(o verdict.OpenNeed) bool { return o.Need == n.Need })
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
func exclusions(lead string, list []verdict.Contender) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, c.Row.Codec+" ("+c.Excluded+")")
	}
	return lead + ": " + someOf(parts, maxExcluded) + "."
}

// billText returns a bill as text: "0.0028 cores, 3.8 Mbit/s and $0.09 a month".
func billText(b *verdict.Bill) string {
	return fmt.Sprintf("%s cores, %s Mbit/s and %s a month", amount(b.Cores), amount(b.Mbit), dollars(b.Dollar))
}

// costOfKeeping returns sentences that compare the codec in use now with the recommended line use. The row is that of the codec in use now;
// nil if there is none.
func costOfKeeping(p *verdict.Preset, now string, use *line, v *classView, row *measure.Row) string {
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
	if l.Noisy() || use.Noisy() {
		return "The run is too noisy to tell the cost of keeping " + now + "."
	}
	a, b := l.Bill, use.Bill
	text := fmt.Sprintf("%s takes %s %s's time", now, times(p.Busy(l.Enc.Ns.Center, l.Dec.Ns.Center)/p.Busy(use.Enc.Ns.Center, use.Dec.Ns.Center)), use.Row.Codec)
	if l.Row.Wire == use.Row.Wire {
		text += " (both write " + l.Row.Wire + ")"
	}
	more := []string{amount(math.Abs(a.Cores-b.Cores)) + " cores"}
	signs := []float64{a.Cores - b.Cores}
	if l.Row.Size > 0 && use.Row.Size > 0 {
		text += fmt.Sprintf(" and %s its bytes", times(l.Row.Size/use.Row.Size))
		more, signs = append(more, amount(math.Abs(a.Mbit-b.Mbit))+" Mbit/s"), append(signs, a.Mbit-b.Mbit)
	}
	more, signs = append(more, dollars(math.Abs(a.Dollar-b.Dollar))+" a month"), append(signs, a.Dollar-b.Dollar)
	text += fmt.Sprintf("; at %s messages a second that is %s", result.Count(p.Rate), differences(more, signs))
	switch reason, _, open := l.Judge(p); {
	case reason != "":
		text += ". " + now + " is excluded: " + reason
	case len(open) > 0:
		var titles []string
		for _, o := range open {
			titles = append(titles, o.Need.Title())
		}
		text += ". It is not known whether " + now + " is " + someOf(titles, len(titles))
	case a.Dollar-b.Dollar <= v.Noise*a.Dollar:
		text += ". Stay with " + now + ": the difference is within the noise"
	case a.Dollar-b.Dollar < stayDollars:
		text += fmt.Sprintf(". Stay with %s, unless you send many more messages: a change saves less than $%d a month", now, stayDollars)
	}
	return text + "."
}

// stayDollars is the saving a month, in dollars, below which the verdict says to stay: nobody changes a format for less.
const stayDollars = 5

// aboutText returns sentences about the fields that a tag hides from the row's serializer, whose values are not in messages, about those that a tag
// hides from other serializers only, and about messages that are parts of a stream. It returns "" if there are none.
func aboutText(r *measure.Row) string {
	var parts []string
	if len(r.Hidden) > 0 {
		parts = append(parts, fmt.Sprintf("Messages of %s do not have %s, because of a tag.", r.Codec, someOf(r.Hidden, 3)))
	}
	if len(r.Sends) > 0 {
		parts = append(parts, fmt.Sprintf("%s sends %s, which a tag hides from other serializers: `bale:\"skip\"` leaves it out of all.", r.Codec, someOf(r.Sends, 3)))
	}
	if r.Stream {
		parts = append(parts, fmt.Sprintf("Messages of %s are parts of one stream: no other program can decode one.", r.Codec))
	}
	return strings.Join(parts, " ")
}

// outlivesText returns a sentence about the winner by speed alone, if it is known to decode wrong values when the type changes, or "".
func outlivesText(l *line) string {
	if a := l.Evolution(); a.Known && !a.Met {
		return fmt.Sprintf("If the type changes, it %s.", strings.Replace(a.Why, "an earlier program decodes", "lets an earlier program decode", 1))
	}
	return ""
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
		return result.Count(math.Round(v))
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
	return result.Count(math.Round(v))
}
