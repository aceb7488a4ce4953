package lock

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
)

// versions are the layouts of roots that the lock file keeps for a format whose messages begin with stamps.
type versions struct {
	*update
	format  *emit.Format
	now     *layout.Layout // of all roots, as they are now
	list    map[string][]*layout.Version
	renames layout.Renames
	refused []*refusal
	reset   map[string]bool // evolving structs whose bytes an accepted change has changed
	evolved map[string]bool // roots that evolve in the lock file
}

// parseVersions returns the versions in lines, what is wrong with them, and the other lines.
func (u *update) parseVersions(f *emit.Format, lines []*layout.Line) (v *versions, bad []layout.LineError, others []*layout.Line) {
	var own, renamed []*layout.Line
	for _, x := range lines {
		switch {
		case x.OfVersion():
			own = append(own, x)
		case x.IsRename():
			renamed = append(renamed, x)
		default:
			others = append(others, x)
		}
	}
	v = &versions{update: u, format: f, renames: layout.ParseRenames(renamed), evolved: map[string]bool{}}
	u.current = map[string]bool{}
	v.list, bad = layout.ParseVersions(f.Name, own, others)
	return v, bad, others
}

// hasVersions reports whether a root has versions: its messages begin with the stamp of a layout that does not change.
func (v *versions) hasVersions(name string) bool {
	d := v.now.Defs[name]
	return d != nil && d.Root && d.Stamp && !d.Evolve
}

// takeRoots makes versions of the layouts of roots that an earlier version of bale has written with stamps into the lock file, and takes all roots that have
// versions now out of old. It refuses roots whose messages had no stamp.
func (v *versions) takeRoots(old *layout.Layout) {
	for _, name := range slices.Sorted(maps.Keys(old.Defs)) {
		o, n := old.Defs[name], v.now.Defs[name]
		v.evolved[name] = o.Root && o.Evolve
		isRoot := n != nil && n.Root
		switch {
		case !o.Root || isRoot && !v.hasVersions(name) || !isRoot && (!o.Stamp || o.Evolve):
			continue
		case o.Evolve:
			v.refuseRoot(n, o.At, "it evolved (%s), and no longer does, which changes the bytes: //bale:evolve above it, //bale:evolve all above a type that contains it, or -evolve keeps them")
		case o.Stamp:
			x := old.Version(name)
			x.Stamp, x.At, x.Number = old.Stamp(v.format.Lock.Layout, name), o.At, 1
			v.list[name] = append([]*layout.Version{x}, v.list[name]...)
		default:
			v.refuseRoot(n, o.At, layout.HadNoStamp)
		}
		o.Root = false
	}
	for _, name := range slices.Sorted(maps.Keys(v.list)) {
		n := v.now.Defs[name]
		if n == nil || !n.Root || n.Stamp {
			continue
		}
		if v.refuseRoot(n, v.list[name][0].At, layout.HadStamp) {
			delete(v.list, name)
		}
	}
}

// refuseRoot refuses a change of all messages of a root, unless it is accepted. format is the error, and has the line of the lock file.
func (v *versions) refuseRoot(n *layout.Def, line int, format string) (accepted bool) {
	text := fmt.Sprintf(format, fmt.Sprintf("%s line %d", v.lockName(), line))
	what, _, _ := strings.Cut(text, ": ")
	return v.refuse(loss{pos: n.Pos, path: n.Name, what: what, formats: []*emit.Format{v.format}}, "%s; or %s", text, v.orAccept(n.Name))
}

// addRoots adds the layouts of the roots as they are now, and records in the directives how code decodes messages of the others.
func (v *versions) addRoots(roots []*emit.Root) {
	for _, r := range roots {
		d := v.now.Defs[r.Name]
		if d == nil || !d.Stamp || v.unlocked(r) {
			continue
		}
		v.current[r.Name] = true
		v.root(r, d)
	}
	v.refuseChanges()
}

