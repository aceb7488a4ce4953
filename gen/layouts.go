package gen

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// updateLayouts puts the layouts of formats without field numbers into the lock. It refuses changes with which existing messages
// would be misread.
func (t *target) updateLayouts(l *lock, d *plan.Directives) {
	var refused []*refusal
	for _, f := range t.Known {
		if f.Layout == nil {
			continue
		}
		lines := l.layoutLines(f.Name)
		off := map[string]bool{}
		var roots []*schema.Named
		for _, r := range t.roots {
			if !slices.Contains(r.formats, f) {
				continue
			}
			if off[r.name] = t.unlocked[r.name]; !off[r.name] {
				roots = append(roots, r.node)
			}
		}
		now := layout.Build(f.Name, f.Layout, d, t.src.Package, roots)
		if !t.Accept {
			old, bad := layout.Parse(now, lines)
			for _, b := range bad {
				t.fail(fmt.Sprintf("%s:%d:1", t.notes.ShortPath(t.lockFile()), b.At), "", "%s", b.Msg)
			}
			if len(bad) > 0 {
				continue
			}
			u := &layout.Update{Rules: f.Layout, Old: old, New: now, LockFile: lockName, Unlocked: off}
			refused = addRefusals(refused, f, u.Changes())
		}
		if f.Evolves {
			now.RecordPlaces(d, t.src.Package, func(name string) bool { return t.taken[name] != "" })
		}
		t.setStamps(f, d, now)
		l.replace(f.Name, now)
	}
	for _, r := range refused {
		t.fail(r.change.Pos, r.change.Path, "%s%s", r.text(), t.keepMethods(r.change.Was))
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
		i := slices.IndexFunc(list, func(r *refusal) bool { return sameChange(r.change, c) })
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

// sameChange reports whether two formats refuse the same change. Their lines in the lock file may differ.
func sameChange(a, b layout.Change) bool {
	bare := func(text string) string {
		for {
			before, after, ok := strings.Cut(text, " ("+lockName+" line ")
			if !ok {
				return text
			}
			_, after, _ = strings.Cut(after, ")")
			text = before + after
		}
	}
	return a.Pos == b.Pos && a.Path == b.Path && bare(a.Message) == bare(b.Message)
}

// text returns the error message: what is wrong, and what can be done.
func (r *refusal) text() string {
	names := Names(r.formats)
	text := fmt.Sprintf("%s: code for the new layout would misread or refuse existing %s messages; undo the change, or use a format that allows it, such as proto, or run bale gen -accept if nobody keeps such messages", r.change.Message, names)
	if r.change.Struct != "" {
		text += fmt.Sprintf(" (with //bale:evolve above %s, or //bale:evolve all above a type that contains it, which has to be accepted once, fields can be appended and removed from then on in compact)", r.change.Struct)
	}
	return text
}

// layoutLines returns the lines of a format without field numbers.
func (l *lock) layoutLines(format string) []*layout.Line {
	var list []*layout.Line
	for _, x := range l.lines {
		if x.numbering == format {
			list = append(list, &layout.Line{Owner: x.owner, Field: x.field, Head: x.head, Number: x.number, Form: x.form, Removed: x.removed, At: x.at})
		}
	}
	return list
}

// replace replaces the lines of a format by those of a new layout.
func (l *lock) replace(format string, now *layout.Layout) {
	l.lines = slices.DeleteFunc(l.lines, func(x *lockLine) bool { return x.numbering == format })
	for _, x := range now.Lines() {
		l.lines = append(l.lines, &lockLine{numbering: format, owner: x.Owner, field: x.Field, head: x.Head, number: x.Number, form: x.Form, removed: x.Removed})
	}
}
