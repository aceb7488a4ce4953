package emit

import (
	"slices"
	"strings"
)

// Choose returns the formats with the given names, each once and in the order of known, and the names that no format has.
func Choose(known []*Format, names []string) (chosen []*Format, unknown []string) {
	unknown = slices.Clone(names)
	for _, f := range known {
		if slices.Contains(names, f.Name) {
			chosen = append(chosen, f)
			unknown = slices.DeleteFunc(unknown, func(name string) bool { return name == f.Name })
		}
	}
	return chosen, unknown
}

// NamesWith returns the names of the formats for which has returns true.
func NamesWith(formats []*Format, has func(*Format) bool) string {
	return Names(slices.DeleteFunc(slices.Clone(formats), func(f *Format) bool { return !has(f) }))
}

// FormatsWith returns the names of the formats that have a directive.
func FormatsWith(formats []*Format, word string) string {
	return NamesWith(formats, func(f *Format) bool { return f.Has(word) })
}

// Names returns the names of formats, separated by commas, for messages.
func Names(formats []*Format) string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}
