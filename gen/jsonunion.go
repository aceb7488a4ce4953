package gen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"bale/gen/plan"
	"bale/model"
	"bale/model/directive"
)

// A jsonForm is what a directive says about the form of a union in the format json.
type jsonForm struct {
	field string            // the name of the discriminator, or "" for the object form
	types []string          // members with another name, without spaces
	names map[string]string // their names, by type
	pos   string
}

// parseJSONUnion parses a directive such as json union=field:type Circle=circle. It returns the problem if it is wrong.
func parseJSONUnion(text string) (form *jsonForm, problem string) {
	word, list, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(text, "json")), " ")
	kind, isUnion := strings.CutPrefix(word, "union=")
	field, isField := strings.CutPrefix(kind, "field:")
	form = &jsonForm{field: field, names: map[string]string{}}
	switch {
	case !isUnion || !isField && kind != "object":
		return nil, fmt.Sprintf("%q: want the form of a union, json union=object or json union=field:NAME, as in //bale:json union=field:type", text)
	case isField && !isJSONName(field):
		return nil, "union=field: needs the name of the field that names the type, as in //bale:json union=field:type"
	case !isField:
		form.field = ""
	}
	for _, entry := range model.SplitTypes(list) {
		typ, name, named := strings.Cut(entry, "=")
		typ, name = strings.ReplaceAll(typ, " ", ""), strings.TrimSpace(name)
		switch {
		case !named || typ == "" || !isJSONName(name):
			return nil, fmt.Sprintf("%q: want a type of the union and its name in JSON, as in *Square=square", entry)
		case form.names[typ] != "":
			return nil, fmt.Sprintf("%s has two names: remove one", typ)
		}
		form.types = append(form.types, typ)
		form.names[typ] = name
	}
	return form, ""
}

// jsonProblem returns what is wrong with one of the directives at a declaration, which begins with json, or "".
func jsonProblem(notes []directive.Directive, x directive.Directive) string {
	form, problem := parseJSONUnion(x.Text)
	if other := formOf(notes); form != nil && other.pos != x.Pos {
		return "json union appears twice: remove one"
	}
	return problem
}

// isJSONName reports whether a name can be in a directive: encoding/json takes it in a tag, and it has no spaces and brackets.
func isJSONName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return !strings.ContainsRune("!#$%&*+-./:;<=>?@^_|~", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}

// formOf returns the form that directives at one declaration choose, or nil.
func formOf(notes []directive.Directive) *jsonForm {
	for _, n := range notes {
		if strings.HasPrefix(n.Text, "json ") {
			if form, _ := parseJSONUnion(n.Text); form != nil {
				form.pos = n.Pos
				return form
			}
		}
	}
	return nil
}

// jsonFieldUnion is fieldUnion for unions with a form. Other interfaces are as encoding/json has them.
func (t *target) jsonFieldUnion(f *model.Field) *model.Union {
	if formOf(t.src.Notes.Field(f)) == nil {
		return nil
	}
	return t.fieldUnion(f)
}

// jsonTypeUnion is typeUnion for unions with a form.
func (t *target) jsonTypeUnion(pos, name string) *model.Union {
	if formOf(t.src.Notes.Type(pos, name)) == nil {
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
				t.addForm(d, formOf(t.src.Notes.Type(n.Pos, n.Name)), u, n.Name)
			}
			s, ok := model.Underlying(x).(*model.Struct)
			for i := 0; ok && i < len(s.Fields); i++ {
				t.addForm(d, formOf(t.src.Notes.Field(s.Fields[i])), plan.UnnamedUnion(s.Fields[i].Type), s.Fields[i].Name)
			}
			return true
		})
	}
	t.checkForms()
	return d
}

// addForm adds the form of the union u, which is nil if the directive has no union.
func (t *target) addForm(d *plan.Directives, form *jsonForm, u *model.Named, path string) {
	if form == nil {
		return
	}
	if u == nil {
		t.failOnce(form.pos, path, "json union is for an interface whose types //bale:union lists in the same place: add it, as in //bale:union Circle, *Square")
		return
	}
	i := u.Underlying.(*model.Interface)
	if d.JSONUnions[i] != nil {
		return
	}
	out := &plan.JSONUnion{Field: form.field}
	unknown := slices.Clone(form.types)
	texts := memberTexts(u)
	for k, f := range d.Alternatives(u).Fields {
		name := f.Name
		text := strings.ReplaceAll(texts[k], " ", "")
		for _, s := range form.types {
			if s == text || s == strings.ReplaceAll(i.Written[k], " ", "") {
				if name != f.Name {
					t.failOnce(form.pos, path, fmt.Sprintf("%s has two names: remove one", i.Written[k]))
				}
				name = form.names[s]
				unknown = slices.DeleteFunc(unknown, func(x string) bool { return x == s })
			}
		}
		if at := slices.Index(out.Names, name); at >= 0 {
			t.failOnce(form.pos, path, fmt.Sprintf("%s and %s have the name %s: give one another name, as in //bale:json union=object %s=other", texts[at], text, name, text))
		}
		out.Names = append(out.Names, name)
	}
	for _, text := range unknown {
		t.failOnce(form.pos, path, fmt.Sprintf("%s is no type of the union: it has %s", text, strings.Join(i.Written, ", ")))
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
	if t.newHeader.safe && len(t.jsonUnions) > 0 {
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
	for name, d := range t.src.Decls {
		if form := formOf(d.Notes); form != nil {
			t.fail(form.pos, name, "json is for the format json, in which unions have a form of their own then: add it with wire=json, or leave out the directive")
		}
	}
}
