package lock

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// enumTypes returns the types with constants that messages of the roots hold, by name in the lock file. It returns those of the roots
// with lock=off, or those of the other roots.
func (u *update) enumTypes(unlocked bool) map[string]*model.Named {
	types := map[string]*model.Named{}
	for _, r := range u.Roots {
		if u.unlocked(r) == unlocked {
			maps.Copy(types, Enums(u.Roots, r, u.Path))
		}
	}
	return types
}

// Enums returns the types with constants that messages of r, one of the roots of package home, hold, by name in the lock file. The constants do
// not determine the bytes of custom types, and in JSON not those of types with methods.
func Enums(roots emit.Roots, r *emit.Root, home string) map[string]*model.Named {
	types := map[string]*model.Named{}
	if r.Node == nil { // the package does not compile
		return types
	}
	plain := roots.Plain()
	model.Walk(r.Node, func(x model.Type) bool {
		n, ok := x.(*model.Named)
		if ok && (r.JSON() && n.JSON.Any() || !r.JSON() && plain.IsCustom(n, home)) || r.ByDeclaration(x) {
			return false
		}
		if model.HasConstants(x) {
			types[plan.FullName(n, home)] = n
		}
		return true
	})
	return types
}

// updateEnums puts the constants of the types that messages hold into the lock. It refuses changes with which values in existing
// messages would get another meaning.
func (u *update) updateEnums(l *File) {
	held, unlocked := u.enumTypes(false), u.enumTypes(true)
	l.lines = slices.DeleteFunc(l.lines, func(x *layout.Line) bool {
		return x.Numbering == layout.Enum && held[x.Owner] == nil && unlocked[x.Owner] != nil
	})
	for _, owner := range slices.Sorted(maps.Keys(held)) {
		isText := model.IsKind(held[owner], model.String)
		otherKind := func(x *layout.Line) bool { return layout.IsText(x.Form) != isText } // the layout reports that
		e := &enumUpdate{update: u, owner: owner, lines: slices.DeleteFunc(l.fieldLines(layout.Enum, owner), otherKind)}
		for _, c := range u.Constants[held[owner]] {
			if !u.Counts(held[owner], c) {
				e.lines = slices.DeleteFunc(e.lines, func(x *layout.Line) bool { return x.Field == c.Name })
			} else {
				e.constants = append(e.constants, c)
			}
		}
		if len(e.lines) == 0 {
			e.lines = slices.DeleteFunc(l.fieldLines(layout.Enum, e.renamedFrom(l, held)), otherKind)
		}
		l.lines = slices.DeleteFunc(l.lines, func(x *layout.Line) bool {
			return x.Numbering == layout.Enum && (x.Owner == owner || slices.Contains(e.lines, x))
		})
		e.check(held[owner])
		l.lines = append(l.lines, e.newLines()...)
	}
}

// An enumUpdate compares the constants of a type with its lines in the lock file.
type enumUpdate struct {
	*update
	owner     string // name of the type in the lock file
	constants []*model.Constant
	lines     []*layout.Line
}

// renamedFrom returns the type of the lock file that has probably become the type of u: messages do not hold it any more, and it has
// at least half of the constants. It returns "" if there is none.
func (u *enumUpdate) renamedFrom(l *File, held map[string]*model.Named) string {
	common, all := map[string]int{}, map[string]int{}
	for _, x := range l.lines {
		if x.Numbering != layout.Enum || x.Removed || held[x.Owner] != nil {
			continue
		}
		all[x.Owner]++
		if u.constant(x.Field) != nil {
			common[x.Owner]++
		}
	}
	best := ""
	for _, owner := range slices.Sorted(maps.Keys(common)) {
		if common[owner] > common[best] && 2*common[owner] >= max(all[owner], len(u.constants)) {
			best = owner
		}
	}
	return best
}

