package lock

import (
	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// setStamps sets the stamps of messages in a format with the layout now, apart from those of versions.
func (u *update) setStamps(f *emit.Format, now *layout.Layout) {
	for _, r := range u.Roots.Of(f) {
		_, has := u.Directives.Stamp(f.Prefix(), r.Node)
		switch {
		case has || !u.Directives.HasStamp(r.Node, f.Lock.Layout.Stamps):
		case u.unlocked(r): // the lock file has no layout of it
			SetStamp(f, u.Directives, u.Path, r.Node)
		default:
			u.Directives.SetStamp(f.Prefix(), r.Node, now.Stamp(f.Lock.Layout, r.Name))
		}
	}
}

// SetStamp sets the stamp of the messages of a root without a lock file, for code in package home, if they have one.
func SetStamp(f *emit.Format, d *plan.Directives, home string, root *model.Named) {
	rules := f.Lock.Layout
	if rules == nil || !d.HasStamp(root, rules.Stamps) {
		return
	}
	l := layout.Build(f.Name, rules, d, home, []*model.Named{root})
	name := plan.FullName(root, home)
	if rules.Stamps {
		d.SetStamp(f.Prefix(), root, l.Version(name).Stamp)
	} else {
		d.SetStamp(f.Prefix(), root, l.Stamp(rules, name))
	}
}
