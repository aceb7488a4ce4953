package matrix

import (
	_ "embed"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"bale/codec/facts"
	"bale/model/feature"
	"bale/report"
)

//go:embed page.html
var pageHTML string

//go:embed filter.js
var filterJS string

var page = report.NewTemplate(pageHTML, template.FuncMap{
	"join": strings.Join, "plain": plain, "version": report.ShortVersion, "script": func() template.JS { return template.JS(filterJS) },
})

// HTML writes docs/serializers.html: a row with a card for each entry, in their order, and a filter. At the end are the absent serializers. The page is one
// file that needs no network. Without JavaScript, it shows all rows and cards. HTML returns the first error of w.
func HTML(w io.Writer, entries []Entry, t Table, a *Aspects, absent []facts.Absence) error {
	data := struct {
		Rows       []row
		Wires      []string
		Kinds      []Kind
		Properties []property
		Aspects    *Aspects
		Absent     []facts.Absence
	}{Kinds: Kinds(), Properties: properties, Aspects: a, Absent: absent}
	for _, e := range entries {
		data.Rows = append(data.Rows, newRow(e, entries, t, a))
		data.Wires = append(data.Wires, e.Wire)
	}
	data.Wires = slices.Compact(data.Wires)
	return page().Execute(w, data)
}

// A row is the row of an entry, with its card.
type row struct {
	Entry
	Carries       []string // the words of the kinds of fields and values that it carries
	Is            []string // the words of its properties
	Count, Fields int      // the number of the kinds of fields that it carries, and of all; no fields if not all were tried
	Differ        int      // the number of the kinds of fields of which some values come back different
	Carried       []item
	Same, Like    string // what can replace it
	Damaged       string
	Changed       string
	After         []string   // the changes that Changed is about
	Aspects       [][]string // the title of each aspect, and a text for each shape
}

// An item is an item of a card.
type item struct {
	Title string
	Texts []string
}

func newRow(e Entry, entries []Entry, t Table, a *Aspects) row {
	r := row{Entry: e, Damaged: a.Damaged(e.Name), Carried: carried(t[e.Name])}
	r.Changed, r.After = a.Changed(e.Name)
	r.Doc = strings.TrimPrefix(e.Doc, "docs/") // the page is in docs, too
	tried := true
	for _, k := range Kinds() {
		carried, losses, ok := k.Of(t, e.Name)
		if carried {
			r.Carries = append(r.Carries, k.Word)
		}
		if k.lost == nil {
			tried = tried && ok
			r.Fields++
			r.Differ += min(len(losses), 1)
		}
		if carried && k.lost == nil {
			r.Count++
		}
	}
	if !tried {
		r.Fields = 0
	}
	for _, p := range properties {
		if p.of(&r) {
			r.Is = append(r.Is, p.Word)
		}
	}
	if e.replaces() {
		same, like := Replacements(entries, e.Facts)
		r.Same, r.Like = firstNames(same, entries), firstNames(like, entries)
	}
	for _, title := range a.Titles {
		if text := a.Of(e.Name, title); title != "codec" && text != "" {
			r.Aspects = append(r.Aspects, append([]string{title}, strings.Split(text, "\n")...))
		}
	}
	return r
}

// carried returns the items about what is carried, and how.
func carried(supports map[string]Support) (list []item) {
	for _, title := range []string{"Carried on your own type", "Carried with a conversion", "Cannot be carried", "Does not build or run", "Comes back different"} {
		types := map[string][]string{} // by what is said of them
		for typ, s := range supports {
			said := s.Losses
			if signTitles[s.Sign] == title {
				said = []string{s.Failure}
			} else if title != "Comes back different" {
				continue
			}
			for _, text := range said {
				types[text] = append(types[text], typ)
			}
		}
		i := item{Title: title}
		for _, text := range slices.Sorted(maps.Keys(types)) {
			i.Texts = append(i.Texts, strings.TrimPrefix(text+": ", ": ")+fieldNames(types[text]))
		}
		list = append(list, i)
	}
	return list
}

var signTitles = map[string]string{ownSign: "Carried on your own type", convertedSign: "Carried with a conversion", gapSign: "Cannot be carried", failedSign: "Does not build or run"}

// fieldNames returns the names of fields of some types as text. A kind of which it has all fields is named by its word.
func fieldNames(types []string) string {
	var list []string
	for _, k := range Kinds() {
		var names []string
		for _, f := range feature.All {
			if f.Word == k.Word && slices.Contains(types, f.Type) {
				names = append(names, plain(f.Name))
			}
		}
		if len(names) == len(k.types) {
			names = []string{k.Word}
		}
		list = append(list, names...)
	}
	return strings.Join(list, ", ")
}

// plain returns a text without the quotes of Markdown.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }

// A property is a property of a row by which readers filter.
type property struct {
	Word, Title, About string
	of                 func(r *row) bool
}

var properties = []property{
	{"own", "works on your own types", "without a generated type to convert to", func(r *row) bool { return r.Types == "own" }},
	{"nocode", "no generated code", "works by reflection", func(r *row) bool { return r.Code == "reflection" }},
	{"nounsafe", "no package unsafe", "neither in the library nor in generated code", func(r *row) bool { return r.Unsafe == "no" }},
	{"noschema", "no schema", "the Go type is enough", func(r *row) bool { return r.Facts.Schema == "no" }},
	{"languages", "other languages", "the wire format exists for other languages than Go", func(r *row) bool { return r.replaces() && r.Facts.Languages != goOnly }},
	{"safe", "safe with damaged messages", "no panic, crash, hang or high memory use was found", func(r *row) bool { return r.Damaged == "safe" }},
	{"nomisread", "never misreads a changed type", "after the tried changes of a type, messages were read or refused", func(r *row) bool { return r.Changed != "" && r.Changed != "misreads" }},
	{"reads", "reads all changed types", "after the tried changes of a type, old and new programs read each other's messages", func(r *row) bool { return r.Changed == "reads" }},
}
