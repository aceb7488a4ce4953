package lock

import (
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/model"
)

// updateLayouts puts the layouts of formats without field numbers into the lock. It refuses changes with which existing messages
// would be misread.
func (u *update) updateLayouts(l *File) {
	var refused []*refusal
	for _, f := range u.Formats {
		if f.Lock.Layout != nil {
			refused = u.updateLayout(l, f, refused)
		}
	}
	for _, r := range refused {
		x := r.loss()
		u.refuse(x, "%s%s", r.text(u.orAccept(r.change.Path)), u.keepMethods(r.change.Was))
	}
}

// updateLayout is updateLayouts for a format. It returns refused with the changes that the format refuses.
func (u *update) updateLayout(l *File, f *emit.Format, refused []*refusal) []*refusal {
	lines := l.linesOf(f.Name)
	off := map[string]bool{}
	var roots []*model.Named
	for _, r := range u.Roots.Of(f) {
		if off[r.Name] = u.unlocked(r); !off[r.Name] {
			roots = append(roots, r.Node)
		}
	}
	all := layout.Build(f.Name, f.Lock.Layout, u.Directives, u.Path, roots)
	v, now, bad := (*versions)(nil), all, []layout.LineError(nil)
	if f.Lock.Layout.Stamps {
		v, bad, lines = u.parseVersions(f, lines)
		v.now, now = all, all.Unversioned()
	}
	old, badLines := layout.Parse(now, lines)
	now.KeepDense(old, u.Directives, all)
	if bad = append(bad, badLines...); len(bad) == 0 {
		if v != nil {
			v.takeRoots(old)
		}
		change := &layout.Update{Rules: f.Lock.Layout, Old: old, New: now, LockFile: u.lockName(), Unlocked: off}
		own := addRefusals(nil, f, change.Changes())
		if v != nil {
			v.resetEvolving(old, now, own)
		}
		for _, r := range own {
			refused = addRefusals(refused, f, []layout.Change{r.change})
		}
		u.addRenames(f, change.Renames())
	} else if !u.Accept {
		for _, b := range bad {
			u.fail(u.lockPos(b.At), "", "%s", b.Msg)
		}
		return refused
	}
	if f.Has("evolve") {
		now.RecordPlaces(u.Directives, u.Path, u.Taken)
	}
	newLines := now.Lines()
	if v != nil {
		if len(bad) > 0 { // accepted
			v.list, v.renames = map[string][]*layout.Version{}, layout.Renames{}
		}
		v.keepStamps(now)
		v.addRoots(u.Roots.Of(f))
		newLines = append(now.Lines(), v.lines()...)
	}
	u.setStamps(f, all)
	l.replace(f.Name, newLines)
	return refused
}

// A refusal is a refused change, with the formats that refuse it.
type refusal struct {
	change  layout.Change
	formats []*emit.Format
}

// loss returns what is lost if the change is accepted.
func (r *refusal) loss() loss {
	return loss{pos: r.change.Pos, path: r.change.Path, gone: r.change.Gone, what: r.change.Message(), formats: r.formats}
}

// addRefusals adds the changes that format f refuses to a list. Changes that another format refuses, too, get f as a further
// format. A change that several versions of a layout refuse is one.
func addRefusals(list []*refusal, f *emit.Format, changes []layout.Change) []*refusal {
	for _, c := range changes {
		i := slices.IndexFunc(list, func(r *refusal) bool { return r.change.Same(&c) })
		if i < 0 {
			i = len(list)
			list = append(list, &refusal{change: c})
		}
		if !slices.Contains(list[i].formats, f) {
			list[i].formats = append(list[i].formats, f)
		}
		if c.Struct != "" {
			list[i].change.Struct = c.Struct
		}
	}
	return list
}

// text returns the error message: what is wrong, and what can be done. Its last advice is orAccept.
func (r *refusal) text(orAccept string) string {
	names := emit.Names(r.formats)
	text := fmt.Sprintf("%s: code for the new layout would misread or refuse existing %s messages; undo the change, or use a format that allows it, such as proto, or %s", r.change.Message(), names, orAccept)
	if r.change.Struct != "" {
		text += fmt.Sprintf(" (with //bale:evolve above %s, or //bale:evolve all above a type that contains it, which has to be accepted once, fields can be appended and removed from then on in compact)", r.change.Struct)
	}
	return text
}

// linesOf returns the lines with a first word: those of a format without field numbers, or of a numbering.
func (l *File) linesOf(numbering string) []*layout.Line {
	var list []*layout.Line
	for _, x := range l.lines {
		if x.Numbering == numbering {
			list = append(list, x)
		}
	}
	return list
}

// replace replaces the lines of a format.
func (l *File) replace(format string, lines []*layout.Line) {
	l.lines = slices.DeleteFunc(l.lines, func(x *layout.Line) bool { return x.Numbering == format })
	l.lines = append(l.lines, lines...)
}
