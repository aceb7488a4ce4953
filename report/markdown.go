package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"bale/measure"
	"bale/result"
)

// Markdown writes everything there is to say of results as GitHub's Markdown: for each shape and class
// what to use, the ranking and its notes, then what could not run, what was lost, and where it was all
// measured. The verdicts are for the reader. It returns the first error of w.
func Markdown(w io.Writer, r *result.Results, reader Reader) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# Serializers compared\n\n")
	for _, s := range views(r, &reader) {
		fmt.Fprintf(b, "## %s\n\n", mdEscape(s.Name))
		for _, c := range s.Classes {
			mdClass(b, c)
		}
		mdProblems(b, s)
		if hasAspects(r, s.Name) {
			fmt.Fprintf(b, "### %s: beside the times\n\n", mdEscape(s.Name))
			mdAspects(b, r, s.Name)
		}
	}
	mdFacts(b, r)
	mdPublished(b, r)
	mdEnvironment(b, r)
	return b.Flush()
}

func mdClass(w io.Writer, c *classView) {
	fmt.Fprintf(w, "### %s: %s\n\n%s\n\n", mdEscape(c.Shape), c.Mode, mdEscape(c.Verdict))
	full := details[0]
	full.notes, full.cost = true, c.Cost != ""
	columns := full.columns()
	titles, rows := make([]string, len(columns)), make([][]string, len(c.Order))
	for i, col := range columns {
		titles[i] = col.title
		for k, l := range c.Order {
			rows[k] = append(rows[k], col.text(l))
		}
	}
	mdTable(w, titles, func(i int) bool { return columns[i].left }, rows)
	for i, note := range c.Notes {
		fmt.Fprintf(w, "%d. %s\n", i+1, mdEscape(note))
	}
	if len(c.Notes) > 0 {
		fmt.Fprintln(w)
	}
}

// mdTable writes a table whose columns are aligned left where left says so.
func mdTable(w io.Writer, titles []string, left func(column int) bool, rows [][]string) {
	rules := make([]string, len(titles))
	for i := range rules {
		rules[i] = "--:"
		if left(i) {
			rules[i] = ":--"
		}
	}
	fmt.Fprintf(w, "| %s |\n| %s |\n", strings.Join(titles, " | "), strings.Join(rules, " | "))
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = mdEscape(text)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
	fmt.Fprintln(w)
}

func mdProblems(w io.Writer, s *shapeView) {
	if len(s.Failed) > 0 {
		fmt.Fprintf(w, "### %s: no numbers for\n\n| codec | status | why |\n| :-- | :-- | :-- |\n", mdEscape(s.Name))
		for _, row := range s.Failed {
			fmt.Fprintf(w, "| %s | %s | %s |\n", mdEscape(row.Codec), row.Status, mdEscape(failureText(row)))
		}
		fmt.Fprintln(w)
	}
	if len(s.Lossy) > 0 {
		fmt.Fprintf(w, "### %s: what does not come back\n\n| codec | field | what | before | after |\n| :-- | :-- | :-- | :-- | :-- |\n", mdEscape(s.Name))
		for _, row := range s.Lossy {
			for _, l := range row.Losses {
				fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", mdEscape(row.Codec), mdEscape(lossPlace(l)), mdEscape(l.Kind), mdEscape(l.Before), mdEscape(l.After))
			}
		}
		fmt.Fprintln(w)
	}
}

func mdEnvironment(w io.Writer, r *result.Results) {
	fmt.Fprintf(w, "## Measured\n\n| | |\n| :-- | :-- |\n")
	for _, f := range conditions(r) {
		fmt.Fprintf(w, "| %s | %s |\n", f[0], mdEscape(f[1]))
	}
	fmt.Fprintln(w)
	for _, text := range explanations {
		fmt.Fprintf(w, "- %s\n", mdEscape(text))
	}
	if c := newDriftChart(r.Drift); c != nil {
		fmt.Fprintf(w, "- %s\n", mdEscape(c.Text))
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "- Warning: %s\n", mdEscape(warning))
	}
}

// conditions are where and when results were measured, as names and values.
func conditions(r *result.Results) [][2]string {
	e := r.Environment
	list := [][2]string{
		{"CPU", fmt.Sprintf("%s, %d logical", e.CPU, e.Procs)},
		{"system", e.GOOS + "/" + e.GOARCH},
		{"Go", e.Go},
		{"bale", e.Bale},
		{"date", e.Date},
		{"seed", fmt.Sprint(e.Seed)},
		{"noise floor", floors(&e)},
		{"sample values", sampleText(r.Samples)},
	}
	if len(r.LeftOut) > 0 {
		list = append(list, [2]string{"fields", strings.Join(r.LeftOut, "; ")})
	}
	if len(r.Ignored) > 0 {
		list = append(list, [2]string{"ignored", ignoredText(r)})
	}
	return list
}

// ignoredText says which differences the proofs of the round trips left out.
func ignoredText(r *result.Results) string {
	return "Not compared after the round trip: " + strings.Join(r.Ignored, ", ")
}

// floors has the noise floors: of one class, or of each.
func floors(e *result.Conditions) string {
	if len(e.NoiseFloors) == 1 {
		return fmt.Sprintf("noise floor %.1f%%", 100*e.NoiseFloors[0].Floor)
	}
	var parts []string
	for _, f := range e.NoiseFloors {
		parts = append(parts, fmt.Sprintf("%.1f%% (%s)", 100*f.Floor, f.Mode))
	}
	if len(parts) == 0 {
		return "noise floor not known"
	}
	return "noise floors " + strings.Join(parts, ", ")
}

// sampleText says how many sample values there were.
func sampleText(list []result.Samples) string {
	var parts []string
	for _, s := range list {
		parts = append(parts, fmt.Sprintf("%s %s", s.Shape, count(float64(s.Values))))
	}
	return strings.Join(parts, ", ")
}

// explanations say how to read the tables.
var explanations = []string{
	"Times are medians over rounds, with the half-width of their 95 % interval. Ratios are taken round by round, so drift of the machine cancels.",
	"A rank is 1 + how many are significantly faster: by the geometric mean of both times, or by one of them (enc and dec). Codecs that share " +
		"rank 1 (1=) do not differ significantly. A ratio is to the fastest; ~ means that the two do not differ significantly.",
	"Where several codecs share rank 1, the fewest allocations decide between them, and then the smallest messages.",
	"The noise floor is how far a codec, measured twice, differed from itself: no smaller difference counts.",
	"The floor allocates the same objects and copies the same bytes: nothing can be faster that does both. It is not ranked.",
	"The default class is " + measure.DefaultMode.String() + ": from and to your own struct, into fresh memory, strings copied, on one goroutine.",
}

// mdEscape keeps text from being taken for markup, in a table cell or outside one. A name like
// bale/compact must stay readable in the source too, so only what GitHub would act on is escaped.
func mdEscape(s string) string {
	return mdReplacer.Replace(s)
}

var mdReplacer = strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "&", "&amp;", "*", "\\*", "_", "\\_",
	"`", "\\`", "[", "\\[", "~", "\\~", "\n", " ", "\r", "")
