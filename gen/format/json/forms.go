package json

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/plan"
	"bale/model"
	source "bale/model/directive"
)

// fieldForm returns the form of a union that the directives at a field choose, or nil.
func fieldForm(notes *source.Directives, f *model.Field) *directive.JSONForm {
	return directive.ParseField(notes.Field(f), f).JSONForm()
}

// typeForm returns the form of a union that the directives above a type choose, or nil.
func typeForm(notes *source.Directives, pos, name string) *directive.JSONForm {
	uses, _ := directive.ParseType(notes.Type(pos, name), false)
	return uses.JSONForm()
}

// addForms adds the forms of the unions in the roots to d.
func (u *unit) addForms(d *plan.Directives) {
	notes := u.Source.Notes
	for _, r := range u.Roots {
		model.Walk(r.Node, func(x model.Type) bool {
			if n, ok := x.(*model.Named); ok && !n.Alias {
				union := plan.UnnamedUnion(n.Underlying)
				if plan.Members(n) != nil {
					union = n
				}
				u.addForm(d, typeForm(notes, n.Pos, n.Name), union, n.Name)
			}
			s, ok := model.Underlying(x).(*model.Struct)
			for i := 0; ok && i < len(s.Fields); i++ {
				u.addForm(d, fieldForm(notes, s.Fields[i]), plan.UnnamedUnion(s.Fields[i].Type), s.Fields[i].Name)
			}
			return true
		})
	}
}

// addForm adds the form of a union, which is nil if the directive has no union.
func (u *unit) addForm(d *plan.Directives, form *directive.JSONForm, union *model.Named, path string) {
	if form == nil {
		return
	}
	if union == nil {
		u.errs.AddOnce(form.Pos, path, "json union is for an interface whose types //bale:union lists in the same place: add it, as in //bale:union Circle, *Square")
		return
	}
	i := union.Underlying.(*model.Interface)
	if d.JSONUnions[i] != nil {
		return
	}
	out := &plan.JSONUnion{Field: form.Field}
	unknown := slices.Clone(form.Types)
	texts := memberTexts(union)
	for k, f := range d.Alternatives(union).Fields {
		name := f.Name
		text := strings.ReplaceAll(texts[k], " ", "")
		for _, s := range form.Types {
			if s == text || s == strings.ReplaceAll(i.Written[k], " ", "") {
				if name != f.Name {
					u.errs.AddOnce(form.Pos, path, fmt.Sprintf("%s has two names: remove one", i.Written[k]))
				}
				name = form.Names[s]
				unknown = slices.DeleteFunc(unknown, func(x string) bool { return x == s })
			}
		}
		if at := slices.Index(out.Names, name); at >= 0 {
			u.errs.AddOnce(form.Pos, path, fmt.Sprintf("%s and %s have the name %s: give one another name, as in //bale:json union=object %s=other", texts[at], text, name, text))
		}
		out.Names = append(out.Names, name)
	}
	for _, text := range unknown {
		u.errs.AddOnce(form.Pos, path, fmt.Sprintf("%s is no type of the union: it has %s", text, strings.Join(i.Written, ", ")))
	}
	d.JSONUnions[i] = out
}

// memberTexts returns the types of a union as directives name them.
func memberTexts(union *model.Named) (texts []string) {
	for _, m := range plan.Members(union) {
		texts = append(texts, plan.MemberText(union, m))
	}
	return texts
}
