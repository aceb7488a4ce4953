package report

import (
	"fmt"
	"strings"

	"bale/report/term"
	"bale/runner/measure"
)

// conversionText returns the shares of conversions in the times of a row to encode and to decode: "24/31 % conversion". It returns "" if they are not known.
func conversionText(r *measure.Row) string {
	if c := r.Conversion; c != nil {
		return fmt.Sprintf("%.0f/%.0f %% conversion", 100*c.Encode, 100*c.Decode)
	}
	return ""
}

// converting returns the lines of which the shares of conversions are known.
func converting(lines []*line) (list []*line) {
	for _, l := range lines {
		if l.Row.Conversion != nil {
			list = append(list, l)
		}
	}
	return list
}

// conversions prints a line with the shares of conversions in the times of rows.
func (p *printer) conversions(lines []*line) {
	var texts []string
	for _, l := range converting(lines) {
		texts = append(texts, l.Row.Codec+" "+strings.TrimSuffix(conversionText(l.Row), " % conversion"))
	}
	if lead, what := "conversion  ", "% of encode/decode: "; len(texts) > 0 {
		p.wrapped(lead, what+fitNames(texts, p.opts.Width-term.Width(lead+what)))
	}
}
