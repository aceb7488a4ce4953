package measure

import (
	"fmt"
	"slices"
	"strings"
)

// classes are the values of the four axes of a mode, each axis with its default first.
var classes = [5][]string{{"convert", "native"}, {"fresh", "reuse"}, {"copy", "alias"}, {"seq", "par"}, {"varied", "known"}}

// ParseModes reads a list of classes: "default", "all", or values of the axes of a Mode. Of an axis that
// several are named of, all are measured; of one that none is named of, the default. All is every class of
// varied values: known ones have to be named.
func ParseModes(list string) ([]Mode, error) {
	var axes [5][]string
	for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		switch {
		case word == "all":
			copy(axes[:4], classes[:4])
		case word == "default":
			for i := range axes {
				axes[i] = addOnce(axes[i], classes[i][0])
			}
		default:
			i := slices.IndexFunc(classes[:], func(c []string) bool { return slices.Contains(c, word) })
			if i < 0 {
				return nil, fmt.Errorf("-modes: no class is called %q: take default, all, or a list of convert native fresh reuse copy alias seq par varied known", word)
			}
			axes[i] = addOnce(axes[i], word)
		}
	}
	for i := range axes {
		if len(axes[i]) == 0 {
			axes[i] = classes[i][:1]
		}
	}
	var modes []Mode
	for _, form := range axes[0] {
		for _, memory := range axes[1] {
			for _, strs := range axes[2] {
				for _, procs := range axes[3] {
					for _, values := range axes[4] {
						modes = append(modes, Mode{form, memory, strs, procs, values})
					}
				}
			}
		}
	}
	return modes, nil
}

func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(slices.Clip(list), s)
}
