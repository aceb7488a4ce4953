// Package notes has what bale gen tells people about generated code: what other libraries do with new methods, what is lost, and which changes of types
// it will refuse.
package notes

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// Losses returns a line for each value of a custom type whose methods are known to lose something, with its path. The roots are those of package home.
func Losses(roots emit.Roots, home string) (list []string) {
	roots.EachCustom(home, func(n *model.Named, path string) {
		if losses := plan.Losses(n, home); losses != "" {
			list = append(list, fmt.Sprintf("note: %s: %s does not always come back as it was: %s", path, model.TypeText(n, home), losses))
		}
	})
	return list
}

// Formats returns what the formats of the roots say about them.
func Formats(roots emit.Roots, home string) (list []string) {
	for _, r := range roots {
		for _, f := range r.Formats {
			if f.Check.Note == nil {
				continue
			}
			if line := f.Check.Note(r.Node, home); line != "" {
				list = append(list, line)
			}
		}
	}
	return list
}
