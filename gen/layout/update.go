package layout

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// A Change is a difference between two layouts that prevents code for the new one from reading old messages.
type Change struct {
	Pos, Path string
	Message   string // "it was int64 (bale.lock line 3), and is uint64"
	Struct    string // the struct that needs //bale:evolve to allow the change; "" if that does not help
}

// An Update compares the layout of the lock file with that of the source.
type Update struct {
	*Rules
	Old, New *Layout
	LockFile string          // name of the lock file, for messages
	Unlocked map[string]bool // names of roots with lock=off, which are not compared

	seen         map[[2]string]bool
	renamedTo    map[*Def]bool     // new roots that are renamed old ones
	frozen       map[string]string // by name in Old: names in New of the copies of old definitions
	stampedRoots []rootPair
	changes      []Change
}

// A rootPair is the old and the new definition of a root.
type rootPair struct{ old, new *Def }

// Changes returns the changes that are not allowed. It gives the fields of New the places that they have in Old, and adds to New
// what old messages still need: the places of removed fields, and roots that were removed from the source.
func (u *Update) Changes() []Change {
	u.seen, u.renamedTo, u.frozen = map[[2]string]bool{}, map[*Def]bool{}, map[string]string{}
	for _, removed := range []bool{false, true} { // the definitions of removed roots may lack the latest places of evolving structs
		for _, name := range slices.Sorted(maps.Keys(u.Old.Defs)) {
			if o := u.Old.Defs[name]; o.Root && o.Removed == removed && !u.Unlocked[name] {
				u.root(o)
			}
		}
	}
	u.freezeRemoved()
	for _, s := range u.stampedRoots {
		if was, is := u.Old.Text(u.Rules, s.old.Name), u.New.Text(u.Rules, s.new.Name); was != is && len(u.changes) == 0 {
			was, is = difference(was, is)
			u.fail(s.new.Pos, s.new.Name, "", "its layout was %s (%s), and is %s, which has another stamp", was, u.line(s.old.At), is)
		}
	}
	return u.changes
}

// root compares the root o with its new definition.
func (u *Update) root(o *Def) {
	n := u.New.Defs[o.Name]
	if n == nil {
		if n = u.renamed(o); n == nil {
			gone := u.freezeDef(o, o.Name)
			gone.Root, gone.Removed, gone.Stamp, gone.Totals = true, true, o.Stamp, o.Totals
			u.New.Defs[o.Name] = gone
			return
		}
		u.renamedTo[n] = true
	}
	if !n.Root { // it is only part of other messages now, but its own old messages may exist
		n.Root, n.Stamp, n.Totals = true, o.Stamp, o.Totals
	}
	switch {
	case o.Stamp && !n.Stamp:
		u.fail(n.Pos, n.Name, "", "it had //bale:stamp (%s), and no longer has it: the directive changes the bytes", u.line(o.At))
	case n.Stamp && !o.Stamp:
		u.fail(n.Pos, n.Name, "", "it did not have //bale:stamp before (%s): the directive changes the bytes", u.line(o.At))
	case n.Stamp:
		u.stampedRoots = append(u.stampedRoots, rootPair{o, n})
	}
	u.def(o, n, n.Name)
	switch {
	case len(u.changes) > 0:
	case o.Totals != n.Totals:
		u.fail(n.Pos, n.Name, "", "its messages began with %s (%s), and begin with %s: two types of list elements or of pointers became one, or one became two", totals(o.Totals), u.line(o.At), totals(n.Totals))
	case n.Totals > 0:
		if was, is := u.splitTotal(o, n); was != "" {
			u.fail(n.Pos, n.Name, "", "its messages begin with one total for all elements and targets of pointers of type %s (%s), and these now have the types %s", was, u.line(o.At), strings.Join(is, " and "))
		}
	}
}

// totals returns a number of totals in words.
func totals(n int) string {
	if n == 1 {
		return "1 total"
	}
	return fmt.Sprintf("%d totals", n)
}

// renamed returns the new root that o has probably been renamed to: one that is not in Old and has at least half of the fields of
// o. It returns nil if there is none.
func (u *Update) renamed(o *Def) *Def {
	var best *Def
	mostCommon := 0
	for _, name := range slices.Sorted(maps.Keys(u.New.Defs)) {
		n := u.New.Defs[name]
		if !n.Root || n.Kind != o.Kind || o.Removed || u.renamedTo[n] || u.Old.Defs[name] != nil {
			continue
		}
		common := 0
		for _, f := range n.Fields {
			if i := indexOf(o.live(), f.Name); i >= 0 {
				common++
			}
		}
		if common > mostCommon && 2*common >= max(len(n.Fields), len(o.live())) {
			best, mostCommon = n, common
		}
	}
	return best
}

