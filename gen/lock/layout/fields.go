package layout

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// inOrder compares the fields of two structs, or the members of two unions, that are identified only by their order. It reports
// only the first difference, since the positions of all later fields follow from it.
func (u *Update) inOrder(o, n *Def, path string) {
	noun, evolve := "field", ""
	if n.Kind == Union {
		noun = "member"
	} else if u.Evolves && n.canEvolve && !n.Stamp {
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
			u.changes[len(u.changes)-1].Gone = of.Name
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
			u.renamedField(of, nf, n, where)
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
			u.renamedField(of, next(), n, where)
			take()
		case more && !known && u.knownAfterFirst(live, fields):
			u.fail(next().Pos, where, "", "it is in the place of %s, which was %s (%s), and is %s: append a new field at the end of the struct", of.Name, of.form(), u.line(of.At), next().form())
			return
		default:
			if why := u.whyNeeded(of, n); why != "" {
				u.failNeeded(of, n, path, why)
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

// failNeeded reports that the field of was removed from the struct n, which needs it.
func (u *Update) failNeeded(of *Field, n *Def, path, why string) {
	u.fail(n.Pos, path, "", "the field %s, which was %s (%s), is gone, and %s: keep it", of.Name, of.form(), u.line(of.At), why)
	u.changes[len(u.changes)-1].Gone = of.Name
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
		known := false
		for _, name := range []string{nf.Name, nf.Alias} {
			if i := indexOf(o.Fields, name); i >= 0 && name != "" {
				u.field(o.Fields[i], nf, where)
				known = true
			}
		}
		if known {
			continue
		}
		if of := u.movedInto(o, nf, gone); of != nil {
			why := otherField
			if indexOf(n.Fields, of.Name) >= 0 {
				why = ": the reason is that two fields now have the same name; rename the new one"
			} else if n.embeds(nf.Name) && u.InlineTag != "" {
				why = ": the tag `" + u.InlineTag + "` of the embedded struct keeps its place"
			}
			u.fail(nf.Pos, where, "", "the field %s of this struct was encoded next to the other fields (%s), and would be encoded inside %s%s", of.Name, u.line(of.At), nf.Name, why)
			continue
		}
		if of, in := u.movedOut(nf, gone); of != nil {
			why := otherField
			if n.embeds(of.Name) {
				why = fmt.Sprintf(": the tag `%s` of %s keeps its place", u.FieldTag(of.Name), of.Name)
			}
			u.fail(nf.Pos, where, "", "it was encoded inside %s (%s), and would be encoded next to the other fields%s", of.Name, u.line(in.At), why)
			continue
		}
		for _, of := range gone {
			if !of.Removed && u.decodes(of, nf) && !n.decodesAs(of.Name) {
				u.fail(nf.Pos, where, "", "it is new, and %s, which was %s (%s), is gone: if it was renamed, the tag `%s` keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen", of.Name, of.form(), u.line(of.At), u.NameTag(of.Name))
				break
			}
		}
	}
	for _, of := range gone {
		if n.inKey && !of.Removed {
			u.failNeeded(of, n, path, plan.KeysWouldMerge)
			return
		}
		n.Fields = append(n.Fields, &Field{Name: of.Name, Type: of.Type, Omit: of.Omit, Removed: true, At: of.At})
	}
}

// embeds reports whether the struct embeds a type with a name.
func (d *Def) embeds(name string) bool {
	return d.node != nil && slices.ContainsFunc(d.node.Fields, func(f *model.Field) bool { return f.Embedded && f.Name == name })
}

// decodesAs reports whether the struct has a field with an alias.
func (d *Def) decodesAs(alias string) bool {
	return slices.ContainsFunc(d.Fields, func(f *Field) bool { return f.Alias == alias })
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

// fieldsOf returns the fields of a struct, or of a struct that a pointer refers to. Removed fields are left out.
func (l *Layout) fieldsOf(t *Type) []*Field {
	for t.Op == Pointer {
		t = t.Elem
	}
	if d := l.Defs[t.Name]; t.Op == Ref && d != nil && (d.Kind == Names || d.Kind == Struct) {
		return d.live()
	}
	return nil
}
