package gen

import (
	"slices"
	"strings"

	"bale/gen/emit"
)

// Choose returns the formats with the given names, each once and in the order of known, and the names that no format has.
func Choose(known []*emit.Format, names []string) (chosen []*emit.Format, unknown []string) {
	unknown = slices.Clone(names)
	for _, f := range known {
		if slices.Contains(names, f.Name) {
			chosen = append(chosen, f)
			unknown = slices.DeleteFunc(unknown, func(name string) bool { return name == f.Name })
		}
	}
	return chosen, unknown
}

// namesWith returns the names of the formats for which has returns true.
func namesWith(formats []*emit.Format, has func(*emit.Format) bool) string {
	return Names(slices.DeleteFunc(slices.Clone(formats), func(f *emit.Format) bool { return !has(f) }))
}

// FormatsWith returns the names of the formats that have a directive.
func FormatsWith(formats []*emit.Format, word string) string {
	return namesWith(formats, func(f *emit.Format) bool { return f.Has(word) })
}

// Names returns the names of formats, separated by commas, for messages.
func Names(formats []*emit.Format) string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}