// fail adds a change. evolve is the struct that needs //bale:evolve to allow it, or "".
func (u *Update) fail(pos, path, evolve, format string, args ...any) {
	u.changes = append(u.changes, Change{Pos: pos, Path: path, Message: fmt.Sprintf(format, args...), Struct: evolve})
}

// line returns a reference to a line of the lock file.
func (u *Update) line(at int) string { return fmt.Sprintf("%s line %d", u.LockFile, at) }

// def compares two definitions. path is the path of their first occurrence.
func (u *Update) def(o, n *Def, path string) {
	key := [2]string{o.Name, n.Name}
	if u.seen[key] {
		return
	}
	u.seen[key] = true
	switch {
	case o.Kind != n.Kind:
		u.fail(n.Pos, path, "", "it was a %s (%s), and is a %s", o.what(), u.line(o.At), n.what())
	case o.Evolve && !n.Evolve:
		u.fail(n.Pos, path, "", "it had //bale:evolve (%s), and no longer has it: the directive changes the bytes", u.line(o.At))
	case n.Evolve && !o.Evolve:
		u.fail(n.Pos, path, "", "it did not have //bale:evolve before (%s): the directive changes the bytes", u.line(o.At))
	case n.Kind == Value:
		u.typ(o.Type, n.Type, false, place{n.Pos, path, u.line(o.At)})
	case n.Kind == Names:
		u.byName(o, n, path)
	case n.Evolve && n.placed:
		u.samePlaces(o, n, path)
	case n.Evolve:
		u.evolving(o, n, path)
	default:
		u.inOrder(o, n, path)
	}
}

// what returns the kind of a definition in words.
func (d *Def) what() string {
	switch d.Kind {
	case Names:
		return "struct with the names of its fields"
	case Union:
		return "union"
	case Value:
		return d.Type.String()
	}
	return "struct without the names of its fields"
}

// indexOf returns the index of the field with a name, or -1.
func indexOf(list []*Field, name string) int {
	return slices.IndexFunc(list, func(f *Field) bool { return f.Name == name })
}

// inOrder compares the fields of two structs, or the members of two unions, that are identified only by their order. It reports
// only the first difference, since the positions of all later fields follow from it.
func (u *Update) inOrder(o, n *Def, path string) {
	noun, evolve := "field", ""
	if n.Kind == Union {
		noun = "member"
	} else if u.Evolves && n.canEvolve {
		evolve = n.Name
	}
	for i := range max(len(o.Fields), len(n.Fields)) {
		if i == len(o.Fields) {
			if n.Kind == Struct && !u.Appends {
				u.fail(n.Fields[i].Pos, path+"."+n.Fields[i].Name, evolve, "the field is new, and existing messages do not have it")
			}
			return
		}
		of := o.Fields[i]
		if i == len(n.Fields) {
			u.fail(n.Pos, path, evolve, "the %s %s, which was %s (%s), is gone", noun, of.Name, of.form(), u.line(of.At))
			return
		}
		nf := n.Fields[i]
		was, still := indexOf(o.Fields, nf.Name), indexOf(n.Fields, of.Name)
		where := path + "." + nf.Name
		switch {
		case nf.Name == of.Name:
			u.field(of, nf, where)
		case was >= 0 && still >= 0:
			u.fail(nf.Pos, where, "", "it was %s %d (%s), and is %s %d", noun, was+1, u.line(o.Fields[was].At), noun, i+1)
			return
		case was >= 0:
			u.fail(nf.Pos, where, evolve, "the %s %s before it, which was %s (%s), is gone", noun, of.Name, of.form(), u.line(of.At))
			return
		case still >= 0:
			u.fail(nf.Pos, where, evolve, "the %s is new, and is before %s (%s)", noun, of.Name, u.line(of.At))
			return
		default:
			if !u.decodes(of, nf) {
				u.fail(nf.Pos, where, "", "it is in the place of %s, which was %s (%s), and is %s", of.Name, of.form(), u.line(of.At), nf.form())
				return
			}
			u.field(of, nf, where)
		}
	}
}

