package layout

import (
	"slices"
	"strings"

	"bale/gen/plan"
)

// Renames are the new names of fields and of members of unions, by the name of their struct or union and their old name. The versions in the lock file
// keep the old names.
type Renames map[string]map[string]string

// renamedMark is the start of the form of a line of Renames: "compact Order.Total - renamed Sum".
const renamedMark = "renamed "

// IsRename reports whether a line is one of Renames.
func (l *Line) IsRename() bool {
	return !l.Head && l.Number == Unplaced && strings.HasPrefix(l.Form, renamedMark)
}

// ParseRenames returns the renames in lines.
func ParseRenames(lines []*Line) Renames {
	r := Renames{}
	for _, l := range lines {
		r.set(l.Owner, unescape(l.Field), unescape(strings.TrimPrefix(l.Form, renamedMark)))
	}
	return r
}

// add records that a field has a new name. If the field had that name before, its names before that are forgotten.
func (r Renames) add(owner, was, is string) {
	delete(r[owner], is)
	r.set(owner, was, is)
}

// set sets the new name of a field.
func (r Renames) set(owner, was, is string) {
	if r[owner] == nil {
		r[owner] = map[string]string{}
	}
	r[owner][was] = is
}

// Lines returns the lines of the renames whose old names versions have, and of those of the new names.
func (r Renames) Lines(format string, versions map[string][]*Version) (list []*Line) {
	led := map[string]bool{} // names to which such renames lead
	needed := func(was, is string) bool {
		return led[was] || has(versions, func(d *Def) bool { return d.lacks(was, is) })
	}
	for more := true; more; {
		more = false
		for _, names := range r {
			for was, is := range names {
				if !led[is] && needed(was, is) {
					led[is], more = true, true
				}
			}
		}
	}
	for owner, names := range r {
		for was, is := range names {
			if needed(was, is) {
				list = append(list, &Line{Numbering: format, Owner: owner, Field: escape(was), Number: Unplaced, Form: renamedMark + escape(is)})
			}
		}
	}
	slices.SortFunc(list, func(a, b *Line) int { return strings.Compare(a.String(), b.String()) })
	return list
}

// has reports whether is holds for a definition of one of the versions.
func has(versions map[string][]*Version, is func(*Def) bool) bool {
	for _, list := range versions {
		for _, v := range list {
			for _, d := range v.Layout.Defs {
				if is(d) {
					return true
				}
			}
		}
	}
	return false
}

// lacks reports whether d has the field was and not the field is, to which was has been renamed.
func (d *Def) lacks(was, is string) bool {
	return indexOf(d.Fields, was) >= 0 && indexOf(d.Fields, is) < 0
}

// now returns the name that the field was of the definition od has in nd, the definition of the same type as it is now. It is the old name if the field
// has no other.
func (r Renames) now(od, nd *Def, was string) string {
	for range len(r[od.Name]) + len(r[nd.Name]) {
		if indexOf(nd.Fields, was) >= 0 {
			return was
		}
		next := r[od.Name][was]
		if next == "" {
			next = r[nd.Name][was]
		}
		if next == "" || indexOf(od.Fields, next) >= 0 { // od has both fields, so it is not the one that was renamed
			return was
		}
		was = next
	}
	return was
}

// Reused returns the old name, in one of the versions, of a renamed field that another field of d has now, and the new name. Old messages would be decoded into
// the wrong field.
func (r Renames) Reused(d *Def, versions []*Version) (was, is string) {
	for was, is := range r[d.Name] {
		old := map[string][]*Version{"": versions}
		if indexOf(d.Fields, was) >= 0 && has(old, func(x *Def) bool { return x.lacks(was, is) }) {
			return was, is
		}
	}
	return "", ""
}

// Find records the fields and the members of unions that have taken the place of others since the version last: the name is new, the old one is gone, and the
// type is the same. It returns them. Fields whose directive was names another one are not among them.
func (r Renames) Find(rules *Rules, d *plan.Directives, last, now *Version) (list []Rename) {
	u := &Update{Rules: rules, Old: last.Layout, New: now.Layout, seen: map[[2]string]bool{}}
	r.eachPair(last, now, func(od, nd *Def) {
		for i, of := range od.Fields {
			if i >= len(nd.Fields) || r.now(od, nd, of.Name) != of.Name || indexOf(nd.Fields, of.Name) >= 0 {
				continue
			}
			nf := nd.Fields[i]
			if nd.from(d, of) != nil || nf.node != nil && len(d.Was[nf.node]) > 0 || indexOf(od.Fields, nf.Name) >= 0 || r.isNew(nd, nf.Name) || !u.sameForm(of.Type, nf.Type) {
				continue
			}
			r.add(nd.Name, of.Name, nf.Name)
			list = append(list, Rename{Pos: nf.Pos, Path: nd.Name + "." + nf.Name, Was: of.Name, Member: nd.Kind == Union, Followed: true})
		}
	})
	return list
}

