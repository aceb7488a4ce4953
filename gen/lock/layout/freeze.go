package layout

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// freezeRemoved copies the old definitions that removed fields refer to into the new layout.
func (u *Update) freezeRemoved() {
	for _, name := range slices.Sorted(maps.Keys(u.New.Defs)) {
		for i, f := range u.New.Defs[name].Fields {
			if f.Removed && f.At > 0 {
				u.New.Defs[name].Fields[i] = u.freezeField(f)
			}
		}
	}
}

// freezeDef returns a copy of an old definition under a new name, and copies the definitions that it refers to.
func (u *Update) freezeDef(o *Def, name string) *Def {
	d := &Def{Name: name, Kind: o.Kind, Evolve: o.Evolve, Type: u.freezeType(o.Type)}
	for _, f := range o.Fields {
		d.Fields = append(d.Fields, u.freezeField(f))
	}
	return d
}

// freezeField returns a copy of an old field.
func (u *Update) freezeField(f *Field) *Field {
	return &Field{Name: f.Name, Type: u.freezeType(f.Type), Omit: f.Omit, Removed: f.Removed}
}

// freezeType returns a copy of an old type.
func (u *Update) freezeType(t *Type) *Type {
	if t == nil {
		return nil
	}
	c := *t
	c.Key, c.Elem = u.freezeType(t.Key), u.freezeType(t.Elem)
	if t.Op == Ref {
		c.Name = u.freeze(t.Name)
	}
	return &c
}

// freeze copies an old definition into the new layout, unless it is there already, under a name that no type has, such as Line@1.
// It returns that name.
func (u *Update) freeze(old string) string {
	if name, ok := u.frozen[old]; ok {
		return name
	}
	stem, _, again := strings.Cut(old, "@")
	name := old
	for i := 1; !again || u.New.Defs[name] != nil; i++ {
		again, name = true, fmt.Sprintf("%s@%d", stem, i)
	}
	u.frozen[old] = name
	u.New.Defs[name] = &Def{Name: name} // its parts may refer to it
	*u.New.Defs[name] = *u.freezeDef(u.Old.Defs[old], name)
	return name
}
