package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/model"
)

// collectStamps records the roots with //bale:stamp.
func (t *target) collectStamps(d *plan.Directives) {
	for _, r := range t.roots {
		for _, n := range r.notes {
			if n.Text != "stamp" {
				continue
			}
			d.Stamped[r.node] = true
			switch by := d.Evolving[r.node]; {
			case r.has("evolve") || r.has(evolveAll):
				t.fail(n.Pos, r.name, "stamp and evolve exclude each other: remove one; with evolve other versions of the program can read a message, and with stamp they refuse it")
			case by != "":
				t.fail(n.Pos, r.name, "stamp and evolve exclude each other, and the type evolves because of %s: remove the stamp, or put //bale:evolve only above the structs that are to evolve", by)
			}
			for _, f := range r.formats {
				if !f.Stamps {
					t.fail(n.Pos, r.name, "stamp has no effect in the format %s: remove the directive or the format", f.Name)
				}
			}
		}
	}
}

// setStamps sets the stamps of messages in a format with the layout now.
func (t *target) setStamps(f *emit.Format, d *plan.Directives, now *layout.Layout) {
	for _, r := range t.roots {
		if !d.HasStamp(r.node) || !slices.Contains(r.formats, f) {
			continue
		}
		l := now
		if t.unlocked[r.name] { // the lock file has no layout of it
			l = layout.Build(f.Name, f.Layout, d, t.src.Package, []*model.Named{r.node})
		}
		d.SetStamp(f.Prefix(), r.node, l.Stamp(f.Layout, r.name))
	}
}
