package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"bale/report/markdown"
	"bale/report/term"
	"bale/result"
	"bale/runner/measure"
)

// A meansView is the table over all shapes in one class, with the verdict over all shapes.
type meansView struct {
	Mode    measure.Mode
	Shapes  int             // number of shapes that were measured in the class
	Shares  map[string]bool // codecs whose decoded strings share memory
	Own     map[string]bool // codecs whose decoded strings have their own memory in all shapes
	Mixed   bool            // the table has both
	Means   []*result.Mean
	Verdict string
}

// meansViews returns the tables over all shapes. There are none for a run of one shape.
func meansViews(r *result.Results, shapes []*shapeView, reader *Reader) []*meansView {
	var list []*meansView
	for i := range r.Means {
		m := &r.Means[i]
		k := slices.IndexFunc(list, func(v *meansView) bool { return v.Mode == m.Mode() })
		if k < 0 {
			k = len(list)
			list = append(list, &meansView{Mode: m.Mode(), Shapes: m.Of})
		}
		list[k].Means = append(list[k].Means, m)
	}
	for _, v := range list {
		v.markShared(r)
		if reader.preset().BySpeed() {
			v.Verdict = v.speedText()
		} else {
			v.Verdict = v.useText(shapes, reader.preset().Title)
		}
	}
	return list
}

// speedText returns the verdict by speed over all shapes.
func (v *meansView) speedText() string {
	complete := v.where((*result.Mean).Complete)
	near := v.where(func(m *result.Mean) bool { return m.Close })
	switch {
	case len(complete) == 0:
		return fmt.Sprintf("No codec was measured on all %d shapes.", v.Shapes)
	case len(near) == 1:
		m := near[0]
		return fmt.Sprintf("Over all %d shapes, use %s: %s (encode %s, decode %s)%s.",
			v.Shapes, m.Codec, fastestMean(complete), meanText(m.Encode), meanText(m.Decode), lossyMeans(complete, m)) + v.ownText(m.Codec)
	case len(near) > 1:
		smallest := slices.MinFunc(near, func(a, b *result.Mean) int { return compareSizes(a.Size, b.Size) })
		return fmt.Sprintf("Over all %d shapes, tie for the %s: %s%s. Use %s: of these, its messages are the smallest (size %s).",
			v.Shapes, fastestMean(complete), someOf(codecsOf(near), 5), lossyMeans(complete, near[0]), smallest.Codec, meanText(smallest.Size)) + v.ownText(smallest.Codec)
	case !slices.ContainsFunc(complete, func(m *result.Mean) bool { return m.Lossy == 0 }):
		return "No codec keeps the sample values of all shapes."
	}
	return "The run is too noisy to decide over all shapes. " + quieter
}

// Title names the table, with the codec that the verdict by speed names, if it names one.
func (v *meansView) Title() string {
	title := fmt.Sprintf("All %d shapes", v.Shapes)
	if near := v.where(func(m *result.Mean) bool { return m.Close }); len(near) == 1 {
		title += ": " + near[0].Codec + " is the fastest"
	}
	return title
}

// fastestMean returns a phrase with the number of codecs that the fastest is one of, without those that lose sample values.
func fastestMean(list []*result.Mean) string {
	n := 0
	for _, m := range list {
		if m.Lossy == 0 {
			n++
		}
	}
	switch {
	case len(list) == 1:
		return "the only codec with all shapes"
	case n == 1:
		return fmt.Sprintf("the only one of %d codecs without losses", len(list))
	case n < len(list):
		return fmt.Sprintf("fastest of the %d without losses in the mean", n)
	}
	return fmt.Sprintf("fastest of %d codecs in the mean", n)
}