// isNew reports whether a field has its name by one of the renames.
func (r Renames) isNew(d *Def, name string) bool {
	for _, is := range r[d.Name] {
		if is == name {
			return true
		}
	}
	return false
}

// from returns the field of d whose directive was names the field of of an earlier layout, or nil.
func (d *Def) from(directives *plan.Directives, of *Field) *Field {
	for _, f := range d.Fields {
		if f.node != nil && wasOf(directives, f.node, of) != nil {
			return f
		}
	}
	return nil
}

// sameForm reports whether two types are written alike, apart from the contents of definitions.
func (u *Update) sameForm(o, n *Type) bool {
	if o == nil || n == nil {
		return o == n
	}
	switch {
	case o.Op != n.Op || o.Len != n.Len:
		return false
	case o.Op == Basic:
		return u.basic(o.Name, n.Name, false)
	case o.Op == Custom:
		return o.Name == n.Name && o.Method == n.Method
	case o.Op == Ref:
		return u.Old.Defs[o.Name].Kind == u.New.Defs[n.Name].Kind
	}
	return u.sameForm(o.Key, n.Key) && u.sameForm(o.Elem, n.Elem)
}

// eachPair calls do for the definitions of v and of now that describe the same structs and unions, so far as their fields have the same names, or new ones
// that r has after the call of do.
func (r Renames) eachPair(v, now *Version, do func(od, nd *Def)) {
	seen := map[[2]string]bool{}
	var types func(o, n *Type)
	defs := func(o, n string) {
		od, nd := v.Layout.Defs[o], now.Layout.Defs[n]
		if seen[[2]string{o, n}] || od == nil || nd == nil || od.Kind != nd.Kind || od.Evolve || nd.Evolve {
			return
		}
		seen[[2]string{o, n}] = true
		do(od, nd)
		types(od.Type, nd.Type)
		for _, of := range od.Fields {
			if i := indexOf(nd.Fields, r.now(od, nd, of.Name)); i >= 0 {
				types(of.Type, nd.Fields[i].Type)
			}
		}
	}
	types = func(o, n *Type) {
		switch {
		case o == nil || n == nil:
		case o.Op == Pointer && n.Op != Pointer:
			types(o.Elem, n)
		case n.Op == Pointer && o.Op != Pointer:
			types(o, n.Elem)
		case o.Op == Ref && n.Op == Ref:
			defs(o.Name, n.Name)
		default:
			types(o.Key, n.Key)
			types(o.Elem, n.Elem)
		}
	}
	defs(v.Root, now.Root)
}

// Differences returns what is different in now, for the user: "Order.Note is new", "Order.Total is skipped".
func (r Renames) Differences(d *plan.Directives, was, now *Version) (list []string) {
	r.eachPair(was, now, func(od, nd *Def) {
		noun := map[bool]string{true: "is a new member", false: "is new"}[nd.Kind == Union]
		into := func(of *Field) *Field {
			if nf := nd.from(d, of); nf != nil {
				return nf
			}
			if i := indexOf(nd.Fields, r.now(od, nd, of.Name)); i >= 0 {
				return nd.Fields[i]
			}
			return nil
		}
		taken := map[*Field]bool{}
		for _, of := range od.Fields {
			taken[into(of)] = true
		}
		for _, nf := range nd.Fields {
			if !taken[nf] && !r.isNew(nd, nf.Name) {
				list = append(list, nd.Name+"."+nf.Name+" "+noun)
			}
		}
		for _, of := range od.Fields {
			switch nf := into(of); {
			case nf == nil:
				list = append(list, nd.Name+"."+of.Name+" is skipped")
			case nf.Name != of.Name:
				list = append(list, nd.Name+"."+nf.Name+" was "+of.Name)
			case nd.from(d, of) != nil:
				list = append(list, nd.Name+"."+nf.Name+" is converted")
			}
		}
	})
	return list
}