// constant returns the constant with a name, or nil if the source does not have it.
func (u *enumUpdate) constant(name string) *model.Constant {
	for _, c := range u.constants {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// line returns the line of the constant with a name, or nil if there is none.
func (u *enumUpdate) line(name string) *layout.Line {
	for _, x := range u.lines {
		if x.Field == name {
			return x
		}
	}
	return nil
}

// check reports constants whose value changed, and values of which the constant changed.
func (u *enumUpdate) check(n *model.Named) {
	var changed []*model.Constant
	for _, c := range u.constants {
		if x := u.line(c.Name); x != nil && x.Form != c.Value {
			changed = append(changed, c)
		}
	}
	if len(changed) > 0 {
		u.failChanged(n, changed[0], len(changed)-1)
	}
	for _, c := range u.constants {
		if x := u.formerName(c); x != nil {
			u.failTaken(c, x)
		}
	}
}

// formerName returns the line of a constant that is gone and whose value the new constant c has. It returns nil if c is not new, or if
// another constant that had the value before still has it.
func (u *enumUpdate) formerName(c *model.Constant) *layout.Line {
	if u.line(c.Name) != nil {
		return nil
	}
	var former *layout.Line
	for _, x := range u.lines {
		if x.Form != c.Value {
			continue
		}
		now := u.constant(x.Field)
		if now != nil && now.Value == x.Form {
			return nil
		}
		if now == nil && (former == nil || former.Removed) {
			former = x
		}
	}
	return former
}

// misread is the consequence of a refused change of constants.
const misread = "values in existing messages would get another meaning"

// failChanged reports that the value of c changed. more is the number of other constants whose values changed.
func (u *enumUpdate) failChanged(n *model.Named, c *model.Constant, more int) {
	x := u.line(c.Name)
	text := fmt.Sprintf("it was %s (%s line %d), and is %s", x.Form, u.lockName(), x.At, c.Value)
	for _, other := range u.constants {
		if other.Value == x.Form {
			text += fmt.Sprintf(", and %s is now %s", x.Form, other.Name)
			break
		}
	}
	if more > 0 {
		text += fmt.Sprintf(" (and other constants of %s changed, too: %d)", u.owner, more)
	}
	advice := "keep the old values, and append new constants at the end; mark a count or a set of all flags with //bale:skip"
	if !u.InModule(n.Package) {
		advice = "use a version of the module with the old values, or a type of your own"
	}
	u.refuse(u.loss(c, text), "%s: %s; %s; or %s", text, misread, advice, u.orAccept(u.owner))
}

// failTaken reports that c has the value of a constant that is gone, which has the line x.
func (u *enumUpdate) failTaken(c *model.Constant, x *layout.Line) {
	gone := "gone"
	if x.Removed {
		gone = "removed"
	}
	text := fmt.Sprintf("it has the value %s of %s, which is %s (%s line %d)", c.Value, x.Field, gone, u.lockName(), x.At)
	u.refuse(u.loss(c, text), "%s: %s; if the constant was renamed, rename it in %s, too; if it is another one, give it a value that none had; or %s", text, misread, u.itsLine(), u.orAccept(u.owner))
}

// loss returns the loss that a change of a constant is. Every format has it.
func (u *enumUpdate) loss(c *model.Constant, what string) loss {
	var formats []*emit.Format
	for _, r := range u.Roots {
		for _, f := range r.Formats {
			if !slices.Contains(formats, f) && holds(r, u.owner, u.Path) {
				formats = append(formats, f)
			}
		}
	}
	return loss{pos: c.Pos, path: u.owner + "." + c.Name, what: what, formats: formats, effect: "have a value with another meaning"}
}

// newLines returns the lines of the type: its constants, and those that are gone, whose values stay taken.
func (u *enumUpdate) newLines() []*layout.Line {
	var list []*layout.Line
	for _, c := range u.constants {
		list = append(list, &layout.Line{Numbering: layout.Enum, Owner: u.owner, Field: c.Name, Number: layout.Unplaced, Form: c.Value})
	}
	for _, x := range u.lines {
		if u.constant(x.Field) == nil {
			list = append(list, &layout.Line{Numbering: layout.Enum, Owner: u.owner, Field: x.Field, Number: layout.Unplaced, Form: x.Form, Removed: true})
		}
	}
	slices.SortFunc(list, func(a, b *layout.Line) int {
		x, ok := new(big.Int).SetString(a.Form, 10)
		y, also := new(big.Int).SetString(b.Form, 10)
		if !ok || !also {
			return strings.Compare(a.Field, b.Field)
		}
		return cmp.Or(x.Cmp(y), strings.Compare(a.Field, b.Field))
	})
	return list
}