// lossyMeans returns a clause that names the codecs that are faster than the fastest, but lose sample values; "" if there are none.
func lossyMeans(list []*result.Mean, fastest *result.Mean) string {
	var names []string
	for _, m := range list {
		if m.Lossy > 0 && m.Rank > 0 && m.Rank < fastest.Rank {
			names = append(names, m.Codec)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; faster but lossy: " + someOf(names, 3)
}

// useText returns the verdict over all shapes for a use: how often each codec is recommended.
func (v *meansView) useText(shapes []*shapeView, use string) string {
	counts := map[string]int{}
	for _, s := range shapes {
		for _, c := range s.Classes {
			if c.Mode == v.Mode && c.Use != nil {
				counts[c.Use.Row.Codec]++
			}
		}
	}
	if len(counts) == 0 {
		return fmt.Sprintf("For %s, no codec is recommended for any of the %d shapes.", use, v.Shapes)
	}
	var parts []string
	for _, name := range sortedByCount(counts) {
		parts = append(parts, fmt.Sprintf("%s for %d", name, counts[name]))
	}
	return fmt.Sprintf("For %s, of the %d shapes: %s.", use, v.Shapes, strings.Join(parts, ", "))
}

// sortedByCount returns the names with the largest counts first.
func sortedByCount(counts map[string]int) []string {
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	return names
}

// where returns the means for which keep returns true.
func (v *meansView) where(keep func(*result.Mean) bool) []*result.Mean {
	return slices.DeleteFunc(slices.Clone(v.Means), func(m *result.Mean) bool { return !keep(m) })
}

func codecsOf(list []*result.Mean) []string {
	var names []string
	for _, m := range list {
		names = append(names, m.Codec)
	}
	return names
}

// compareSizes compares two means of sizes. One that is not known comes after the others.
func compareSizes(a, b float64) int {
	switch {
	case a == b:
		return 0
	case a != 0 && (b == 0 || a < b):
		return -1
	}
	return 1
}

// plain returns the table. The columns that matter most come first.
func (v *meansView) plain() *plainTable {
	t := &plainTable{Head: []string{"rank", "codec", "both", "encode", "decode", "size", "shapes"}, left: []bool{false, true, false, false, false, false, false}}
	var ranks []int
	for _, m := range v.Means {
		ranks = append(ranks, m.Rank)
	}
	for _, m := range v.Means {
		mean := func(value float64) string {
			if m.Complete() || value == 0 {
				return meanText(value)
			}
			return "(" + meanText(value) + ")"
		}
		name := term.Printable(m.Codec)
		if m.Lossy > 0 {
			name += "*"
		}
		if v.Mixed && v.Shares[m.Codec] {
			name += sharedMark
		}
		t.Lines = append(t.Lines, []string{rankText(m.Rank, ranks), name, mean(m.Both), mean(m.Encode), mean(m.Decode), mean(m.Size), fmt.Sprintf("%d of %d", m.Shapes, m.Of)})
	}
	return t
}

// Table returns the table for the template of the page.
func (v *meansView) Table() *plainTable { return v.plain() }

// Note explains the table.
func (v *meansView) Note() string {
	return strings.Join(append([]string{meansSentence()}, v.sharedNote()...), " ")
}

// sharedNote explains the marks of codecs whose strings share memory, if the table has them.
func (v *meansView) sharedNote() []string {
	if !v.Mixed {
		return nil
	}
	return []string{sharedMeaning}
}

func meansSentence() string {
	return "Geometric " + meansNote + ". Each length of a list is a shape."
}

const meansNote = "means: over the shapes, of the ratio to the fastest codec and to the smallest message of a shape; in parentheses: not in all shapes, so not ranked; *: sample values are lost"

// meanText formats a mean of ratios, or returns a dash if it is not known.
func meanText(mean float64) string {
	if mean == 0 {
		return "-"
	}
	return threeDigits(mean) + "x"
}

// overview prints a line with the verdict of each shape, the table over all shapes and the verdict over all shapes, of the first class.
func (p *printer) overview(shapes []*shapeView, v *meansView) {
	p.heading(&classView{Shape: fmt.Sprintf("%d shapes", len(shapes)), Mode: v.Mode}, "")
	width := 0
	for _, s := range shapes {
		width = max(width, term.Width(term.Printable(s.Name)))
	}
	width = min(width, p.opts.Width/3)
	for _, s := range shapes {
		name := term.Pad(term.ClipMiddle(term.Printable(s.Name), width), width, true)
		fmt.Fprintf(p, "%s  %s\n", p.styled(bold, name), term.Clip(term.Printable(s.brief()), p.opts.Width-width-2))
	}
	fmt.Fprintln(p)
	for _, note := range append([]string{rankMeaning, meansNote}, v.sharedNote()...) {
		p.lines(dim, term.Wrap("", note, p.opts.Width))
	}
	t, n := v.plain(), p.meansRows(v)
	left := len(t.Lines) - n
	t.Lines = t.Lines[:n]
	p.grid(t.fit(p.opts.Width))
	var omitted []string
	if left > 0 {
		omitted = append(omitted, more(left, "row", "rows"))
	}
	p.omitted(omitted)
	p.lines(bold, term.Wrap("", v.Verdict, p.opts.Width))
}

// allMeans is the number of rows of the table over all shapes, unless another one than DefaultTop is requested: it has all popular codecs.
const allMeans = 40

// meansRows returns the number of rows to print.
func (p *printer) meansRows(v *meansView) int {
	if p.opts.Top == DefaultTop {
		return min(allMeans, len(v.Means))
	}
	return min(p.opts.Top, len(v.Means))
}

// brief returns the verdict of the shape's first class in a few words.
func (s *shapeView) brief() string {
	if len(s.Classes) == 0 {
		return strings.ToLower(strings.TrimSuffix(nothingMeasured, "."))
	}
	c := s.Classes[0]
	switch {
	case c.Use == nil:
		first, _, _ := strings.Cut(c.Said(), ". ")
		return first
	case c.Cost != "":
		return fmt.Sprintf("%s ($%s a month)", c.Use.Row.Codec, money(c.Use.Bill.Dollar))
	}
	text := fmt.Sprintf("%s (%s", c.Use.Row.Codec, bothTimes(&c.Use.Line))
	if others := c.tied(); len(others) > 0 {
		text += "; tie with " + someOf(others, 1)
	}
	return text + ")"
}

// tied returns the codecs that the verdict by speed does not tell from the recommended one by time.
func (v *classView) tied() (names []string) {
	for _, l := range v.Lines {
		if l != v.Use && l.Both != nil && l.Both.Close {
			names = append(names, l.Row.Codec)
		}
	}
	return names
}

// mdMeans writes the tables over all shapes.
func mdMeans(w io.Writer, list []*meansView) {
	for i, v := range list {
		if i == 0 {
			fmt.Fprintf(w, "## All shapes\n\n%s\n\n", markdown.Escape(v.Note()))
		}
		fmt.Fprintf(w, "### All shapes: %s\n\n%s\n\n", v.Mode, markdown.Escape(v.Verdict))
		mdPlain(w, v.plain())
	}
}
