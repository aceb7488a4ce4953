package report

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"bale/feature"
	"bale/measure"
)

// An Entry is what is known of one codec variant before anything is measured.
type Entry struct {
	Name, Wire      string
	Module, Version string // version is "" for the standard library
	Doc, Note       string
	Types           string // "own", or "generated" for one that needs types of its own
	Classes         string // "convert native fresh copy"
	Needs           string // "go, capnp"
}

// Serializers writes docs/serializers.md: the entries, which are ordered by wire format, and for each
// wire format what its codecs do with every kind of type, by the rows that lab.Lab.Probe returns. It returns the
// first error of w.
func Serializers(w io.Writer, entries []Entry, rows []*measure.Row) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, serializersHead)
	probed := map[measure.Key]*measure.Row{}
	for _, r := range rows {
		probed[measure.Key{Shape: r.Shape, Codec: r.Codec}] = r
	}
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Wire == entries[0].Wire {
			n++
		}
		mdWire(b, entries[:n], probed)
		entries = entries[n:]
	}
	return b.Flush()
}

const serializersHead = `# Serializers

Written by ` + "`go run ./cmd/bale list -features`" + `: nothing here is typed by hand. By wire format it says what each row of a comparison
is made of, and what became of a struct with one field of each kind when it was built and its round trip proved on
sample and edge values (zero, empty, largest and smallest, negative, NaN, invalid UTF-8, other zones, 200,000 elements, 5 MB texts).

| sign | means |
| :-- | :-- |
| ● | carried on your own type, as it stands |
| ○ | carried through a conversion, to a generated type or a mirror of yours |
| a, b, ... | carried, but some value comes back different: the letters are explained below each table |
| – | cannot be carried: a gap |
| ✗ | does not build or run; the reason is below |

`

func mdWire(w io.Writer, entries []Entry, probed map[measure.Key]*measure.Row) {
	fmt.Fprintf(w, "## %s\n\n", mdEscape(entries[0].Wire))
	var list [][]string
	for _, e := range entries {
		version := ShortVersion(e.Version)
		if e.Module == "std" {
			version = "of Go"
		}
		list = append(list, []string{e.Name, e.Module, version, e.Types, e.Classes, e.Needs})
	}
	text := func(int) bool { return true }
	mdTable(w, []string{"codec", "module", "version", "types", "classes", "needs"}, text, list)
	for _, e := range entries {
		note := ""
		if e.Note != "" {
			note = ": " + mdEscape(e.Note)
		}
		fmt.Fprintf(w, "- [%s](%s)%s\n", mdEscape(e.Name), strings.TrimPrefix(e.Doc, "docs/"), note) // the page is in docs/ itself
	}
	fmt.Fprintln(w)
	mdFeatures(w, entries, probed)
}

// mdFeatures is the table of what the codecs of one wire format carry. Those that are for no type of a feature are left out.
func mdFeatures(w io.Writer, entries []Entry, probed map[measure.Key]*measure.Row) {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
		return !slices.ContainsFunc(feature.All, func(f feature.Feature) bool {
			return probed[measure.Key{Shape: measure.ShapeName(f.Type), Codec: e.Name}] != nil
		})
	})
	if len(entries) == 0 {
		return
	}
	k := newLegend(entries, probed)
	titles := []string{"field"}
	for _, e := range entries {
		titles = append(titles, e.Name)
	}
	var lines []string // what the codecs do, each combination once
	names := map[string][]string{}
	for _, f := range feature.All {
		var signs []string
		for _, e := range entries {
			signs = append(signs, k.sign(probed[measure.Key{Shape: measure.ShapeName(f.Type), Codec: e.Name}]))
		}
		line := strings.Join(signs, " | ")
		if names[line] == nil {
			lines = append(lines, line)
		}
		names[line] = append(names[line], f.Name)
	}
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(titles, " | "), strings.Repeat(" :-- |", len(titles)))
	for _, line := range lines { // the names are Markdown themselves
		fmt.Fprintf(w, "| %s | %s |\n", strings.Join(names[line], ", "), line)
	}
	fmt.Fprintln(w)
	k.write(w)
}

// numbers matches the parts of a reason that may differ in the next run, since the first value that fails can depend on the order
// of a map.
var numbers = regexp.MustCompile(`encode value \d+|index out of range \[\d+\] with length \d+`)

// steady returns a reason without these parts.
func steady(reason string) string {
	return numbers.ReplaceAllStringFunc(reason, func(s string) string {
		if strings.HasPrefix(s, "encode") {
			return "encode"
		}
		return "index out of range"
	})
}

// A legend gives letters to what is lost, and collects what did not work.
type legend struct {
	kinds  []string
	broken []string
}

func (k *legend) sign(r *measure.Row) string {
	switch {
	case r == nil:
		return ""
	case r.Status == measure.HasGap:
		return "–"
	case r.Status != measure.OK && r.Status != measure.Lossy:
		k.broken = append(k.broken, fmt.Sprintf("%s, %s: %s: %s", r.Codec, r.Shape, r.Status, steady(r.Reason)))
		return "✗"
	}
	sign := "○"
	if r.Own {
		sign = "●"
	}
	var letters []string
	for _, l := range r.Losses {
		letter := k.letter(lossKind(l))
		if !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	slices.Sort(letters)
	return strings.TrimSpace(sign + " " + strings.Join(letters, " "))
}

// lossKind is what is lost, whatever the field.
func lossKind(l measure.Loss) string {
	if l.Path == "" && l.Edge != "" {
		return l.Kind + ": " + l.Edge
	}
	return l.Kind
}

// newLegend knows all that the codecs of one wire format lose, in alphabetical order: what a codec loses
// first can depend on the order of a map.
func newLegend(entries []Entry, probed map[measure.Key]*measure.Row) *legend {
	k := &legend{}
	for _, e := range entries {
		for _, f := range feature.All {
			r := probed[measure.Key{Shape: measure.ShapeName(f.Type), Codec: e.Name}]
			if r == nil {
				continue
			}
			for _, l := range r.Losses {
				k.kinds = append(k.kinds, lossKind(l))
			}
		}
	}
	slices.Sort(k.kinds)
	k.kinds = slices.Compact(k.kinds)
	return k
}

func (k *legend) letter(kind string) string {
	i := slices.Index(k.kinds, kind)
	if i >= 26 {
		return string(rune('a'+i/26-1)) + string(rune('a'+i%26))
	}
	return string(rune('a' + i))
}

func (k *legend) write(w io.Writer) {
	for _, kind := range k.kinds {
		fmt.Fprintf(w, "- %s: %s\n", k.letter(kind), mdEscape(kind))
	}
	for _, text := range k.broken {
		fmt.Fprintf(w, "- ✗ %s\n", mdEscape(text))
	}
	if len(k.kinds)+len(k.broken) > 0 {
		fmt.Fprintln(w)
	}
}
