package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// partMethods returns the methods that decode parts of a root in a format.
func (r *root) partMethods(f *emit.Format) (list []emit.PartMethod) {
	if !f.Has("read") {
		return nil
	}
	for _, p := range r.Uses.Parts() {
		m := emit.PartMethod{Name: p.Name, Fields: p.Paths}
		list = append(list, m)
	}
	return list
}

// checkPartNames fails for parts with names that are taken.
func (t *target) checkPartNames(r *root) {
	for i, p := range r.Uses.Parts() {
		if slices.ContainsFunc(r.Uses.Parts()[:i], func(other *plan.Part) bool { return other.Name == p.Name }) {
			t.fail(p.Pos, r.Name, "the type has two parts with the name %s: rename one", p.Name)
		}
		for _, f := range r.Formats {
			if s := t.methods(r, f); f.Has("read") && slices.Contains(s.WholeNames(), s.PartName(p.Name)) {
				t.fail(p.Pos, r.Name, "the part %s would have the method %s, which decodes the whole value: rename the part", p.Name, s.PartName(p.Name))
				break
			}
		}
	}
}

// selectParts records in d what the parts of the roots read, and fails for paths that name no field.
func (t *target) selectParts(d *plan.Directives) {
	for _, r := range t.allRoots() {
		if r.Node == nil || !r.supports("read") {
			continue
		}
		isJSON := r.hasView(emit.LikeJSON)
		by := t.selector(r, isJSON, d)
		for _, p := range r.Uses.Parts() {
			if isJSON && t.flags["safe"] {
				t.fail(p.Pos, r.Name, "with -safe, the format json has no parts, because encoding/json could not be kept from reading the other fields: leave out -safe, or remove the format or the directive")
			}
			for _, problem := range p.Select(r.Node, by) {
				t.failOnce(p.Pos, r.Name, problem)
			}
			d.Parts[r.Node] = append(d.Parts[r.Node], p)
		}
	}
}

// checkParts fails for parts that a format cannot decode.
func (t *target) checkParts(d *plan.Directives) {
	for _, r := range t.allRoots() {
		for _, f := range r.Formats {
			if f.Check.Part == nil {
				continue
			}
			for _, p := range d.PartsOf(r.Node) {
				if problem := f.Check.Part(p.Root, t.src.Package, r.isV2()); problem != "" {
					t.fail(p.Pos, r.Name, "the part %s in %s: %s", p.Name, f.Name, problem)
				}
			}
		}
	}
}

// selector returns what the paths of the parts of a root can name.
func (t *target) selector(r *root, isJSON bool, d *plan.Directives) *plan.Selector {
	if isJSON {
		return &plan.Selector{
			Home: t.src.Package, JSON: true,
			Custom: func(n *model.Named) bool { return n.JSON.Any() },
			Lacks:  func(*model.Field) string { return "" }, // the model has no such fields
			Sees: func(outer *model.Struct, f *model.Field) plan.Sight {
				return r.Formats[0].View.Sees(outer, f, t.src.Package, r.isV2())
			},
		}
	}
	return &plan.Selector{
		Home:   t.src.Package,
		Custom: func(n *model.Named) bool { return r.CallsMethods(n, t.src.Package) },
		Oneofs: r.OnlyMessages(),
		Lacks: func(f *model.Field) string {
			for _, format := range r.Formats {
				if format.Has("read") && (format.MaxLen(f) < 0 || format.Has("unknown") && d.Field(f).Unknown) {
					return format.Name
				}
			}
			return ""
		},
	}
}
