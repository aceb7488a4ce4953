package matrix

import (
	"maps"
	"regexp"
	"slices"

	"bale/model/feature"
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