// root updates the versions of a root.
func (v *versions) root(r *emit.Root, d *layout.Def) {
	now := v.now.Version(r.Name)
	stamp := now.Stamp
	if d.Evolve {
		stamp = d.Kept
	}
	v.Directives.SetStamp(v.format.Prefix(), r.Node, stamp)
	v.takeOver(r, d)
	v.renumber(r.Name)
	v.forgetNamed(r.Name, stamp)
	list := slices.DeleteFunc(v.list[r.Name], func(x *layout.Version) bool { return x.Evolving(v.reset) })
	v.list[r.Name] = list
	if len(list) > 0 && list[len(list)-1].Stamp != stamp {
		v.findRenames(list[len(list)-1], now)
	}
	var kept []*layout.Version
	known := d.Evolve
	for i, x := range list {
		switch {
		case x.Stamp == stamp && i == len(list)-1:
			known, kept = true, append(kept, x)
		case x.Stamp != stamp && v.follow(r, x):
			kept = append(kept, x)
		}
	}
	if d.Evolve && !v.evolved[r.Name] && len(kept) > 0 {
		v.note("%s: it evolves now; messages of %s stay readable", r.Name, numbersOf(kept))
	}
	if !known { // a type that has an earlier layout again gets a number, too: the last one is the current one
		now.Number = 1
		if len(list) > 0 {
			now.Number = list[len(list)-1].Number + 1
		}
		v.noteNew(now, kept)
		kept = append(kept, now)
	}
	v.list[r.Name] = kept
}

// follow records how messages of an earlier version of a root are decoded. It reports whether they are.
func (v *versions) follow(r *emit.Root, x *layout.Version) bool {
	changes := addEarlier(v.format, v.Directives, r.Node, x, &layout.Follower{Rules: v.format.Lock.Layout, Directives: v.Directives, Home: v.Path, Renames: v.renames, LockFile: v.lockName()})
	v.refused = addRefusals(v.refused, v.format, changes)
	return len(changes) == 0
}

// refuseChanges refuses the changes that code cannot follow.
func (v *versions) refuseChanges() {
	for _, r := range v.refused {
		c := r.change
		x := loss{pos: c.Pos, path: c.Path, gone: c.Gone, what: c.Message(), formats: r.formats, effect: "are refused"}
		ways := "undo the change"
		if c.Was != nil {
			ways += ", keep the field and add another one with the new type"
		}
		if c.Directive != "" {
			ways += fmt.Sprintf(", write //bale:was %s FUNC with a function that converts the old value", c.Directive)
		}
		v.refuse(x, "%s: code for the new layout cannot read existing %s messages; %s, or %s%s",
			c.Message(), emit.Names(r.formats), ways, v.orAccept(c.Path), v.keepMethods(c.Was))
	}
}

// takeOver gives a root without versions those of a type that is gone and has at least half of its fields: it has probably been renamed.
func (v *versions) takeOver(r *emit.Root, d *layout.Def) {
	if len(v.list[r.Name]) > 0 {
		return
	}
	best, most := "", 0
	for _, name := range slices.Sorted(maps.Keys(v.list)) {
		list := v.list[name]
		if n := v.now.Defs[name]; n != nil && n.Root || len(list) == 0 {
			continue
		}
		o := list[len(list)-1].Layout.Defs[list[len(list)-1].Root]
		if common := o.Common(d); common > most && 2*common >= max(len(o.Fields), len(d.Fields)) && o.Kind == d.Kind {
			best, most = name, common
		}
	}
	if best == "" {
		return
	}
	v.list[r.Name] = v.list[best]
	delete(v.list, best)
	for _, x := range v.list[r.Name] {
		x.Rename(r.Name)
	}
	v.note("note: %s: %s has the layouts of %s, which is gone: messages of %[3]s stay readable", d.Pos, r.Name, best)
}

// renumber gives the versions of a root different numbers. Those of two branches may have the same.
func (v *versions) renumber(name string) {
	last := 0
	for _, x := range v.list[name] {
		if x.Number <= last {
			v.note("note: %s line %d: two layouts of %s have the number %d, as after a merge: %08x is layout %d now", v.lockName(), x.At, name, x.Number, x.Stamp, last+1)
			x.Number = last + 1
		}
		last = x.Number
	}
}

