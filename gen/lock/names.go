package lock

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
)

// updateNames puts the names of fields in messages into the lock, for formats of which it has nothing else. It refuses a change that looks like a new
// name for a field, which old messages do not have.
func (u *update) updateNames(l *File) {
	for _, f := range u.Formats {
		if f.Lock.Names == nil {
			continue
		}
		old := l.linesOf(f.Name)
		l.lines = slices.DeleteFunc(l.lines, func(x *layout.Line) bool { return x.Numbering == f.Name })
		var names []emit.FieldName
		for _, r := range u.Roots.Of(f) {
			if !u.unlocked(r) {
				names = append(names, f.Lock.Names(r.Node, u.Directives, u.Path)...)
			}
		}
		seen := map[emit.FieldName]bool{}
		for _, n := range names {
			key := emit.FieldName{Owner: n.Owner, Name: n.Name}
			if !seen[key] {
				seen[key] = true
				l.add(f.Name, n.Owner, lineName(n.Name), layout.Unplaced, n.Form)
			}
		}
		for _, x := range l.linesOf(f.Name) {
			u.reached[[2]string{f.Name, x.Owner}] = true
		}
		u.checkRenamed(f, old, l.linesOf(f.Name), names)
	}
}

// lineName returns a name as the lock file has it: without spaces and dots.
func lineName(name string) string { return strings.ReplaceAll(url.PathEscape(name), ".", "%2E") }

// checkRenamed fails for a new field of a struct that has lost one of the same type.
func (u *update) checkRenamed(f *emit.Format, old, now []*layout.Line, names []emit.FieldName) {
	has := func(list []*layout.Line, owner, field string) bool {
		return slices.ContainsFunc(list, func(x *layout.Line) bool { return x.Owner == owner && x.Field == field })
	}
	for _, x := range now {
		if has(old, x.Owner, x.Field) {
			continue
		}
		i := slices.IndexFunc(old, func(o *layout.Line) bool {
			return o.Owner == x.Owner && o.Form == x.Form && !has(now, o.Owner, o.Field)
		})
		if i < 0 {
			continue
		}
		at := slices.IndexFunc(names, func(n emit.FieldName) bool { return n.Owner == x.Owner && lineName(n.Name) == x.Field })
		kind := "field"
		if x.Form == emit.MemberForm {
			kind = emit.MemberForm
		}
		was, _ := url.PathUnescape(old[i].Field)
		path := x.Owner + "." + names[at].Name
		what := fmt.Sprintf("it is new in %s, and %s, which was %s (%s line %d), is gone", f.Name, was, old[i].Form, u.lockName(), old[i].At)
		lost := loss{pos: names[at].Pos, path: path, what: what, formats: []*emit.Format{f}, effect: "have no value for it"}
		u.refuse(lost, "%s: if it was renamed, %s keeps its name in messages; if it is another %s, remove the one and add the other in two runs of bale gen, or %s", what, fmt.Sprintf(names[at].Keep, was), kind, u.orAccept(path))
	}
}
