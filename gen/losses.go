package gen

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// lossNotes returns a line for each value of a custom type whose methods are known to lose something, with its path.
func (t *target) lossNotes() (list []string) {
	home := t.src.Package
	listOf(t.roots).EachCustom(t.src.Package, func(n *model.Named, path string) {
		if losses := plan.Losses(n, home); losses != "" {
			list = append(list, fmt.Sprintf("note: %s: %s does not always come back as it was: %s", path, model.TypeText(n, home), losses))
		}
	})
	return list
}
