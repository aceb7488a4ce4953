package gen

import (
	"bale/gen/emit"
	"bale/gen/plan"
)

// evolveByFlag records the structs that evolve because of the flag -evolve or the directive of the package: those of all types of the package
// that have no stamp.
func (t *target) evolveByFlag(d *plan.Directives) {
	if !t.flags["evolve"] {
		return
	}
	by := "-evolve"
	if !t.Evolve {
		by = "//bale:gen evolve in the comment of the package"
	}
	effect := false
	for _, r := range t.roots {
		if r.supports("evolve") {
			effect = true
			if !r.Uses.Has("stamp") {
				d.EvolveInside(r.Node, t.src.Package, by)
			}
		}
	}
	if t.Evolve && !effect && !t.several() {
		t.fail("", "", "-evolve is for the format %s, which no type of package %s has: add the format, or leave out the flag", emit.FormatsWith(t.Known, "evolve"), t.src.Package)
	}
}
