package gen

import (
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/model"
)

// updateLayouts puts the layouts of formats without field numbers into the lock. It refuses changes with which existing messages
// would be misread.
func (t *target) updateLayouts(l *lock, d *plan.Directives) {
	var refused []*refusal
	for _, f := range t.Known {
		if f.Lock.Layout == nil {
			continue
		}
		lines := l.linesOf(f.Name)
		off := map[string]bool{}
		var roots []*model.Named
		for _, r := range t.roots {
			if !slices.Contains(r.formats, f) {
				continue
			}
			if off[r.name] = t.unlocked[r.name]; !off[r.name] {
				roots = append(roots, r.node)
			}
		}
		now := layout.Build(f.Name, f.Lock.Layout, d, t.src.Package, roots)
		old, bad := layout.Parse(now, lines)
		if len(bad) == 0 {
			u := &layout.Update{Rules: f.Lock.Layout, Old: old, New: now, LockFile: t.lockName(), Unlocked: off}
			refused = addRefusals(refused, f, u.Changes())
			t.addRenames(f, u.Renames())
		} else if !t.Accept {
			for _, b := range bad {
				t.fail(t.lockPos(b.At), "", "%s", b.Msg)
			}
			continue
		}
		if f.Has("evolve") {
			now.RecordPlaces(d, t.src.Package, func(name string) bool { return t.taken[name] != "" })
		}
		t.setStamps(f, d, now)
		l.replace(f.Name, now)
	}
	for _, r := range refused {
		x := loss{pos: r.change.Pos, path: r.change.Path, gone: r.change.Gone, what: r.change.Message(), formats: r.formats}
		t.refuse(x, "%s%s", r.text(t.orAccept(r.change.Path)), t.keepMethods(r.change.Was))
	}
}

// A refusal is a refused change, with the formats that refuse it.
type refusal struct {
	change  layout.Change
	formats []*emit.Format
}

// addRefusals adds the changes that format f refuses to a list. Changes that another format refuses, too, get f as a further
// format.
func addRefusals(list []*refusal, f *emit.Format, changes []layout.Change) []*refusal {
	for _, c := range changes {
		i := slices.IndexFunc(list, func(r *refusal) bool { return r.change.Same(&c) })
		if i < 0 {
			i = len(list)
			list = append(list, &refusal{change: c})
		}
		list[i].formats = append(list[i].formats, f)
		if c.Struct != "" {
			list[i].change.Struct = c.Struct
		}
	}
	return list
}

// text returns the error message: what is wrong, and what can be done. Its last advice is orAccept.
func (r *refusal) text(orAccept string) string {
	names := Names(r.formats)
	text := fmt.Sprintf("%s: code for the new layout would misread or refuse existing %s messages; undo the change, or use a format that allows it, such as proto, or %s", r.change.Message(), names, orAccept)
	if r.change.Struct != "" {
		text += fmt.Sprintf(" (with //bale:evolve above %s, or //bale:evolve all above a type that contains it, which has to be accepted once, fields can be appended and removed from then on in compact)", r.change.Struct)
	}
	return text
}

// linesOf returns the lines with a first word: those of a format without field numbers, or of a numbering.
func (l *lock) linesOf(numbering string) []*layout.Line {
	var list []*layout.Line
	for _, x := range l.lines {
		if x.Numbering == numbering {
			list = append(list, x)
		}
	}
	return list
}

// replace replaces the lines of a format by those of a new layout.
func (l *lock) replace(format string, now *layout.Layout) {
	l.lines = slices.DeleteFunc(l.lines, func(x *layout.Line) bool { return x.Numbering == format })
	l.lines = append(l.lines, now.Lines()...)
}
