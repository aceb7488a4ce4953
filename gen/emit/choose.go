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

// Names returns the names of formats, separated by commas, for messages.
func Names(formats []*Format) string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}
