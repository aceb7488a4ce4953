package directive

import (
	"regexp"
	"strings"

	"bale/model"
)

var unionWord = regexp.MustCompile(`(^|[ ,])union([ =]|$)`)

// CutUnion splits a directive before the types of a union, which are its last part. ok reports whether it has a union.
func CutUnion(text string) (before string, members []string, ok bool) {
	at := unionWord.FindStringIndex(text)
	if at == nil || strings.HasPrefix(text, "json ") {
		return text, nil, false
	}
	return text[:at[0]], model.SplitTypes(text[at[1]:]), true
}

// FieldUnion returns the union declared at a field, without a Name, or nil.
func (n *Directives) FieldUnion(f *model.Field) *model.Union { return unionOf(n.Field(f)) }

// TypeUnion returns the union declared above a type, without a Name, or nil.
func (n *Directives) TypeUnion(pos, name string) *model.Union { return unionOf(n.Type(pos, name)) }

// unionOf returns the union that the directives at one declaration declare together.
func unionOf(notes []Directive) *model.Union {
	var u *model.Union
	for _, x := range notes {
		if model.IsPackageDirective(x.Text) {
			continue
		}
		if _, members, ok := CutUnion(x.Text); ok && u == nil {
			u = &model.Union{Members: members, Pos: x.Pos}
		} else if ok {
			u.Members = append(u.Members, members...)
		}
	}
	return u
}
