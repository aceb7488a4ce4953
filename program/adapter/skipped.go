package adapter

import (
	"fmt"
	"strings"

	"bale/model"
)

// skipped returns the declaration of the fields that are left out, for all structs inside a root. Package inspect needs it.
func (w *writer) skipped(root model.Type) string {
	var b strings.Builder
	model.Walk(root, func(t model.Type) bool {
		s, ok := model.Underlying(t).(*model.Struct)
		if !ok || len(s.Skipped) == 0 {
			return true
		}
		if n, ok := t.(*model.Named); ok && !model.CanName(n, w.file.Model.Package) {
			return true // this package cannot name the type
		}
		fmt.Fprintf(&b, "\t\t\t{Of: (*%s)(nil), Fields: []string{", w.spell(t))
		for _, f := range s.Skipped {
			fmt.Fprintf(&b, "%q, ", f.Name)
		}
		b.WriteString("}},\n")
		return true
	})
	if b.Len() == 0 {
		return ""
	}
	return "Skipped: []baleharness.Skipped{\n" + b.String() + "\t\t},\n\t\t"
}