// evolving compares the fields of two structs that evolve, and gives those of n their places. Removed fields keep their places.
func (u *Update) evolving(o, n *Def, path string) {
	n.placed = true
	live, fields := o.live(), n.Fields
	var places []*Field
	next := func() *Field { return fields[0] }
	take := func() { places, fields = append(places, next()), fields[1:] }
	for _, of := range o.Fields {
		more := len(fields) > 0
		if of.Removed {
			if more && next().Name == of.Name && indexOf(live, of.Name) < 0 && u.decodes(of, next()) { // the field has been restored
				take()
			} else {
				places = append(places, of)
			}
			continue
		}
		known := more && indexOf(live, next().Name) >= 0
		where := path
		if more {
			where += "." + next().Name
		}
		switch {
		case more && next().Name == of.Name:
			u.field(of, next(), where)
			take()
		case indexOf(n.Fields, of.Name) >= 0 && known:
			i := indexOf(live, next().Name)
			u.fail(next().Pos, where, "", "it was after %s (%s), and is now before it: keep the order, and append new fields", of.Name, u.line(live[i].At))
			return
		case indexOf(n.Fields, of.Name) >= 0:
			u.fail(next().Pos, where, "", "the field is new, and is before %s (%s): append it at the end of the struct", of.Name, u.line(of.At))
			return
		case more && !known && u.decodes(of, next()):
			if i := slices.IndexFunc(o.Fields, func(f *Field) bool { return f.Removed && f.Name == next().Name && u.decodes(f, next()) }); i >= 0 {
				u.fail(next().Pos, where, "", "it is in the place of %s (%s), and has the name and the type of a field that was removed (%s): if %[1]s was renamed, take another name; if %[4]s is back, remove %[1]s first, in another run of bale gen", of.Name, u.line(of.At), u.line(o.Fields[i].At), next().Name)
				return
			}
			u.field(of, next(), where) // the field was renamed
			take()
		case more && !known && u.knownAfterFirst(live, fields):
			u.fail(next().Pos, where, "", "it is in the place of %s, which was %s (%s), and is %s: append a new field at the end of the struct", of.Name, of.form(), u.line(of.At), next().form())
			return
		default:
			if why := u.whyNeeded(of, n); why != "" {
				u.fail(n.Pos, path, "", "the field %s, which was %s (%s), is gone, and %s: keep it", of.Name, of.form(), u.line(of.At), why)
				return
			}
			places = append(places, &Field{Name: of.Name, Type: of.Type, Removed: true, At: of.At})
		}
	}
	n.Fields = append(places, fields...)
}

// knownAfterFirst reports whether a field after the first one existed before.
func (u *Update) knownAfterFirst(live, fields []*Field) bool {
	return slices.ContainsFunc(fields[1:], func(f *Field) bool { return indexOf(live, f.Name) >= 0 })
}

// whyNeeded returns the reason why a field of the struct n cannot be removed, or "" if it can.
func (u *Update) whyNeeded(of *Field, n *Def) string {
	if n.inKey {
		return plan.KeysWouldMerge
	}
	return u.whyUndecodable(of.Type)
}

// whyUndecodable returns the reason why generated code cannot decode a removed field of type t, or "" if it can.
func (u *Update) whyUndecodable(t *Type) string {
	seen := map[string]bool{}
	var look func(t *Type) string
	look = func(t *Type) string {
		switch {
		case t == nil:
			return ""
		case t.Op == Custom:
			return "only the methods of its custom type " + t.Name + " can decode it"
		case t.Op == Ref && !seen[t.Name]:
			seen[t.Name] = true
			d := u.Old.Defs[t.Name]
			if d.Kind == Union {
				return "only the types of its union can decode it"
			}
			if why := look(d.Type); why != "" {
				return why
			}
			for _, f := range d.Fields {
				if why := look(f.Type); why != "" {
					return why
				}
			}
		}
		if why := look(t.Key); why != "" {
			return why
		}
		return look(t.Elem)
	}
	return look(t)
}

// samePlaces compares an evolving struct with another definition of the lock file than the one that determined its places.
func (u *Update) samePlaces(o, n *Def, path string) {
	for i, of := range o.Fields {
		if i >= len(n.Fields) || of.Removed != n.Fields[i].Removed || !u.decodes(of, n.Fields[i]) {
			u.fail(n.Pos, path, "", "it is in the place of %s (%s), whose field %d, %s, was %s", o.Name, u.line(o.At), i+1, of.Name, of.form())
			return
		}
	}
}

