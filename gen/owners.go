package gen

import (
	"maps"
	"slices"

	"bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// An owner has fields with numbers: a struct, or a union, whose members they are.
type owner struct {
	*schema.Struct
	path string // in the lock file
	pos  string
	form func(*schema.Field) string
}

// walk finds the owners that t leads to. path says what a struct without a name is called.
func (p *numberer) walk(t schema.Type, path, pos string, top bool) {
	if n, ok := t.(*schema.Named); ok {
		if p.seen[n] || !top && plan.Marshals(n, p.home) != "" && !slices.ContainsFunc(p.roots, func(r *root) bool { return r.node == n }) {
			return
		}
		p.seen[n] = true
		if !n.Alias {
			path, pos = plan.FullName(n, p.home), n.Pos
		}
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		p.owners = append(p.owners, &owner{u, path, pos, p.form})
		for _, f := range u.Fields {
			p.walk(f.Type, path+"."+f.Name, f.Pos, false)
		}
	case *schema.Interface:
		members := p.d.Alternatives(t)
		if p.Member != nil {
			p.owners = append(p.owners, &owner{members, path, pos, p.member})
		}
		for _, f := range members.Fields {
			p.walk(f.Type, path+"."+f.Name, pos, false)
		}
	case *schema.Slice:
		p.walk(u.Elem, path, pos, false)
	case *schema.Array:
		p.walk(u.Elem, path, pos, false)
	case *schema.Pointer:
		p.walk(u.Elem, path, pos, false)
	case *schema.Map:
		p.walk(u.Key, path+"[key]", pos, false)
		p.walk(u.Elem, path, pos, false)
	}
}

// renamed reports whether an owner has no lines, and those of another one, which is gone, are like its fields: it would get other
// numbers than it had under that name. That is an error.
func (p *numberer) renamed(o *owner) bool {
	if p.Accept || len(p.lock.fieldLines(p.Name, o.path)) > 0 {
		return false
	}
	gone := map[string][]*lockLine{}
	for _, l := range p.lock.lines {
		if l.numbering == p.Name && !l.head && !slices.ContainsFunc(p.owners, func(o *owner) bool { return o.path == l.owner }) {
			gone[l.owner] = append(gone[l.owner], l)
		}
	}
	for _, was := range slices.Sorted(maps.Keys(gone)) {
		alike, same := p.similar(o, gone[was])
		if 2*alike > len(o.Fields) && same < len(gone[was]) {
			p.fail(o.pos, o.path, "the type is new, and %s, which had such fields with other numbers (%s line %d), is gone: if it was renamed, rename it in all these lines, too; if it is another type, delete them, or run bale gen -accept", was, lockName, gone[was][0].at)
			return true
		}
	}
	return false
}

// alike counts the fields of an owner that lines have under their names, and the lines that would be the same as now.
func (p *numberer) similar(o *owner, lines []*lockLine) (similar, same int) {
	numbers := p.d.Numbers(p.Numbering, o.Struct)
	for i, f := range o.Fields {
		for _, l := range lines {
			if l.field == f.Name && !l.removed && p.canRead(l.form, o.form(f)) {
				similar++
				if l.number == numbers[i] {
					same++
				}
			}
		}
	}
	return similar, same
}

// rootOwner finds the owner of the messages of a root. A root that is not a struct has messages like those of a struct with one field, Value.
// Its lines have a name of their own, since the lines of a struct without a name inside of it begin with the root's. If a root was a struct
// and is not one now, or the other way round, that is an error: the code does not read its old messages.
func (p *numberer) rootOwner(n *schema.Named) {
	path := plan.FullName(n, p.home)
	own := path + "[message]"
	was, other := p.lock.fieldLines(p.Name, path), own
	if _, ok := n.Underlying.(*schema.Struct); ok {
		was, other = p.lock.fieldLines(p.Name, own), path
	} else {
		s := &schema.Struct{Fields: []*schema.Field{{Name: "Value", Type: n.Underlying, Pos: n.Pos}}}
		defer func() { p.owners = append(p.owners, &owner{s, own, n.Pos, p.form}) }()
		if slices.ContainsFunc(p.owners, func(o *owner) bool { return o.path == path }) {
			return
		}
	}
	if len(was) == 0 || len(p.lock.fieldLines(p.Name, other)) > 0 {
		return
	}
	for _, l := range was {
		if p.Accept {
			p.lock.drop(l)
		}
	}
	if l := was[0]; !p.Accept {
		p.fail(n.Pos, path, "its messages had %s, which was %s, under the number %d (%s line %d), and it is %s now, which does not read them: generate code for another type, or run bale gen -accept if nobody keeps such messages", l.field, l.form, l.number, lockName, l.at, layout.Form(n.Underlying, p.home))
	}
}
