package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// splitRoots moves the format json from the roots to t.jsonRoots. Their nodes are of a model of what encoding/json sees of the types.
func (t *target) splitRoots() {
	all := t.roots
	t.roots = nil
	for _, r := range all {
		other := slices.Clone(r.Formats)
		i := slices.IndexFunc(other, func(f *emit.Format) bool { return f.View.Kind == emit.LikeJSON })
		if i >= 0 {
			own := *r
			own.Formats = []*emit.Format{other[i]}
			t.jsonRoots = append(t.jsonRoots, &own)
			other = slices.Delete(other, i, i+1)
		}
		if len(other) > 0 {
			r.Formats = other
			t.roots = append(t.roots, r)
		}
	}
}

// namesOf returns the names of roots, and those that the request names and the package does not declare.
func (t *target) namesOf(roots []*root) []string {
	var names []string
	for _, r := range roots {
		names = append(names, r.Name)
	}
	for _, name := range t.typeNames {
		if t.src.Decls[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// setNodes sets the nodes of roots from their model, which may be nil.
func setNodes(roots []*root, m *model.Model) {
	for i := 0; m != nil && i < len(roots); i++ {
		roots[i].Node = m.Roots[i].Type.(*model.Named)
	}
}

// setJSON sets the nodes of t.jsonRoots. It reports whether there are other roots to load.
func (t *target) setJSON(set *model.Set) bool {
	if len(t.jsonRoots) == 0 {
		return true
	}
	names := t.namesOf(t.jsonRoots)
	m, err := set.Model(t.src.Package, names, model.Options{JSON: true, Advice: "leave it out with the tag `json:\"-\"`", FieldUnion: t.jsonFieldUnion, TypeUnion: t.jsonTypeUnion})
	if err != nil && !t.failReceivers(set) {
		t.errs = append(t.errs, source.Errors(err)...)
		return false
	}
	setNodes(t.jsonRoots, m)
	d := t.jsonForms()
	t.addJSONVersions(d)
	for _, r := range t.jsonRoots {
		for _, f := range r.Formats {
			t.errs = append(t.errs, f.Check.Root(r.Node, d, t.src.Package)...)
		}
		if t.flags["safe"] {
			t.checkSafeJSON(r, names)
		}
	}
	t.checkHeirs(set, names)
	return len(t.roots) > 0
}

// addJSONRules adds the directives of the fields of the JSON roots to d.
func (t *target) addJSONRules(d *plan.Directives) {
	if slices.ContainsFunc(t.jsonRoots, func(r *root) bool { return r.Node == nil }) { // the package does not compile
		return
	}
	t.applyToRoots(t.jsonRoots, d)
	t.addJSONVersions(d)
	t.addJSONUnions(d)
	graph := &plan.Graph{Home: t.src.Package}
	seen := map[model.Type]bool{}
	for _, r := range t.jsonRoots {
		if r.Node == nil { // the types have errors
			continue
		}
		d.Strict[r.Node] = d.Strict[r.Node] || t.Strict
		graph.Contains(r.Node, func(x model.Type) bool {
			s, ok := model.Underlying(x).(*model.Struct)
			if !ok || seen[x] {
				return false
			}
			seen[x] = true
			for _, f := range s.Fields {
				t.applyToField(f, f.Name, r.Formats, d)
				t.ownAll(f, d)
			}
			return false
		})
	}
}

// checkHeirs fails for types that would get MarshalJSON of a root that they embed: encoding/json would no longer encode their other fields.
func (t *target) checkHeirs(set *model.Set, names []string) {
	for _, h := range set.Heirs(t.src.Package, "MarshalJSON", names) {
		const text = "embeds %[1]s, whose method MarshalJSON it would get, so that encoding/json would lose its other fields: "
		switch {
		case h.Name == "":
			t.fail(h.Pos, "struct", text+"declare it as a type with JSON code, or embed a type without methods, as in type Fields %[1]s", h.Embedded)
		case h.Local:
			t.fail(h.Pos, h.Name, text+"declare %[2]s outside of the function and generate JSON code for it, too, or embed a type without methods, as in type Fields %[1]s", h.Embedded, h.Name)
		case !slices.Contains(names, h.Name):
			t.fail(h.Pos, h.Name, text+"generate JSON code for %[2]s, too", h.Embedded, h.Name)
		}
	}
}

// checkSafeJSON fails for a root that embeds itself or one of the named types, or is strict and holds one. Without package unsafe, encoding/json cannot be kept
// from calling their methods.
func (t *target) checkSafeJSON(r *root, names []string) {
	graph := &plan.Graph{Home: t.src.Package}
	other := func(x model.Type) string {
		if n, ok := x.(*model.Named); ok && n != r.Node && n.Package == t.src.Package && slices.Contains(names, n.Name) {
			return n.Name
		}
		return ""
	}
	graph.Contains(r.Node, func(x model.Type) bool {
		s, ok := model.Underlying(x).(*model.Struct)
		for i := 0; ok && i < len(s.Fields); i++ {
			f := s.Fields[i]
			if f.Embedded && model.Pointee(f.Type) == model.Type(r.Node) {
				t.fail(f.Pos, r.Name, "with -safe, a type with JSON code cannot embed itself: leave out -safe, or remove the format json")
			} else if name := other(model.Pointee(f.Type)); name != "" && f.Embedded {
				t.fail(f.Pos, r.Name, "with -safe, a type with JSON code cannot embed another one: leave out -safe, or generate no JSON code for %s", name)
			}
		}
		return false
	})
	graph.Contains(r.Node, func(x model.Type) bool {
		name := other(x)
		if name != "" && r.Uses.Has("strict") {
			t.fail(r.Pos, r.Name, "with -safe, a strict type cannot hold another one with JSON code: leave out -safe, or generate no JSON code for %s", name)
		}
		return name != ""
	})
}
