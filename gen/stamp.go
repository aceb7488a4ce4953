package gen

import (
	"bale/gen/plan"
)

// collectStamps records the roots with //bale:stamp.
func (t *target) collectStamps(d *plan.Directives) {
	for _, r := range t.roots {
		for _, n := range r.Notes {
			if n.Text != "stamp" {
				continue
			}
			d.Stamped[r.Node] = true
			switch by := d.Evolving[r.Node]; {
			case r.Has("evolve") || r.Has(evolveAll):
				t.fail(n.Pos, r.Name, "stamp and evolve exclude each other: remove one; with evolve other versions of the program can read a message, and with stamp they refuse it")
			case by != "":
				t.fail(n.Pos, r.Name, "stamp and evolve exclude each other, and the type evolves because of %s: remove the stamp, or put //bale:evolve only above the structs that are to evolve", by)
			}
			for _, f := range r.Formats {
				if !f.Stamps {
					t.fail(n.Pos, r.Name, "stamp has no effect in the format %s: remove the directive or the format", f.Name)
				}
			}
		}
	}
}
