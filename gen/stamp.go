package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/model"
)

// setStamps sets the stamps of messages in a format with the layout now.
func (t *target) setStamps(f *emit.Format, d *plan.Directives, now *layout.Layout) {
	for _, r := range t.roots {
		if !d.HasStamp(r.node) || !slices.Contains(r.formats, f) {
			continue
		}
		l := now
		if t.unlocked[r.name] { // the lock file has no layout of it
			l = layout.Build(f.Name, f.Lock.Layout, d, t.src.Package, []*model.Named{r.node})
		}
		d.SetStamp(f.Prefix(), r.node, l.Stamp(f.Lock.Layout, r.name))
	}
}
