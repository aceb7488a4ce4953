package gen

import (
	"slices"
	"strings"

	"bale/gen/emit"
)

// Choose is the formats with these names, each once and in the order of known, and the names that none has.
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

// Names lists formats, as messages do.
func Names(formats []*emit.Format) string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}
