package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"bale/codec/facts"
	"bale/report/markdown"
	"bale/result"
)

// Aspects writes a Markdown table of the aspects of each shape, and a table of facts about codecs that cannot be measured. It writes
// nothing if there are no aspects. It returns the first error of w.
func Aspects(w io.Writer, r *result.Results) error {
	p := newPrinter(w, Options{})
	for _, shape := range aspectShapes(r) {
		fmt.Fprintf(p, "## %s\n\n", markdown.Escape(shape))
		mdAspects(p, r, shape)
	}
	mdFacts(p, r)
	return p.Flush()
}

// aspectShapes returns the shapes that have aspects, in the order of r.Aspects.
func aspectShapes(r *result.Results) []string {
	var list []string
	for i := range r.Aspects {
		if s := r.Aspects[i].Shape; !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// hasAspects reports whether a shape has aspects.
func hasAspects(r *result.Results, shape string) bool { return slices.Contains(aspectShapes(r), shape) }

// An aspectColumn is a column of the table of aspects. text returns "" if a row lacks the aspect. A column without any text is left out.
type aspectColumn struct {
	title string
	left  bool
	text  func(a *result.Aspects) string
}

// aspectColumns lists all columns of the table of aspects.
var aspectColumns = slices.Concat([]aspectColumn{
	{"codec", true, func(a *result.Aspects) string { return a.Codec }},
	{"damaged input", true, ofHostile(func(h *result.Hostile) string { return cmp.Or(h.Worst, "safe") })},
	{"inputs", false, ofHostile(func(h *result.Hostile) string { return result.Count(float64(h.Inputs)) })},
	{"refused", false, ofHostile(func(h *result.Hostile) string { return share(h.Refused, h) })},
	{"accepted", false, ofHostile(func(h *result.Hostile) string { return share(h.Accepted, h) })},
	{"faults", true, ofHostile(faults)},
	{"unread", false, ofHostile(func(h *result.Hostile) string {
		if h.Unread == 0 {
			return ""
		}
		return result.Count(float64(h.Unread))
	})},
	{"max memory", false, ofHostile(func(h *result.Hostile) string { return result.Bytes(h.MaxBytes) })},
	{"max per input byte", false, ofHostile(func(h *result.Hostile) string { return result.Bytes(h.MaxPerByte) })},
}, changeColumns(), []aspectColumn{
	{"deterministic", true, deterministic},
	{"gzip", false, compressed("gzip", false)},
	{"gzip, batch", false, compressed("gzip", true)},
	{"zstd", false, compressed("zstd", false)},
	{"zstd, batch", false, compressed("zstd", true)},
	{"decoded", false, func(a *result.Aspects) string {
		if a.Memory == nil || a.Memory.Bytes == 0 {
			return ""
		}
		return fmt.Sprintf("%s in %s", result.Bytes(a.Memory.Bytes), result.Count(math.Round(a.Memory.Objects)))
	}},
	{"decode, 1 GB alive", false, func(a *result.Aspects) string {
		if a.Memory == nil || a.Memory.LiveHeapNs == 0 {
			return ""
		}
		return duration(a.Memory.LiveHeapNs)
	}},
	{"first encode", false, func(a *result.Aspects) string {
		if a.FirstCall == nil || a.FirstCall.EncodeNs == 0 {
			return ""
		}
		return duration(a.FirstCall.EncodeNs)
	}},
	{"first decode", false, func(a *result.Aspects) string {
		if a.FirstCall == nil || a.FirstCall.DecodeNs == 0 {
			return ""
		}
		return duration(a.FirstCall.DecodeNs)
	}},
	{"program", false, ofProgram(func(p *result.Program) string { return result.Bytes(float64(p.Bytes)) })},
	{"modules", false, ofProgram(func(p *result.Program) string { return result.Count(float64(p.Modules)) })},
	{"lines", false, ofProgram(func(p *result.Program) string { return result.Count(float64(p.Lines)) })},
	{"build", false, ofProgram(func(p *result.Program) string { return fmt.Sprintf("%.1fs", p.BuildSeconds) })},
	{"not found", true, func(a *result.Aspects) string {
		var list []string
		for _, f := range a.Failed {
			list = append(list, f.Aspect+": "+f.Reason)
		}
		return strings.Join(list, "; ")
	}},
})

func ofHostile(text func(h *result.Hostile) string) func(*result.Aspects) string {
	return func(a *result.Aspects) string {
		if a.Hostile == nil {
			return ""
		}
		return text(a.Hostile)
	}
}

func ofProgram(text func(p *result.Program) string) func(*result.Aspects) string {
	return func(a *result.Aspects) string {
		if a.Program == nil {
			return ""
		}
		return text(a.Program)
	}
}

// changeColumns has one column for each change of a type.
func changeColumns() []aspectColumn {
	var list []aspectColumn
	for _, change := range []string{"appended", "removed", "renamed", "moved", "widened"} {
		list = append(list, aspectColumn{change, true, func(a *result.Aspects) string {
			for _, c := range a.Evolution {
				if c.Change == change {
					return changeText(c)
				}
			}
			return ""
		}})
	}
	return list
}

// changeText returns the outcomes of decoding old messages with the new type, and new messages with the old type; one text if they are equal.
func changeText(c result.TypeChange) string {
	if c.Forward == c.Backward {
		return string(c.Forward)
	}
	return fmt.Sprintf("%s, back %s", c.Forward, c.Backward)
}

// share returns n as a percentage of the inputs.
func share(n int, h *result.Hostile) string {
	return fmt.Sprintf("%.0f%%", 100*float64(n)/float64(max(h.Inputs, 1)))
}

// faults returns the numbers of panics, crashes and other faults.
func faults(h *result.Hostile) string {
	var list []string
	for _, f := range []struct {
		n    int
		what string
	}{{h.Panicked, "panicked"}, {h.Crashed, "crashed"}, {h.OutOfMemory, "out of memory"}, {h.Hung, "hung"}} {
		if f.n > 0 {
			list = append(list, fmt.Sprintf("%d %s", f.n, f.what))
		}
	}
	return strings.Join(list, ", ")
}

func deterministic(a *result.Aspects) string {
	switch {
	case a.Deterministic == nil:
		return ""
	case *a.Deterministic:
		return "yes"
	}
	return "no"
}

// compressed returns a function for the size of a compressed message and the time to compress it, alone or in a batch.
func compressed(with string, batch bool) func(*result.Aspects) string {
	return func(a *result.Aspects) string {
		for _, c := range a.Compressed {
			if c.With == with && (c.Messages > 1) == batch {
				return fmt.Sprintf("%s in %s", result.Count(math.Round(c.Bytes)), duration(c.CompressNs))
			}
		}
		return ""
	}
}

// mdAspects writes the table of one shape's aspects.
func mdAspects(w io.Writer, r *result.Results, shape string) {
	columns, rows := aspectRows(slices.DeleteFunc(slices.Clone(r.Aspects), func(a result.Aspects) bool { return a.Shape != shape }))
	markdown.Table(w, titlesOf(columns), func(i int) bool { return columns[i].left }, rows)
}

// AspectTable returns the titles and the rows of one table of the aspects of all shapes. The first column is the shape.
func AspectTable(list []result.Aspects) (titles []string, rows [][]string) {
	columns, rows := aspectRows(list)
	for i := range rows {
		rows[i] = slices.Insert(rows[i], 0, list[i].Shape)
	}
	return slices.Insert(titlesOf(columns), 0, "shape"), rows
}

// aspectRows returns the columns that aspects have, and their texts.
func aspectRows(list []result.Aspects) (columns []aspectColumn, rows [][]string) {
	columns = slices.DeleteFunc(slices.Clone(aspectColumns), func(c aspectColumn) bool {
		return !slices.ContainsFunc(list, func(a result.Aspects) bool { return c.text(&a) != "" })
	})
	rows = make([][]string, len(list))
	for i := range list {
		for _, c := range columns {
			rows[i] = append(rows[i], c.text(&list[i]))
		}
	}
	return columns, rows
}

func titlesOf(columns []aspectColumn) (titles []string) {
	for _, c := range columns {
		titles = append(titles, c.title)
	}
	return titles
}

// mdFacts writes a table of facts that cannot be measured, about the codecs that have aspects.
func mdFacts(w io.Writer, r *result.Results) {
	var rows [][]string
	seen := map[string]bool{}
	for i := range r.Aspects {
		f, ok := facts.Of(r.Aspects[i].Codec)
		if !ok || seen[f.Codec] {
			continue
		}
		seen[f.Codec] = true
		rows = append(rows, []string{f.Codec, f.Languages, f.Schema, f.Licence, ShortVersion(f.Release), f.Released, f.Source, f.Date})
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprint(w, "## Facts\n\n")
	markdown.Table(w, []string{"codec", "languages", "schema", "licence", "last release", "of", "source", "checked"}, func(int) bool { return true }, rows)
}

// damageText returns a sentence that names the codecs of a shape with faults on damaged input, by kind of fault. It returns "" if there are
// none.
func damageText(r *result.Results, shape string) string {
	kinds := []string{"crashes", "out of memory", "hangs", "panics", "high memory use"}
	codecs := map[string][]string{}
	for i := range r.Aspects {
		a := &r.Aspects[i]
		if h := a.Hostile; a.Shape == shape && h != nil && h.Worst != "" {
			kind := worstFault(h)
			codecs[kind] = append(codecs[kind], a.Codec)
		}
	}
	var parts []string
	for _, kind := range kinds {
		if list := codecs[kind]; len(list) > 0 {
			slices.Sort(list)
			parts = append(parts, kind+": "+someOf(list, 4))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Faults on damaged input: " + strings.Join(parts, "; ") + "."
}

// worstFault returns the kind of the worst fault on damaged input.
func worstFault(h *result.Hostile) string {
	switch {
	case h.Crashed > 0:
		return "crashes"
	case h.OutOfMemory > 0:
		return "out of memory"
	case h.Hung > 0:
		return "hangs"
	case h.Panicked > 0:
		return "panics"
	}
	return "high memory use"
}
