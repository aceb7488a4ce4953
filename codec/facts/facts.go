// Package facts has what is needed to choose a serializer and cannot be measured: facts.tsv, with the source and the date of each line.
package facts

import (
	_ "embed"
	"fmt"
	"strings"
)

// A Fact is what is known of one codec.
type Fact struct {
	Codec     string // its name, which stands for all variants, or that of one variant
	Languages string // that have an implementation of the wire format
	Schema    string // "yes" if a schema is needed, else "no": the Go type or bale's derived schema is enough
	Licence   string // as SPDX calls it; "none" where the module has no licence file
	Release   string // version of the last release
	Released  string // its date, as 2006-01-02; "" where the codec has no module
	Source    string // of languages and schema; the others are from the module
	Date      string // when the line was last checked, as 2006-01-02
}

//go:embed facts.tsv
var table string

// Of returns the fact of a codec or of one of its variants, as "vtprotobuf/pool".
func Of(codec string) (Fact, bool) {
	list, err := Parse(table)
	if err != nil {
		panic(err) // the tests read the table
	}
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

// head is the first line of a table.
const head = "codec\tlanguages\tschema\tlicence\trelease\treleased\tsource\tdate"

// Parse reads a table: one line for each codec, with tabs between the columns.
func Parse(text string) ([]Fact, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != head {
		return nil, fmt.Errorf("facts: line 1 is %q: want %q", lines[0], head)
	}
	var list []Fact
	for i, line := range lines[1:] {
		c := strings.Split(line, "\t")
		if len(c) != strings.Count(head, "\t")+1 {
			return nil, fmt.Errorf("facts: line %d has %d columns: want %d", i+2, len(c), strings.Count(head, "\t")+1)
		}
		list = append(list, Fact{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]})
	}
	return list, nil
}

// Format writes a table, which Parse reads.
func Format(list []Fact) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	for _, f := range list {
		b.WriteString(strings.Join([]string{f.Codec, f.Languages, f.Schema, f.Licence, f.Release, f.Released, f.Source, f.Date}, "\t") + "\n")
	}
	return b.String()
}
