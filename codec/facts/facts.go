// Package facts provides facts about serializers that cannot be measured. Those for choosing one are in facts.tsv, with the source and the date
// of each line, and the functions by which profiles show serializers in entry.tsv.
package facts

import (
	_ "embed"
	"slices"
	"strings"
)

// A Fact holds the facts of one codec.
type Fact struct {
	Codec     string // name of a codec, for all its variants, or of a variant
	Languages string // languages with an implementation of the wire format
	Schema    string // "yes" if a schema is needed, "no" if the Go type or the schema that bale derives is enough
	Licence   string // SPDX identifier; "none" if the module has no licence file
	Release   string // version of the last release
	Released  string // date of the last release, as 2006-01-02; "" if the codec has no module
	Source    string // source of Languages and Schema; the other facts come from the module
	Date      string // when the line was last checked, as 2006-01-02
}

// OwnLanguages is the value of Fact.Languages for the marshal methods of the user's types, whose wire format bale does not know.
const OwnLanguages = "as the methods have it"

//go:embed facts.tsv
var table string

// Of returns the fact of a codec or of a variant such as "vtprotobuf/unsafe".
func Of(codec string) (Fact, bool) {
	list := must(Parse(table))
	for name := codec; ; {
		for _, f := range list {
			if f.Codec == name {
				return f, true
			}
		}
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return Fact{}, false
		}
		name = name[:i]
	}
}

// Lacks returns the number of g's languages for which f's wire format is not known to exist. If nearly all languages have g's wire format, it
// is larger the fewer have f's.
func (f Fact) Lacks(g Fact) int {
	broad := func(x Fact) bool { return x.Languages == "nearly all" || x.Languages == "50 and more" }
	has := f.languages()
	switch {
	case broad(f):
		return 0
	case broad(g):
		return 100 - len(has)
	}
	n := 0
	for _, l := range g.languages() {
		if !slices.Contains(has, l) {
			n++
		}
	}
	return n
}

// languages returns the languages that are listed. It leaves out "and others".
func (f Fact) languages() []string {
	list, _, _ := strings.Cut(f.Languages, " and ")
	return strings.Split(list, ", ")
}

// head is the first line of the table.
const head = "codec\tlanguages\tschema\tlicence\trelease\treleased\tsource\tdate"

// Parse parses a table with one line for each codec and tabs between the columns.
func Parse(text string) ([]Fact, error) {
	lines, err := parseTable("facts", head, text)
	var list []Fact
	for _, c := range lines {
		list = append(list, Fact{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]})
	}
	return list, err
}

// Format returns the table that Parse parses.
func Format(list []Fact) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	for _, f := range list {
		b.WriteString(strings.Join([]string{f.Codec, f.Languages, f.Schema, f.Licence, f.Release, f.Released, f.Source, f.Date}, "\t") + "\n")
	}
	return b.String()
}
