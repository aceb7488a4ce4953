package plan

import (
	"strings"

	"bale/model"
)

// A JSONUnion says how the format json writes a union.
type JSONUnion struct {
	Field string   // the name of the discriminator, or "" for an object with the name of the member
	Names []string // the names of the members
}

// MemberText returns the text of the member m of a union as the directive for its form names it.
func MemberText(union *model.Named, m model.Type) string {
	text := model.TypeText(m, union.Package)
	if union.Alias { // the name is not in the source
		text = strings.ReplaceAll(text, union.Name, model.TypeText(union.Underlying, union.Package))
	}
	return text
}
