package lock

import (
	"fmt"
	"maps"
	"slices"

	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// An owner has fields with numbers. It is a struct, or a union, whose members count as fields.
type owner struct {
	*model.Struct
	path  string // name in the lock file
	pos   string
	form  func(*model.Field) string
	union bool
}

// walk finds the owners that t contains. path is the name of a struct or union without a type name.
func (p *numberer) walk(t model.Type, path, pos string, top bool) {
	if n, ok := t.(*model.Named); ok {
		if p.seen[n] || !top && plan.MethodSuffix(n, p.home) != "" {
			return
		}
		p.seen[n] = true
		if !n.Alias {
			path, pos = plan.FullName(n, p.home), n.Pos
		}
	}
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		if u.Proto != nil && p.Declared {
			p.forgetMessage(u, path)
			for i := 0; u.Proto.Gogo != nil && i < len(u.Fields); i++ {
				if g, _ := plan.NewGogoField(u.Fields[i]); g != nil && g.Elem.GogoCoding == plan.GogoMessage {
					p.walk(g.Elem.Type, path+"."+u.Fields[i].Name, u.Fields[i].Pos, false)
				}
			}
			return
		}
		p.owners = append(p.owners, &owner{u, path, pos, p.form, false})
		for _, f := range u.Fields {
			p.walk(f.Type, path+"."+f.Name, f.Pos, false)
		}
	case *model.Interface:
		members := p.d.Alternatives(t)
		if p.Member != nil {
			p.owners = append(p.owners, &owner{members, path, pos, p.member, true})
		}
		for _, f := range members.Fields {
			p.walk(f.Type, path+"."+f.Name, pos, false)
		}
	case *model.Slice:
		p.walk(u.Elem, path, pos, false)
	case *model.Array:
		p.walk(u.Elem, path, pos, false)
	case *model.Pointer:
		p.walk(u.Elem, path, pos, false)
	case *model.Map:
		p.walk(u.Key, p.unused(path+"[key]"), pos, false)
		p.walk(u.Elem, path, pos, false)
	}
}

// unused returns a path that no owner has, for the keys of a map. The maps in map[struct{ A int }]map[struct{ B int }]int have one
// path, and so would their keys.
func (p *numberer) unused(path string) string {
	for slices.ContainsFunc(p.owners, func(o *owner) bool { return o.path == path }) {
		path += "'"
	}
	return path
}

// renamed reports an error, and returns true, if an owner has no lines in the lock file and the lines of a removed owner are
// similar: the owner has probably been renamed, and would get new numbers.
func (p *numberer) renamed(o *owner) bool {
	if len(p.lock.fieldLines(p.Name, o.path)) > 0 {
		return false
	}
	gone := map[string][]*layout.Line{}
	for _, l := range p.lock.lines {
		if l.Numbering == p.Name && !l.Head && !slices.ContainsFunc(p.owners, func(o *owner) bool { return o.path == l.Owner }) {
			gone[l.Owner] = append(gone[l.Owner], l)
		}
	}
	for _, was := range slices.Sorted(maps.Keys(gone)) {
		similar, same := p.similarFields(o, gone[was])
		if 2*similar > len(o.Fields) && same < len(gone[was]) {
			what := fmt.Sprintf("the type is new, and %s, which had such fields with other numbers (%s line %d), is gone", was, p.lockName(), gone[was][0].At)
			x := loss{pos: o.pos, path: o.path, what: what, formats: p.formats()}
			return !p.refuse(x, "%s: if it was renamed, rename it in all these lines, too; if it is another type, delete them, or %s", what, p.orAccept(o.path))
		}
	}
	return false
}

// ambiguous reports an error, and returns true, if a field of a struct has two lines in the lock file: its messages may have either number. Members of
// a union can have the same name.
func (p *numberer) ambiguous(o *owner) bool {
	if o.union {
		return false
	}
	first := map[string]*layout.Line{}
	for _, l := range p.lock.fieldLines(p.Name, o.path) {
		if l.Removed {
			continue
		}
		if other := first[l.Field]; other != nil {
			p.fail(p.lockPos(l.At), o.path+"."+l.Field, "line %d has the field already, with the number %d: delete the line with the number that no existing message has", other.At, other.Number)
			return true
		}
		first[l.Field] = l
	}
	return false
}

// similarFields returns how many fields of an owner have a line with their name and a readable form, and how many of these would
// keep their number.
func (p *numberer) similarFields(o *owner, lines []*layout.Line) (similar, same int) {
	numbers := p.d.Numbers(p.Numbering, o.Struct)
	for i, f := range o.Fields {
		for _, l := range lines {
			if l.Field == f.Name && !l.Removed && p.canRead(l.Form, o.form(f)) {
				similar++
				if l.Number == numbers[i] {
					same++
				}
			}
		}
	}
	return similar, same
}

// rootOwner finds the owner of a root's messages. A root that is not a struct is encoded like a struct with one field, Value. The
// lines of that field have a name of their own, because the lines of an unnamed struct inside the root begin with the root's name.
// rootOwner reports an error if a root was a struct and is not one now, or the reverse: the code would not decode old messages.
func (p *numberer) rootOwner(n *model.Named) {
	path := plan.FullName(n, p.home)
	own := path + "[message]"
	was, other := p.lock.fieldLines(p.Name, path), own
	if _, ok := n.Underlying.(*model.Struct); ok {
		was, other = p.lock.fieldLines(p.Name, own), path
	} else {
		s := &model.Struct{Fields: []*model.Field{{Name: "Value", Type: n.Underlying, Pos: n.Pos}}}
		defer func() { p.owners = append(p.owners, &owner{s, own, n.Pos, p.form, false}) }()
		if slices.ContainsFunc(p.owners, func(o *owner) bool { return o.path == path }) {
			return
		}
	}
	if len(was) == 0 || len(p.lock.fieldLines(p.Name, other)) > 0 {
		return
	}
	l := was[0]
	what := fmt.Sprintf("its messages had the field %s, which was %s, with number %d (%s line %d), and the type is now %s, which cannot decode them", l.Field, l.Form, l.Number, p.lockName(), l.At, layout.Form(n.Underlying, p.home))
	if !p.refuse(loss{pos: n.Pos, path: path, what: what, formats: p.formats()}, "%s: generate code for another type, or %s", what, p.orAccept(path)) {
		return
	}
	for _, l := range was {
		p.lock.drop(l)
	}
}
