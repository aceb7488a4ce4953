package lock

import (
	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/model"
)

// setStamps sets the stamps of messages in a format with the layout now.
func (u *update) setStamps(f *emit.Format, now *layout.Layout) {
	d := u.Directives
	for _, r := range u.Roots.Of(f) {
		if !d.HasStamp(r.Node) {
			continue
		}
		l := now
		if u.unlocked(r) { // the lock file has no layout of it
			l = layout.Build(f.Name, f.Lock.Layout, d, u.Path, []*model.Named{r.Node})
		}
		d.SetStamp(f.Prefix(), r.Node, l.Stamp(f.Lock.Layout, r.Name))
	}
}
