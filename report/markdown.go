package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"bale/report/markdown"
	"bale/result"
	"bale/runner/measure"
)

// Markdown writes results as GitHub Markdown: the table over all shapes, if there are several, for each shape and class the verdict, the ranking and its notes, then failures, losses,
// aspects, facts, published figures and the environment. The verdicts are for the reader. It returns the first error of w.
func Markdown(w io.Writer, r *result.Results, reader Reader) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# Serializers compared\n\n")
	shapes := views(r, &reader)
	mdMeans(b, meansViews(r, shapes, &reader))
	for _, s := range shapes {
		fmt.Fprintf(b, "## %s\n\n", markdown.Escape(s.Name))
		for _, c := range s.Classes {
			mdClass(b, c)
		}
		mdProblems(b, s)
		if hasAspects(r, s.Name) {
			fmt.Fprintf(b, "### %s: aspects\n\n", markdown.Escape(s.Name))
			mdAspects(b, r, s.Name)
		}
	}
	mdFacts(b, r)
	mdPublished(b, r)
	mdEnvironment(b, r)
	return b.Flush()
}

func mdClass(w io.Writer, c *classView) {
	fmt.Fprintf(w, "### %s: %s\n\n%s\n\n", markdown.Escape(c.Shape), c.Mode, markdown.Escape(c.Said()))
	if c.Find != "" {
		fmt.Fprintf(w, "    %s\n\n", c.Find) // a block of code
	}
	if c.Next != "" {
		fmt.Fprintf(w, "Next:\n\n    %s\n\n", c.Next)
	}
	mdPlain(w, c.plain(c.Order))
	for i, note := range c.Notes {
		fmt.Fprintf(w, "%d. %s\n", i+1, markdown.Escape(note))
	}
	if len(c.Notes) > 0 {
		fmt.Fprintln(w)
	}
}

// plain returns a table of lines of the class with all columns.
func (v *classView) plain(lines []*line) *plainTable {
	full := details[0]
	full.notes, full.walls, full.cost = true, true, v.Cost != ""
	full.converts = len(converting(lines)) > 0
	full.strings = v.Mixed
	return newPlainTable(full.columns(), lines)
}

func mdPlain(w io.Writer, t *plainTable) { markdown.Table(w, t.Head, t.LeftOf, t.Lines) }

func mdProblems(w io.Writer, s *shapeView) {
	if len(s.Failed) > 0 {
		fmt.Fprintf(w, "### %s: codecs without results\n\n| codecs | status | reason |\n| :-- | :-- | :-- |\n", markdown.Escape(s.Name))
		for _, g := range s.Failures() {
			fmt.Fprintf(w, "| %s | %s | %s |\n", markdown.Escape(strings.Join(g.Codecs, ", ")), g.Title, markdown.Escape(g.Text))
		}
		fmt.Fprintln(w)
	}
	if sent := s.sentGroups(); len(sent) > 0 {
		fmt.Fprintf(w, "### %s: hidden fields\n\n| codecs | send |\n| :-- | :-- |\n", markdown.Escape(s.Name))
		for _, g := range sent {
			fmt.Fprintf(w, "| %s | %s |\n", markdown.Escape(strings.Join(g.Codecs, ", ")), markdown.Escape(g.Text))
		}
		fmt.Fprintln(w)
	}
	if len(s.Lossy) > 0 {
		fmt.Fprintf(w, "### %s: losses\n\n| codec | field | loss | before | after |\n| :-- | :-- | :-- | :-- | :-- |\n", markdown.Escape(s.Name))
		for _, row := range s.Lossy {
			for _, l := range row.Losses {
				fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", markdown.Escape(row.Codec), markdown.Escape(lossPlace(l)), markdown.Escape(l.Kind), markdown.Escape(l.Before), markdown.Escape(l.After))
			}
		}
		fmt.Fprintln(w)
	}
}

func mdEnvironment(w io.Writer, r *result.Results) {
	fmt.Fprintf(w, "## Measured\n\n| | |\n| :-- | :-- |\n")
	for _, f := range conditions(r) {
		fmt.Fprintf(w, "| %s | %s |\n", f[0], markdown.Escape(f[1]))
	}
	fmt.Fprintln(w)
	for _, text := range explanations {
		fmt.Fprintf(w, "- %s\n", markdown.Escape(text))
	}
	if c := newDriftChart(r.Drift); c != nil {
		fmt.Fprintf(w, "- %s\n", markdown.Escape(c.Text))
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "- Warning: %s\n", markdown.Escape(warning))
	}
}

// conditions returns the environment of a run and its other conditions, as names and values.
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
	if text := leftOutText(r); text != "" {
		list = append(list, [2]string{"left out", text})
	}
	if len(r.Ignored) > 0 {
		list = append(list, [2]string{"ignored", ignoredText(r)})
	}
	return list
}

// ignoredText returns a text with the differences that the round-trip checks ignored.
func ignoredText(r *result.Results) string {
	return "Not compared after the round trip: " + strings.Join(r.Ignored, ", ")
}

// floors returns a text with the noise floor of each class.
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

// sampleText returns the number of sample values of each shape.
func sampleText(list []result.Samples) string {
	var parts []string
	for _, s := range list {
		parts = append(parts, fmt.Sprintf("%s %s", s.Shape, result.Count(float64(s.Values))))
	}
	return strings.Join(parts, ", ")
}

// explanations holds the texts that explain the tables.
var explanations = []string{
	"Times are medians over rounds, with the half-width of their 95 % interval. Ratios are computed within rounds, so that changes of the machine's " +
		"speed cancel.",
	"Sequential classes are ranked by the CPU time of the process, which leaves out the time in which other programs have the processor, unless a warning or a note " +
		"says that it is wall time. Parallel classes are ranked by wall time. The column wall has the wall time as measured.",
	"A rank is 1 plus the number of codecs that are significantly faster: by the geometric mean of both times, or by one of them (enc and dec). Codecs " +
		"that share rank 1 (1=) do not differ significantly. A ratio is to the fastest without losses of sample values; ~ means that the two do not differ significantly.",
	"A time whose interval is wider than ±50 % has a rank only if the interval is apart from those of all other codecs. Without a rank there is no ratio.",
	"If several codecs share rank 1, the verdict takes the one with the fewest allocations, and then the one with the smallest messages.",
	"A ? behind a cost means that it is not known whether the codec meets all needs, or that the cost is too noisy.",
	"The noise floor is the difference between two measurements of the same codec. Smaller differences do not count.",
	"The floor is the time to allocate the same objects and to copy the same bytes. No codec that does both can be faster. It is not ranked.",
	"A codec whose strings are shared decodes several strings of a message into one piece of memory, so one that is kept keeps others alive. With own strings, each has " +
		"its own memory. The ranking is over both; bale compare -modes own measures only the codecs with own strings.",
	"The default class is " + measure.DefaultMode.String() + ": from and to your own struct, into fresh memory, strings copied, on one goroutine.",
}
