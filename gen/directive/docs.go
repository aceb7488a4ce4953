package directive

import (
	"fmt"
	"strings"
)

// A Row is a line of the table of a place in docs/directives.md.
type Row struct {
	Where     Place
	Directive string
	For       string // the fields, or the places in the source, that the directive is for
	Effect    string
}

// A table is a table in docs/directives.md.
type table struct {
	where Place
	name  string   // in the marker before it
	heads []string // of its columns
}

var tables = []table{
	{AtField, "fields", []string{"directive", "for", "effect"}},
	{AtType, "types", []string{"directive", "effect"}},
	{AtPackage, "packages", []string{"argument", "effect"}},
	{Anywhere, "custom", []string{"comment", "where", "effect"}},
}

// text returns the table.
func (t table) text() string {
	out := "| " + strings.Join(t.heads, " | ") + " |\n|" + strings.Repeat("---|", len(t.heads)) + "\n"
	for _, s := range Specs {
		for _, r := range s.Doc {
			if r.Where != t.where {
				continue
			}
			cells := "`" + r.Directive + "` | "
			if s.Word == "" {
				cells = "a number, such as " + cells
			}
			if len(t.heads) > 2 {
				cells += r.For + " | "
			}
			out += "| " + cells + r.Effect + " |\n"
		}
	}
	return out
}

// Page returns a page with the tables of directives between their markers: a line <!-- directives NAME --> and <!-- end -->.
func Page(page string) (string, error) {
	for _, t := range tables {
		begin := "<!-- directives " + t.name + " -->\n"
		head, rest, ok := strings.Cut(page, begin)
		_, tail, end := strings.Cut(rest, "<!-- end -->\n")
		if !ok || !end {
			return "", fmt.Errorf("the page has no lines %sand <!-- end -->", begin)
		}
		page = head + begin + "\n" + t.text() + "\n<!-- end -->\n" + tail
	}
	return page, nil
}

// usageWidth is the maximum length of a line of Usage.
const usageWidth = 115

// Usage returns the lines of bale help gen that list the directives.
func Usage() string {
	text := ""
	for _, t := range tables[:3] {
		line := "  " + t.name + ":"
		for _, item := range strings.Split(List(t.where), ", ") {
			if len(line)+len(item)+2 > usageWidth {
				text += line + "\n"
				line = "   "
			}
			line += " " + item + ","
		}
		text += strings.TrimSuffix(line, ",") + "\n"
	}
	return text
}