// forgetNamed removes the versions that the request forgets.
func (v *versions) forgetNamed(name string, stamp uint32) {
	v.list[name] = slices.DeleteFunc(v.list[name], func(x *layout.Version) bool {
		arg := fmt.Sprintf("%s@%d", name, x.Number)
		if !slices.Contains(v.Forget, arg) {
			return false
		}
		v.used[arg] = true
		if x.Stamp == stamp {
			v.fail("", name, "-forget %s: the type has this layout now: change the type first, or leave out the name", arg)
			return false
		}
		v.accepted = append(v.accepted, loss{path: name, what: fmt.Sprintf("layout %d (%08x) is forgotten", x.Number, x.Stamp), formats: []*emit.Format{v.format}, effect: "of that layout are refused"})
		return true
	})
}

// findRenames records the fields and members that have taken the place of others of the same type since the last version.
func (v *versions) findRenames(last, now *layout.Version) {
	for _, x := range v.renames.Find(v.format.Lock.Layout, v.Directives, last, now) {
		v.update.renames = mergeRename(v.update.renames, &rename{x, []*emit.Format{v.format}})
	}
	for _, name := range slices.Sorted(maps.Keys(now.Layout.Defs)) {
		d := now.Layout.Defs[name]
		if was, is := v.renames.Reused(d, v.list[now.Root]); was != "" {
			v.fail(d.Pos, d.Name+"."+was, "the field %s had this name in an earlier layout, whose messages would be decoded into the wrong field: take another name, or run bale gen -forget with the layouts that have the old name", is)
		}
	}
}

// maxDifferences is the number of changes that the line about a new layout names. bale.lock has all.
const maxDifferences = 12

// noteNew says that a root has a new layout, if it has earlier ones.
func (v *versions) noteNew(now *layout.Version, earlier []*layout.Version) {
	if len(earlier) == 0 {
		return
	}
	text := fmt.Sprintf("%s: layout %d; messages of %s stay readable", now.Root, now.Number, numbersOf(earlier))
	if diff := v.renames.Differences(v.Directives, earlier[len(earlier)-1], now); len(diff) > maxDifferences {
		text += fmt.Sprintf(": %s, and %d more changes", strings.Join(diff[:maxDifferences-1], ", "), len(diff)-maxDifferences+1)
	} else if len(diff) > 0 {
		text += ": " + strings.Join(diff, ", ")
	}
	v.note("%s", text)
}

// numbersOf returns the numbers of one or more versions as text, as in "layouts 1 and 2".
func numbersOf(list []*layout.Version) string {
	numbers := make([]string, len(list))
	for i, x := range list {
		numbers[i] = fmt.Sprint(x.Number)
	}
	if n := len(numbers); n > 1 {
		return "layouts " + strings.Join(numbers[:n-1], ", ") + " and " + numbers[n-1]
	}
	return "layout " + numbers[0]
}

// note adds a line about the versions.
func (v *versions) note(format string, args ...any) {
	v.notes = append(v.notes, fmt.Sprintf(format, args...))
}

// lines returns the lines of all versions and renames.
func (v *versions) lines() (lines []*layout.Line) {
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(v.list)) {
		for _, x := range v.list[name] {
			for _, l := range x.Lines() {
				if text := l.String(); !seen[text] {
					seen[text], lines = true, append(lines, l)
				}
			}
		}
	}
	return append(lines, v.renames.Lines(v.format.Name, v.list)...)
}

// keepStamps gives evolving roots the stamps that the lock file has for them, and those of others to the lock file. locked is the layout without versions.
func (v *versions) keepStamps(locked *layout.Layout) {
	for name, d := range locked.Defs {
		if now := v.now.Defs[name]; now != nil {
			now.CopyAccepted(d)
		}
		if !d.Root || !d.Stamp || d.Removed {
			continue
		}
		if d.Kept == 0 || v.reset[name] {
			d.Kept = v.now.Version(name).Stamp
		}
		v.now.Defs[name].Kept = d.Kept
	}
}

// resetEvolving gives the evolving structs whose bytes an accepted change has changed other stamps than before. The changes are refused ones, of which some may be accepted.
func (v *versions) resetEvolving(old, locked *layout.Layout, refused []*refusal) {
	v.reset = map[string]bool{}
	for _, r := range refused {
		if v.accepts(r.loss()) {
			for _, name := range locked.Accepted(old, func(name string) bool { return isInside(r.change.Path, name) }) {
				v.reset[name] = true
			}
		}
	}
}
