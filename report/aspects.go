package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	known "bale/codec/facts"
	"bale/result"
)

// Aspects writes, for each shape, a Markdown table of what was found of its rows beside their times, and a table of the facts that
// cannot be measured. It writes nothing if there are no aspects. It returns the first error of w.
func Aspects(w io.Writer, r *result.Results) error {
	p := newPrinter(w, Options{})
	for _, shape := range aspectShapes(r) {
		fmt.Fprintf(p, "## %s\n\n", mdEscape(shape))
		mdAspects(p, r, shape)
	}
	mdFacts(p, r)
	return p.Flush()
}

// aspectShapes are the shapes that have aspects, in the order of the rows.
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

// An aspectColumn is a column of the table of aspects. Its text is "" where a row has none; a column without texts is left out.
type aspectColumn struct {
	title string
	left  bool
	text  func(a *result.Aspects) string
}

// aspectColumns are all columns. A column of text is aligned left.
var aspectColumns = slices.Concat([]aspectColumn{
	{"codec", true, func(a *result.Aspects) string { return a.Codec }},
	{"damaged input", true, ofHostile(func(h *result.Hostile) string { return cmp.Or(h.Worst, "safe") })},
	{"inputs", false, ofHostile(func(h *result.Hostile) string { return count(float64(h.Inputs)) })},
	{"refused", false, ofHostile(func(h *result.Hostile) string { return share(h.Refused, h) })},
	{"accepted", false, ofHostile(func(h *result.Hostile) string { return share(h.Accepted, h) })},
	{"faults", true, ofHostile(faults)},
	{"most memory", false, ofHostile(func(h *result.Hostile) string { return result.Bytes(h.MaxBytes) })},
	{"most for a byte", false, ofHostile(func(h *result.Hostile) string { return result.Bytes(h.MaxPerByte) })},
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
		return fmt.Sprintf("%s in %s", result.Bytes(a.Memory.Bytes), count(math.Round(a.Memory.Objects)))
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
		if a.FirstCall == nil {
			return ""
		}
		return duration(a.FirstCall.DecodeNs)
	}},
	{"program", false, ofProgram(func(p *result.Program) string { return result.Bytes(float64(p.Bytes)) })},
	{"modules", false, ofProgram(func(p *result.Program) string { return count(float64(p.Modules)) })},
	{"lines", false, ofProgram(func(p *result.Program) string { return count(float64(p.Lines)) })},
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

// changeText says what becomes of old messages and of new ones, once if it is the same.
func changeText(c result.TypeChange) string {
	if c.Forward == c.Backward {
		return string(c.Forward)
	}
	return fmt.Sprintf("%s, back %s", c.Forward, c.Backward)
}

// share is how many of the inputs in percent.
func share(n int, h *result.Hostile) string {
	return fmt.Sprintf("%.0f%%", 100*float64(n)/float64(max(h.Inputs, 1)))
}

// faults counts what a decoder must not do.
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

// compressed is the size of a compressed message and the time of compressing it, alone or in a batch.
func compressed(with string, batch bool) func(*result.Aspects) string {
	return func(a *result.Aspects) string {
		for _, c := range a.Compressed {
			if c.With == with && (c.Messages > 1) == batch {
				return fmt.Sprintf("%s in %s", count(math.Round(c.Bytes)), duration(c.CompressNs))
			}
		}
		return ""
	}
}

// mdAspects writes the table of one shape's aspects.
func mdAspects(w io.Writer, r *result.Results, shape string) {
	var list []*result.Aspects
	for i := range r.Aspects {
		if r.Aspects[i].Shape == shape {
			list = append(list, &r.Aspects[i])
		}
	}
	columns := slices.DeleteFunc(slices.Clone(aspectColumns), func(c aspectColumn) bool {
		return !slices.ContainsFunc(list, func(a *result.Aspects) bool { return c.text(a) != "" })
	})
	titles, rows := make([]string, len(columns)), make([][]string, len(list))
	for i, c := range columns {
		titles[i] = c.title
		for k, a := range list {
			rows[k] = append(rows[k], c.text(a))
		}
	}
	mdTable(w, titles, func(i int) bool { return columns[i].left }, rows)
}

// mdFacts writes a table of what cannot be measured of the codecs that have aspects.
func mdFacts(w io.Writer, r *result.Results) {
	var rows [][]string
	seen := map[string]bool{}
	for i := range r.Aspects {
		f, ok := known.Of(r.Aspects[i].Codec)
		if !ok || seen[f.Codec] {
			continue
		}
		seen[f.Codec] = true
		rows = append(rows, []string{f.Codec, f.Languages, f.Schema, f.Licence, ShortVersion(f.Release), f.Released, f.Source, f.Date})
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprint(w, "## Not measured\n\n")
	mdTable(w, []string{"codec", "languages", "schema", "licence", "last release", "of", "source", "checked"}, func(int) bool { return true }, rows)
}

// graveText names the codecs of a shape that damaged input does harm to, by what it does; "" where there are none.
func graveText(r *result.Results, shape string) string {
	kinds := []string{"crashes", "runs out of memory", "hangs", "panics", "takes much memory"}
	codecs := map[string][]string{}
	for i := range r.Aspects {
		a := &r.Aspects[i]
		if h := a.Hostile; a.Shape == shape && h != nil && h.Worst != "" {
			kind := grave(h)
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
	return "Damaged input " + strings.Join(parts, "; ") + "."
}

// grave is the kind of the worst that damaged input did.
func grave(h *result.Hostile) string {
	switch {
	case h.Crashed > 0:
		return "crashes"
	case h.OutOfMemory > 0:
		return "runs out of memory"
	case h.Hung > 0:
		return "hangs"
	case h.Panicked > 0:
		return "panics"
	}
	return "takes much memory"
}
