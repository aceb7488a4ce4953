package matrix

import (
	"cmp"
	_ "embed"
	"fmt"
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

var page = report.NewTemplate(pageHTML, template.FuncMap{"join": strings.Join, "plain": plain, "script": func() template.JS { return template.JS(filterJS) }})

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
		if !slices.Contains(data.Wires, e.wire()) {
			data.Wires = append(data.Wires, e.wire())
		}
	}
	return page.Execute(w, data)
}

// A row is the row of an entry, with its card.
type row struct {
	Entry
	Wire    string
	Carries []string // the words of the kinds of fields and values that it carries
	Is      []string // the words of its properties
	Count   string   // the number of the kinds of fields that it carries, and of all
	Differ  int      // the number of the kinds of fields of which it carries some values only
	Damaged string
	Changed string
	After   []string // the changes that Changed is about
	Card    []item
	Shapes  []string   // of its aspects
	Aspects [][]string // the title of each aspect, and a text for each shape
}

// An item is an item of a card. The filter finds its words if Find is set.
type item struct {
	Title string
	Find  bool
	Texts []string
}

func newRow(e Entry, entries []Entry, t Table, a *Aspects) row {
	r := row{Entry: e, Wire: e.wire(), Damaged: a.damaged(e.Name)}
	r.Changed, r.After = a.changed(e.Name)
	n, fields, tried := 0, 0, true
	for _, k := range Kinds() {
		carried, losses, ok := k.Of(t, e.Name)
		if carried {
			r.Carries = append(r.Carries, k.Word)
		}
		tried = tried && ok
		if k.lost != nil {
			continue // values
		}
		fields++
		if carried {
			n++
		}
		if len(losses) > 0 {
			r.Differ++
		}
	}
	if tried {
		r.Count = fmt.Sprintf("%d of %d", n, fields)
	}
	for _, p := range properties {
		if p.of(&r) {
			r.Is = append(r.Is, p.Word)
		}
	}
	r.Card = card(e, entries, t[e.Name], a.Note(e.Name))
	r.addAspects(a)
	return r
}

// addAspects adds the table of aspects.
func (r *row) addAspects(a *Aspects) {
	rows := a.Rows[r.Name]
	for i, title := range a.Titles {
		line, known := []string{title}, false
		for _, row := range rows {
			line, known = append(line, row[i]), known || row[i] != ""
		}
		switch {
		case !known || title == "codec" || title == noteTitle:
		case title == "shape":
			r.Shapes = line[1:]
		default:
			r.Aspects = append(r.Aspects, line)
		}
	}
}

// card returns the items about an entry, a note on its aspects, and what it carries. Items without a text are left out.
func card(e Entry, entries []Entry, supports map[string]Support, aspects string) []item {
	f := e.Facts
	var list []item
	add := func(title string, find bool, text string) {
		if text != "" {
			list = append(list, item{title, find, []string{text}})
		}
	}
	add("Note", true, e.Note)
	add("About the aspects", false, aspects)
	list = append(list, carried(supports)...)
	add("Library", true, strings.TrimSpace(e.Library()+" "+e.ShortVersion()))
	add("Languages", true, f.Languages)
	add("Licence", false, f.Licence)
	if f.Date != "" {
		add("Source of the facts", false, f.Source+", "+f.Date)
	}
	add("Measured in the classes", false, e.Classes)
	add("Needs in addition to Go", false, strings.TrimPrefix(strings.TrimPrefix(e.Needs, "go"), ", "))
	if e.replaces() {
		same, like := Replacements(entries, f)
		add("With the same wire format, newest first", false, firstNames(same, entries))
		add("With another wire format, for most of its languages first", false, firstNames(like, entries))
	}
	return list
}

// carried returns the items about what is carried, and how.
func carried(supports map[string]Support) (list []item) {
	add := func(title string, of func(s Support) []string) {
		types := map[string]map[string]bool{} // by text
		for typ, s := range supports {
			for _, text := range of(s) {
				if types[text] == nil {
					types[text] = map[string]bool{}
				}
				types[text][typ] = true
			}
		}
		var parts []string
		for _, text := range slices.Sorted(maps.Keys(types)) {
			parts = append(parts, strings.TrimPrefix(text+": ", ": ")+fieldNames(types[text]))
		}
		if len(parts) > 0 {
			list = append(list, item{title, false, parts})
		}
	}
	with := func(sign string) func(Support) []string {
		return func(s Support) []string {
			if s.Sign == sign {
				return []string{s.Failure}
			}
			return nil
		}
	}
	add("Carried on your own type", with(ownSign))
	add("Carried with a conversion", with(convertedSign))
	add("Comes back different", func(s Support) []string { return s.Losses })
	add("Cannot be carried", with(gapSign))
	add("Does not build or run", with(failedSign))
	return list
}

// fieldNames returns the names of fields of some types as text. A kind of which it has all fields is named by its word.
func fieldNames(types map[string]bool) string {
	var list []string
	for _, k := range Kinds() {
		var names []string
		for _, f := range feature.All {
			if f.Word == k.Word && types[f.Type] {
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

// wire returns the wire format of an entry for readers.
func (e Entry) wire() string {
	if e.Wire == "none" {
		return "no wire format"
	}
	return e.Wire
}

// Library returns the module for readers. It is "" if there is none.
func (e Entry) Library() string {
	switch {
	case e.Module != "std":
		return e.Module
	case e.Facts.Release == "with bale":
		return "bale"
	case e.Facts.Release == "with Go":
		return "standard library"
	}
	return ""
}

// ShortVersion returns the version for readers.
func (e Entry) ShortVersion() string { return report.ShortVersion(e.Version) }

// Released returns the date of the last release, or with what the serializer is released. It returns "" if that is not known.
func (e Entry) Released() string { return cmp.Or(e.Facts.Released, e.Facts.Release) }

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
	{"languages", "other languages", "the wire format exists for other languages than Go", func(r *row) bool {
		return r.replaces() && r.Facts.Languages != goOnly && r.Facts.Languages != "any, by hand"
	}},
	{"safe", "safe with damaged messages", "no panic, crash, hang or high memory use was found", func(r *row) bool { return r.Damaged == "safe" }},
	{"nomisread", "never misreads a changed type", "after the tried changes of a type, messages were read or refused", func(r *row) bool {
		return r.Changed == "reads" || r.Changed == "refuses"
	}},
	{"reads", "reads all changed types", "after the tried changes of a type, old and new programs read each other's messages", func(r *row) bool { return r.Changed == "reads" }},
}
