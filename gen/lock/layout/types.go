package layout

import (
	"maps"

	"bale/model"
)

// A place is the position of a type in the source and in the lock file.
type place struct {
	pos, path string
	line      lineRef
	// was and is are the old and the new type of the field, and field its old name. They are nil and "" outside of fields of a struct.
	was, is *Type
	field   string
}

// field compares a field with its old definition.
func (u *Update) field(of, nf *Field, path string) {
	p := place{pos: nf.Pos, path: path, line: u.line(of.At)}
	if of.Omit != nf.Omit {
		u.fail(p.pos, path, "", "it was %s (%s), and is %s", of.form(), p.line, nf.form())
		return
	}
	u.typ(of.Type, nf.Type, false, p)
}

// decodes reports whether code for the field nf decodes what was encoded from of.
func (u *Update) decodes(of, nf *Field) bool {
	try := &Update{Rules: u.Rules, Old: u.Old, New: u.New.clone(), seen: maps.Clone(u.seen)}
	try.field(of, nf, "")
	return len(try.changes) == 0
}

// clone returns a copy whose definitions can be given other places.
func (l *Layout) clone() *Layout {
	c := &Layout{Format: l.Format, Defs: map[string]*Def{}}
	for name, d := range l.Defs {
		x := *d
		c.Defs[name] = &x
	}
	return c
}

// typ compares two types, and reports a change if they differ.
func (u *Update) typ(o, n *Type, elem bool, p place) {
	if !u.same(o, n, elem, p) {
		u.fail(p.pos, p.path, "", "it was %s (%s), and is %s", u.spell(u.Old, o), p.line, u.spell(u.New, n))
		u.changes[len(u.changes)-1].Was = o
	}
}

// spell returns the text of a type for an error. It shows the definition of a named value.
func (u *Update) spell(l *Layout, t *Type) string {
	if d := l.Defs[t.Name]; t.Op == Ref && d != nil && d.Kind == Value {
		return t.Name + " (" + d.Type.String() + ")"
	}
	return t.String()
}

// same reports whether code for type n decodes what was encoded from type o. It compares their definitions separately, which report
// changes of their own.
func (u *Update) same(o, n *Type, elem bool, p place) bool {
	if o.Op != n.Op {
		return false
	}
	switch o.Op {
	case Basic:
		return u.basic(o.Name, n.Name, elem)
	case Custom:
		return o.Name == n.Name && o.Method == n.Method
	case Slice:
		return u.same(o.Elem, n.Elem, true, p)
	case Array:
		return o.Len == n.Len && u.same(o.Elem, n.Elem, true, p)
	case Map:
		return u.same(o.Key, n.Key, false, p) && u.same(o.Elem, n.Elem, false, p)
	case Pointer:
		return u.same(o.Elem, n.Elem, false, p)
	case Ref:
		od, nd := u.Old.Defs[o.Name], u.New.Defs[n.Name]
		if od.Kind != nd.Kind {
			return false
		}
		path := p.path
		if od.Name == nd.Name && nd.node != nil {
			path = nd.Name
		}
		u.def(od, nd, path)
	}
	return true
}

// basic reports whether code for a number of kind to decodes what was encoded from kind from.
func (u *Update) basic(from, to string, elem bool) bool {
	if !u.Bytes {
		if from == "byte" {
			from = "uint8"
		}
		if to == "byte" {
			to = "uint8"
		}
	}
	if from == to {
		return true
	}
	a, b := kindOf(from), kindOf(to)
	if a == 0 || b == 0 || u.Reads == nil || elem && (a == model.Uint8 || b == model.Uint8) {
		return false // a format may encode lists of uint8 as bytes
	}
	return u.Reads(a, b)
}

// kindOf returns the kind with a name, or 0 if there is none.
func kindOf(name string) model.Kind {
	for k := model.Bool; k <= model.String; k++ {
		if k.String() == name {
			return k
		}
	}
	return 0
}

// HoldsInteger reports whether to is an integer kind with the same signedness as from that holds all its values on every machine.
func HoldsInteger(from, to model.Kind) bool {
	if !(from.Signed() && to.Signed() || from.Unsigned() && to.Unsigned()) {
		return false
	}
	minBits := to.Bits()
	if to.Native() {
		minBits = 32
	}
	return minBits >= from.Bits()
}
