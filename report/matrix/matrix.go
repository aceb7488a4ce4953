// Package matrix writes docs/serializers.md: the list of serializers, and which kinds of fields each can carry.
package matrix

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"bale/codec/facts"
	"bale/model/feature"
	"bale/report"
	"bale/report/markdown"
	"bale/runner/measure"
)

// An Entry describes one codec variant.
type Entry struct {
	Name, Wire      string
	Module, Version string // version is "" for the standard library
	Doc, Note       string
	Code            string     // "generated" if code is generated or written for each type, "reflection" if not
	Unsafe          string     // see facts.UnsafeWord
	Types           string     // "own" if it works on the user's types, "generated" if it needs generated types
	Classes         string     // "convert native fresh copy"
	Needs           string     // "go, capnp"
	Codec           string     // name of the codec, which variants share
	Facts           facts.Fact // zero for references
}

// Write writes docs/serializers.md: the entries, which have to be sorted by wire format, and for each wire format the kinds of types that its
// codecs can carry. At the end are the absent serializers. It returns the first error of w.
func Write(w io.Writer, entries []Entry, t Table, absent []facts.Absence) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, serializersHead)
	mdContents(b, entries)
	mdKinds(b, entries, t)
	mdReplacements(b, entries)
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Wire == entries[0].Wire {
			n++
		}
		mdWire(b, entries[:n], t)
		entries = entries[n:]
	}
	mdAbsent(b, absent)
	return b.Flush()
}

const serializersHead = `# Serializers

This page is the output of ` + "`go run ./cmd/bale list -features`" + `. It lists the serializers by wire format, and the kinds of fields that each can
carry. For each kind, bale built each codec for a struct with one such field, and checked the round trip of sample and edge values (zero, empty,
largest and smallest, negative, NaN, invalid UTF-8, other zones, 200,000 elements, 5 MB texts).

| sign | meaning |
| :-- | :-- |
| ● | carried on your own type, without a conversion |
| ○ | carried with a conversion, to a generated type or a mirror of your type |
| a, b, ... | carried, but some values come back different: the letters are explained below each table |
| – | cannot be carried: a gap |
| ✗ | does not build or run: the reason is below the table |

`

const absentHeading = "Serializers without a row"

// mdAbsent writes the table of the serializers that have no codec.
func mdAbsent(w io.Writer, absent []facts.Absence) {
	if len(absent) == 0 {
		return
	}
	fmt.Fprint(w, "## "+absentHeading+"\n\nThe command shows the reason.\n\n")
	var list [][]string
	for _, a := range absent {
		list = append(list, []string{a.Name, a.Module, a.Reason, a.Command, a.Date})
	}
	text := func(int) bool { return true }
	markdown.Table(w, []string{"serializer", "module", "reason", "command", "date"}, text, list)
}

// signs are the signs in the tables of kinds of fields.
var signs = map[string]string{ownSign: "●", convertedSign: "○", gapSign: "–", failedSign: "✗"}

func mdWire(w io.Writer, entries []Entry, t Table) {
	fmt.Fprintf(w, "## %s\n\n", markdown.Escape(wireHeading(entries[0].Wire)))
	var list [][]string
	for _, e := range entries {
		version := report.ShortVersion(e.Version)
		if e.Module == "std" {
			version = "of Go"
		}
		list = append(list, []string{e.Name, e.Module, version, e.Types, e.Code, e.Unsafe, e.Classes, e.Needs})
	}
	text := func(int) bool { return true }
	markdown.Table(w, []string{"codec", "module", "version", "types", "code", "unsafe", "classes", "needs"}, text, list)
	for _, e := range entries {
		note := ""
		if e.Note != "" {
			note = ": " + markdown.Escape(e.Note)
		}
		fmt.Fprintf(w, "- [%s](%s)%s\n", markdown.Escape(e.Name), strings.TrimPrefix(e.Doc, "docs/"), note) // the page is in docs, too
	}
	fmt.Fprintln(w)
	mdFeatures(w, entries, t)
}

// mdFeatures writes the table of the kinds of types that the codecs of one wire format carry. It leaves out codecs that have not been tried.
func mdFeatures(w io.Writer, entries []Entry, t Table) {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return t[e.Name] == nil })
	if len(entries) == 0 {
		return
	}
	k := newLegend(entries, t)
	titles := []string{"field"}
	for _, e := range entries {
		titles = append(titles, e.Name)
	}
	var lines []string // each combination of signs once
	names := map[string][]string{}
	for _, f := range feature.All {
		var cells []string
		for _, e := range entries {
			s, ok := t[e.Name][f.Type]
			cells = append(cells, k.cell(s, ok))
			if s.Failure != "" {
				k.failures = append(k.failures, fmt.Sprintf("%s, %s: %s", e.Name, measure.ShapeName(f.Type), s.Failure))
			}
		}
		line := strings.Join(cells, " | ")
		if names[line] == nil {
			lines = append(lines, line)
		}
		names[line] = append(names[line], f.Name)
	}
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(titles, " | "), strings.Repeat(" :-- |", len(titles)))
	for _, line := range lines { // the names are already Markdown
		fmt.Fprintf(w, "| %s | %s |\n", strings.Join(names[line], ", "), line)
	}
	fmt.Fprintln(w)
	k.write(w)
}

// varyingPart matches the parts of a reason that can differ between runs: the first value that fails can depend on the order of a map.
var varyingPart = regexp.MustCompile(`encode value \d+|index out of range \[\d+\] with length \d+`)

// withoutVarying returns a reason without the parts that can differ between runs.
func withoutVarying(reason string) string {
	return varyingPart.ReplaceAllStringFunc(reason, func(s string) string {
		if strings.HasPrefix(s, "encode") {
			return "encode"
		}
		return "index out of range"
	})
}

// A legend assigns letters to the kinds of losses, and collects failures.
type legend struct {
	kinds    []string
	failures []string
}

// cell returns the text of a cell of the table. It is empty if the codec has not been tried with the feature.
func (k *legend) cell(s Support, tried bool) string {
	if !tried {
		return ""
	}
	text := signs[s.Sign]
	for _, l := range s.Losses {
		text += " " + k.letter(l)
	}
	return text
}

// lossKind returns the kind of a loss, without the field.
func lossKind(l measure.Loss) string {
	if l.Path == "" && l.Edge != "" {
		return l.Kind + ": " + l.Edge
	}
	return l.Kind
}

// newLegend returns a legend with all kinds of losses of the codecs of one wire format, sorted.
func newLegend(entries []Entry, t Table) *legend {
	k := &legend{}
	for _, e := range entries {
		for _, s := range t[e.Name] {
			k.kinds = append(k.kinds, s.Losses...)
		}
	}
	slices.Sort(k.kinds)
	k.kinds = slices.Compact(k.kinds)
	return k
}

// letter returns the letter of a kind: a to z, then aa, ab, ...
func (k *legend) letter(kind string) string {
	i := slices.Index(k.kinds, kind)
	if i >= 26 {
		return string(rune('a'+i/26-1)) + string(rune('a'+i%26))
	}
	return string(rune('a' + i))
}

func (k *legend) write(w io.Writer) {
	for _, kind := range k.kinds {
		fmt.Fprintf(w, "- %s: %s\n", k.letter(kind), markdown.Escape(kind))
	}
	for _, text := range k.failures {
		fmt.Fprintf(w, "- ✗ %s\n", markdown.Escape(text))
	}
	if len(k.kinds)+len(k.failures) > 0 {
		fmt.Fprintln(w)
	}
}
