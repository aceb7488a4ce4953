package json

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// options returns what to load the model of what encoding/json sees of the types with.
func options(src *source.Package) model.Options {
	return model.Options{
		JSON: true, Advice: "leave it out with the tag `json:\"-\"`",
		FieldUnion: func(f *model.Field) *model.Union {
			if fieldForm(src.Notes, f) == nil {
				return nil // it is as encoding/json has it
			}
			return src.FieldUnion(f)
		},
		TypeUnion: func(pos, name string) *model.Union {
			if typeForm(src.Notes, pos, name) == nil {
				return nil
			}
			return src.TypeUnion(pos, name)
		},
	}
}

// A unit is the roots that get JSON code.
type unit struct {
	*emit.Unit
	errs model.Errors
}

// checkUnit returns what prevents JSON code for a unit.
func checkUnit(of *emit.Unit) model.Errors {
	u := &unit{Unit: of}
	d := plan.NewDirectives()
	u.addForms(d)
	u.addVersions(d)
	for _, r := range u.Roots {
		u.errs = append(u.errs, check(r.Node, d, u.Source.Package)...)
	}
	u.checkHeirs()
	return u.errs
}

// recordUnit records in d the forms of unions and the semantics of the roots.
func recordUnit(of *emit.Unit, d *plan.Directives) {
	u := &unit{Unit: of}
	u.addVersions(d)
	u.addForms(d)
	u.addUnions(d)
}

// addVersions notes in d which roots have the semantics of encoding/json/v2.
func (u *unit) addVersions(d *plan.Directives) {
	for _, r := range u.Roots {
		d.JSONV2[r.Node] = r.Has(v2Word)
	}
}

// addUnions notes in d the unions whose interfaces have names.
func (u *unit) addUnions(d *plan.Directives) {
	seen := map[string]bool{}
	for _, n := range d.Unions {
		seen[n.Name] = true
	}
	for _, r := range u.Roots {
		model.Walk(r.Node, func(x model.Type) bool {
			if n, ok := x.(*model.Named); ok && plan.Members(n) != nil && !seen[n.Name] {
				seen[n.Name] = true
				d.Unions = append(d.Unions, n)
			}
			return true
		})
	}
}

// checkHeirs fails for types that would get MarshalJSON of a root that they embed: encoding/json would no longer encode their other fields.
func (u *unit) checkHeirs() {
	for _, h := range u.Set.Heirs(u.Source.Package, "MarshalJSON", u.Names) {
		const text = "embeds %[1]s, whose method MarshalJSON it would get, so that encoding/json would lose its other fields: "
		switch {
		case h.Name == "":
			u.errs.Add(h.Pos, "struct", text+"declare it as a type with JSON code, or embed a type without methods, as in type Fields %[1]s", h.Embedded)
		case h.Local:
			u.errs.Add(h.Pos, h.Name, text+"declare %[2]s outside of the function and generate JSON code for it, too, or embed a type without methods, as in type Fields %[1]s", h.Embedded, h.Name)
		case !slices.Contains(u.Names, h.Name):
			u.errs.Add(h.Pos, h.Name, text+"generate JSON code for %[2]s, too", h.Embedded, h.Name)
		}
	}
}
