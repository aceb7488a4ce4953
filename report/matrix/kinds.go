package matrix

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bale/model/feature"
	"bale/report/markdown"
)

// A Kind is a kind of field or of values that a serializer may carry, with the word for it.
type Kind struct {
	Word  string
	About string // in Markdown: the kinds of fields, or the values
	lost  *regexp.Regexp
	types []string // features
}

// values are the kinds of values. Most serializers carry the fields, but not these values of them: lost matches the losses that show it.
var values = []Kind{
	{"nil", "nil and empty slices stay different", regexp.MustCompile(`^(empty became nil|nil became empty)`), []string{"Int32sField"}},
	{"nil-elements", "nil pointers in a list of pointers", regexp.MustCompile(`^(refused: nil element|nil became (zero|a) value)`), []string{"PointerSliceField"}},
	{"zones", "offsets of times from UTC", regexp.MustCompile(`^zone dropped|^time changed`), []string{"TimeField"}},
	{"nanoseconds", "times to the nanosecond", regexp.MustCompile(`^time (truncated|changed)`), []string{"TimeField"}},
	{"nan", "NaN and infinities", regexp.MustCompile(`^(refused: nan|refused: (negative )?infinity|float changed)`), []string{"Float64Field"}},
	{"invalid-utf8", "strings that are not UTF-8", regexp.MustCompile(`^(string changed|refused: invalid utf-8)`), []string{"StringField"}},
}

// Kinds returns all kinds: those of fields in the order of the features, and those of values.
func Kinds() []Kind {
	var list []Kind
	for _, f := range feature.All {
		i := slices.IndexFunc(list, func(k Kind) bool { return k.Word == f.Word })
		if i < 0 {
			list, i = append(list, Kind{Word: f.Word}), len(list)
		}
		if list[i].About != "" {
			list[i].About += ", "
		}
		list[i].About += f.Name
		list[i].types = append(list[i].types, f.Type)
	}
	return append(list, values...)
}

// Of returns how a codec variant carries a kind: it carries all of its fields, and what comes back different. For a kind of values, it does not
// carry the kind if a value comes back different. ok is false if the table does not have all of the kind's fields.
func (k Kind) Of(t Table, codec string) (carried bool, losses []string, ok bool) {
	carried = true
	lost := map[string]bool{}
	for _, typ := range k.types {
		s, ok := t[codec][typ]
		if !ok {
			return false, nil, false
		}
		carried = carried && s.Carried() && !slices.ContainsFunc(s.Losses, k.lose)
		for _, l := range s.Losses {
			lost[l] = true
		}
	}
	if k.lost == nil {
		losses = slices.Sorted(maps.Keys(lost))
	}
	return carried, losses, true
}

// lose reports whether a loss shows that values of the kind do not come back.
func (k Kind) lose(loss string) bool { return k.lost != nil && k.lost.MatchString(loss) }

// mdKinds writes an index of the table: for each kind, the entries that carry it, or those that do not if they are fewer.
func mdKinds(w io.Writer, entries []Entry, t Table) {
	fmt.Fprint(w, kindsHead)
	kinds := Kinds()
	if len(t) == 0 {
		kinds = nil // nothing has been tried
	}
	var list [][]string
	for _, k := range kinds {
		var carried, not, untried []Entry
		for _, e := range entries {
			switch carries, _, ok := k.Of(t, e.Name); {
			case !e.replaces():
			case !ok:
				untried = append(untried, e)
			case carries:
				carried = append(carried, e)
			default:
				not = append(not, e)
			}
		}
		text := fmt.Sprintf("all but %s", names(not, entries))
		switch {
		case len(carried)+len(not) == 0:
			text = "not tried"
		case len(carried) == 0:
			text = "none"
		case len(carried) <= len(not) || len(untried) > 0:
			text = names(carried, entries)
		case len(not) == 0:
			text = "all"
		}
		list = append(list, []string{k.Word, k.About, markdown.Escape(text)})
	}
	fmt.Fprintln(w, "| word | fields, or values of them | carried by |\n| :-- | :-- | :-- |")
	for _, row := range list { // already Markdown
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintln(w)
}

// names returns the sorted names of entries as text.
func names(list, all []Entry) string {
	names := Names(list, all)
	slices.Sort(names)
	return strings.Join(names, ", ")
}

const kindsHead = `## Index by kind of field

` + "`bale list -carries WORDS`" + ` searches by these words, for example ` + "`bale list -carries maps,unions`" + `. A serializer carries fields if it has no gap for any
of them; some values may come back different. It carries values only if all of them come back equal.

`
