package lock

import (
	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// AddEarlier has code decode messages of an earlier version of a root without a lock file, if messages of the format begin with stamps and the changes can be
// followed. The type of that version is before, which is in another package.
func AddEarlier(f *emit.Format, d *plan.Directives, root, before *model.Named) {
	rules := f.Lock.Layout
	if rules == nil || !rules.Stamps || !d.HasStamp(root, true) || d.Evolves(root) {
		return
	}
	version := func(n *model.Named) *layout.Version {
		return layout.Build(f.Name, rules, d, n.Package, []*model.Named{n}).Version(plan.FullName(n, n.Package))
	}
	was, now := version(before), version(root)
	if was.Stamp == now.Stamp {
		return
	}
	renames := layout.Renames{}
	renames.Find(rules, d, was, now)
	was.Number = 1
	addEarlier(f, d, root, was, &layout.Follower{Rules: rules, Directives: d, Home: root.Package, Renames: renames, LockFile: FileName})
}

// addEarlier has code decode messages of a version of a root. It returns the changes that it cannot follow.
func addEarlier(f *emit.Format, d *plan.Directives, root *model.Named, x *layout.Version, follow *layout.Follower) []layout.Change {
	if _, changes := follow.Into(root, x); len(changes) > 0 {
		return changes
	}
	copies := map[*model.Named]*model.Named{}
	d.AddEarlier(f.Prefix(), root, plan.Earlier{Number: x.Number, Stamp: x.Stamp, Totals: x.Layout.Defs[x.Root].Totals, Into: func(root *model.Named) *model.Named {
		if copies[root] == nil {
			copies[root], _ = follow.Into(root, x)
		}
		return copies[root]
	}})
	return nil
}