// byName compares two structs whose fields have names in the message. It keeps the names of removed fields in the layout, so that
// they cannot be used again for fields of other types.
func (u *Update) byName(o, n *Def, path string) {
	var gone []*Field
	for _, of := range o.Fields {
		if indexOf(n.Fields, of.Name) < 0 {
			gone = append(gone, of)
		}
	}
	for _, nf := range n.live() {
		where := path + "." + nf.Name
		if i := indexOf(o.Fields, nf.Name); i >= 0 {
			u.field(o.Fields[i], nf, where)
			continue
		}
		if of := u.movedInto(o, nf, gone); of != nil {
			why := otherField
			if indexOf(n.Fields, of.Name) >= 0 {
				why = ": the reason is that two fields now have the same name; rename the new one"
			}
			u.fail(nf.Pos, where, "", "the field %s of this struct was encoded next to the other fields (%s), and would be encoded inside %s%s", of.Name, u.line(of.At), nf.Name, why)
			continue
		}
		if of, in := u.movedOut(nf, gone); of != nil {
			u.fail(nf.Pos, where, "", "it was encoded inside %s (%s), and would be encoded next to the other fields%s", of.Name, u.line(in.At), otherField)
			continue
		}
		for _, of := range gone {
			if !of.Removed && u.decodes(of, nf) {
				u.fail(nf.Pos, where, "", "it is new, and %s, which was %s (%s), is gone: if it was renamed, the tag `msgpack:%q` keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen", of.Name, of.form(), u.line(of.At), of.Name)
				break
			}
		}
	}
	for _, of := range gone {
		if n.inKey && !of.Removed {
			u.fail(n.Pos, path, "", "the field %s, which was %s (%s), is gone, and %s: keep it", of.Name, of.form(), u.line(of.At), plan.KeysWouldMerge)
			return
		}
		n.Fields = append(n.Fields, &Field{Name: of.Name, Type: of.Type, Omit: of.Omit, Removed: true, At: of.At})
	}
}

// otherField is the end of the error for a field that seems to have moved.
const otherField = "; if it is another field, remove the one and add the other in two runs of bale gen"

// movedInto returns a field of the struct o that is now in the struct of the new field nf: a removed field, or, if nf is embedded,
// any field of o. It returns nil if there is none.
func (u *Update) movedInto(o *Def, nf *Field, gone []*Field) *Field {
	fields := gone
	if nf.node != nil && nf.node.Embedded {
		fields = o.Fields
	}
	for _, f := range u.New.fieldsOf(nf.Type) {
		if i := indexOf(fields, f.Name); i >= 0 && !fields[i].Removed {
			return fields[i]
		}
	}
	return nil
}

// movedOut returns the removed field whose struct had a field with the name of the new field nf, and that field. It returns nil if
// there is none.
func (u *Update) movedOut(nf *Field, gone []*Field) (of, in *Field) {
	for _, of := range gone {
		fields := u.Old.fieldsOf(of.Type)
		if i := indexOf(fields, nf.Name); i >= 0 && !of.Removed {
			return of, fields[i]
		}
	}
	return nil, nil
}

// fieldsOf returns the fields of a struct, or of a struct that a pointer refers to, if the fields have names in messages. Removed
// fields are left out.
func (l *Layout) fieldsOf(t *Type) []*Field {
	for t.Op == Pointer {
		t = t.Elem
	}
	if d := l.Defs[t.Name]; t.Op == Ref && d != nil && d.Kind == Names {
		return d.live()
	}
	return nil
}

// A place is the position of a type in the source and in the lock file.
type place struct{ pos, path, line string }

// field compares a field with its old definition.
func (u *Update) field(of, nf *Field, path string) {
	p := place{nf.Pos, path, u.line(of.At)}
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
		return o.Parallel == n.Parallel && u.same(o.Elem, n.Elem, true, p)
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
	a, b := KindOf(from), KindOf(to)
	if a == 0 || b == 0 || u.Reads == nil || elem && (a == schema.Uint8 || b == schema.Uint8) {
		return false // a format may encode lists of uint8 as bytes
	}
	return u.Reads(a, b)
}

// KindOf returns the kind with a name, or 0 if there is none.
func KindOf(name string) schema.Kind {
	for k := schema.Bool; k <= schema.String; k++ {
		if k.String() == name {
			return k
		}
	}
	return 0
}

// HoldsInteger reports whether to is an integer kind with the same signedness as from that holds all its values on every machine.
func HoldsInteger(from, to schema.Kind) bool {
	if !(from.Signed() && to.Signed() || from.Unsigned() && to.Unsigned()) {
		return false
	}
	minBits := to.Bits()
	if to.Native() {
		minBits = 32
	}
	return minBits >= from.Bits()
}
