package plan

import (
	"fmt"
	"strings"

	"bale/schema"
)

// Sized returns the form of a field of type t for code in package home, with the lengths of the arrays in it: "bytes [37]".
func Sized(form string, t schema.Type, home string) string {
	lengths := ""
	for seen := map[schema.Type]bool{}; !seen[t] && CustomBy(t, home) == ""; {
		seen[t] = true
		if a, ok := schema.Underlying(t).(*schema.Array); ok {
			lengths += fmt.Sprintf("[%d]", a.Len)
		}
		if e := schema.ListElem(t); e != nil {
			t = e
		} else if p, ok := schema.Underlying(t).(*schema.Pointer); ok {
			t = p.Elem
		}
	}
	if lengths == "" {
		return form
	}
	return form + " " + lengths
}

// cutLengths splits what Sized returns.
func cutLengths(form string) (bare, lengths string) {
	if i := strings.LastIndex(form, " ["); i >= 0 {
		return form[:i], form[i:]
	}
	return form, ""
}
