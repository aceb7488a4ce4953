package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
	"bale/model/directive"
)

// evolveAll is the directive for a type in whose messages all structs evolve.
const evolveAll = "evolve all"

// evolves reports whether structs can evolve in a format.
func evolves(f *emit.Format) bool { return f.Evolves }

// markEvolving records the directive x above n, which is evolve or evolve all.
func (c *checker) markEvolving(n *model.Named, path string, x directive.Directive) {
	home := c.model.Package
	_, isStruct := n.Underlying.(*model.Struct)
	switch {
	case !c.inFormat(evolves):
		c.fail(x.Pos, path, "%s has no effect in the formats of the type: remove it, or add the format %s", x.Text, emit.Default)
	case x.Text == "evolve" && isStruct:
		c.directives.Evolving[n] = "//bale:evolve"
	case len(plan.NamedStructs(n, home)) == 0:
		c.fail(x.Pos, path, "%s is for structs: %s holds no struct with a name; remove it", x.Text, n.Name)
	case x.Text == "evolve":
		c.fail(x.Pos, path, "evolve is for structs: %s has no fields to append; write //bale:evolve all for the structs that it holds", n.Name)
	default:
		evolveInside(n, home, "//bale:evolve all above "+model.TypeText(n, home), c.directives)
	}
}

// evolveByFlag records the structs that evolve because of the flag -evolve: those of all types of the package that have no stamp.
func (t *target) evolveByFlag(d *plan.Directives) {
	if !t.newHeader.evolve {
		return
	}
	by := "-evolve"
	if !t.Evolve {
		by += " in the first line of " + t.src.Notes.ShortPath(t.src.Out)
	}
	effect := false
	for _, r := range t.roots {
		if slices.ContainsFunc(r.Formats, evolves) {
			effect = true
			if !r.Has("stamp") {
				evolveInside(r.Node, t.src.Package, by, d)
			}
		}
	}
	if t.Evolve && !effect && !t.several() {
		t.fail("", "", "-evolve is for the format %s, which no type of package %s has: add the format, or leave out the flag", emit.Default, t.src.Package)
	}
}

// evolveInside marks the structs that messages of t contain as evolving, because of a directive or a flag. A struct with a directive of its
// own keeps this reason.
func evolveInside(t *model.Named, home, because string, d *plan.Directives) {
	for _, n := range plan.NamedStructs(t, home) {
		if d.Evolving[n] == "" {
			d.Evolving[n] = because
		}
	}
}
