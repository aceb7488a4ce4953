package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/schema"
)

// splitRoots moves the format json from the roots to t.jsonRoots. Code in this format depends on what encoding/json sees of the types, not on
// the directives and the lock file.
func (t *target) splitRoots() {
	all := t.roots
	t.roots = nil
	for _, r := range all {
		other := slices.Clone(r.formats)
		i := slices.IndexFunc(other, func(f *emit.Format) bool { return f.JSON })
		if i >= 0 {
			own := *r
			own.formats = []*emit.Format{other[i]}
			t.jsonRoots = append(t.jsonRoots, &own)
			other = slices.Delete(other, i, i+1)
		}
		if len(other) > 0 {
			r.formats = other
			t.roots = append(t.roots, r)
		}
	}
}

// namesOf returns the names of roots, and those that the request names and the package does not declare.
func (t *target) namesOf(roots []*root) []string {
	var names []string
	for _, r := range roots {
		names = append(names, r.name)
	}
	for _, name := range t.typeNames {
		if t.decls[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// setNodes sets the nodes of roots from their model, which may be nil.
func setNodes(roots []*root, model *schema.Model) {
	for i := 0; model != nil && i < len(roots); i++ {
		roots[i].node = model.Roots[i].Type.(*schema.Named)
	}
}

// setJSON sets the nodes of t.jsonRoots. It reports whether there are other roots to load.
func (t *target) setJSON(set *schema.Set) bool {
	if len(t.jsonRoots) == 0 {
		return true
	}
	model, err := set.Model(t.src.Package, t.namesOf(t.jsonRoots), schema.Options{JSON: true, Advice: "leave it out with the tag `json:\"-\"`"})
	if err != nil && !t.failReceivers(set) {
		t.errs = append(t.errs, asErrors(err)...)
		return false
	}
	setNodes(t.jsonRoots, model)
	for _, r := range t.jsonRoots {
		for _, f := range r.formats {
			t.errs = append(t.errs, f.Check(r.node, nil, t.src.Package)...)
		}
	}
	return len(t.roots) > 0
}

// allRoots returns the roots of all formats. One with json and other formats is there twice.
func (t *target) allRoots() []*root { return slices.Concat(t.roots, t.jsonRoots) }
