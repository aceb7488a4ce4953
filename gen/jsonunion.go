package gen

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/plan"
	"bale/model"
)

// fieldForm returns the form of a union that the directives at a field choose, or nil.
func (t *target) fieldForm(f *model.Field) *directive.JSONForm {
	return directive.ParseField(t.src.Notes.Field(f), f).JSONForm()
}

// typeForm returns the form of a union that the directives above a type choose, or nil.
func (t *target) typeForm(pos, name string) *directive.JSONForm {
	uses, _ := directive.ParseType(t.src.Notes.Type(pos, name), false)
	return uses.JSONForm()
}

// jsonFieldUnion is fieldUnion for unions with a form. Other interfaces are as encoding/json has them.
func (t *target) jsonFieldUnion(f *model.Field) *model.Union {
	if t.fieldForm(f) == nil {
		return nil
	}
	return t.fieldUnion(f)
}

// jsonTypeUnion is typeUnion for unions with a form.
func (t *target) jsonTypeUnion(pos, name string) *model.Union {
	if t.typeForm(pos, name) == nil {
		return nil
	}
	return t.typeUnion(pos, name)
}

// jsonForms finds the forms of the unions in the JSON roots. It returns directives that have only these.
func (t *target) jsonForms() *plan.Directives {
	d := plan.NewDirectives()
	t.jsonUnions = d.JSONUnions
	for _, r := range t.jsonRoots {
		model.Walk(r.Node, func(x model.Type) bool {
			if n, ok := x.(*model.Named); ok && !n.Alias {
				u := plan.UnnamedUnion(n.Underlying)
				if plan.Members(n) != nil {
					u = n
				}
				t.addForm(d, t.typeForm(n.Pos, n.Name), u, n.Name)
			}
			s, ok := model.Underlying(x).(*model.Struct)
			for i := 0; ok && i < len(s.Fields); i++ {
				t.addForm(d, t.fieldForm(s.Fields[i]), plan.UnnamedUnion(s.Fields[i].Type), s.Fields[i].Name)
			}
			return true
		})
	}
	t.checkForms()
	return d
}

// addForm adds the form of the union u, which is nil if the directive has no union.
func (t *target) addForm(d *plan.Directives, form *directive.JSONForm, u *model.Named, path string) {
	if form == nil {
		return
	}
	if u == nil {
		t.failOnce(form.Pos, path, "json union is for an interface whose types //bale:union lists in the same place: add it, as in //bale:union Circle, *Square")
		return
	}
	i := u.Underlying.(*model.Interface)
	if d.JSONUnions[i] != nil {
		return
	}
	out := &plan.JSONUnion{Field: form.Field}
	unknown := slices.Clone(form.Types)
	texts := memberTexts(u)
	for k, f := range d.Alternatives(u).Fields {
		name := f.Name
		text := strings.ReplaceAll(texts[k], " ", "")
		for _, s := range form.Types {
			if s == text || s == strings.ReplaceAll(i.Written[k], " ", "") {
				if name != f.Name {
					t.failOnce(form.Pos, path, fmt.Sprintf("%s has two names: remove one", i.Written[k]))
				}
				name = form.Names[s]
				unknown = slices.DeleteFunc(unknown, func(x string) bool { return x == s })
			}
		}
		if at := slices.Index(out.Names, name); at >= 0 {
			t.failOnce(form.Pos, path, fmt.Sprintf("%s and %s have the name %s: give one another name, as in //bale:json union=object %s=other", texts[at], text, name, text))
		}
		out.Names = append(out.Names, name)
	}
	for _, text := range unknown {
		t.failOnce(form.Pos, path, fmt.Sprintf("%s is no type of the union: it has %s", text, strings.Join(i.Written, ", ")))
	}
	d.JSONUnions[i] = out
}

// memberTexts returns the types of a union as directives name them.
func memberTexts(u *model.Named) (texts []string) {
	for _, m := range plan.Members(u) {
		texts = append(texts, plan.MemberText(u, m))
	}
	return texts
}

// checkForms reports what cannot be generated for the forms.
func (t *target) checkForms() {
	if t.flags["safe"] && len(t.jsonUnions) > 0 {
		for _, r := range t.jsonRoots {
			if plan.HoldsUnion(r.Node) {
				t.fail(r.Pos, r.Name, "with -safe, a union cannot have a form of its own in JSON: leave out -safe, or the directive //bale:json union")
			}
		}
	}
}

// addJSONUnions adds the forms to d, and declares the names of their interfaces.
func (t *target) addJSONUnions(d *plan.Directives) {
	for i, form := range t.jsonUnions {
		d.JSONUnions[i] = form
	}
	seen := map[string]bool{}
	for _, n := range d.Unions {
		seen[n.Name] = true
	}
	for _, r := range t.jsonRoots {
		model.Walk(r.Node, func(x model.Type) bool {
			if n, ok := x.(*model.Named); ok && plan.Members(n) != nil && !seen[n.Name] {
				seen[n.Name] = true
				d.Unions = append(d.Unions, n)
			}
			return true
		})
	}
	t.checkFormsApply()
}

// checkFormsApply fails for forms in a package without JSON code. It reports nothing if the request names types, since another request may name
// others.
func (t *target) checkFormsApply() {
	if len(t.jsonRoots) > 0 || len(t.Types) > 0 {
		return
	}
	for name, d := range t.uses {
		if form := d.JSONForm(); form != nil {
			t.fail(form.Pos, name, "json is for the format json, in which unions have a form of their own then: add it with wire=json, or leave out the directive")
		}
	}
}
