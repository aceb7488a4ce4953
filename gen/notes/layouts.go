package notes

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock"
	"bale/gen/plan"
	"bale/gen/root"
	"bale/model"
)

// A FixedType is a type whose messages have structs that do not evolve. Evolving structs would add at most Growth bytes for each value of a
// struct.
type FixedType struct {
	Name   string
	Growth int
	Format string // in which its structs could evolve
}

// NewFixed returns the roots that get code of a format in which structs can evolve, and whose structs do not evolve. Roots that have
// such code already, in the generated file old, or a layout in the lock file l, and roots with a stamp or with lock=off are left out.
func NewFixed(roots root.List, old []byte, l *lock.File, d *plan.Directives) (list []FixedType) {
	for _, r := range roots {
		i := slices.IndexFunc(r.Formats, func(f *emit.Format) bool { return f.Has("evolve") })
		if i < 0 || r.Has("stamp") || r.Unlocked {
			continue
		}
		f, home := r.Formats[i], r.Source.Package
		structs := plan.NamedStructs(r.Node, home)
		if len(structs) == 0 || l.Has(f, r.Name) || r.MethodIn(old, "Marshal"+r.Methods(f).Suffix()) || slices.ContainsFunc(structs, d.Evolves) {
			continue
		}
		list = append(list, FixedType{r.Name, f.Lock.Growth(d, home, r.Node, structs), f.Name})
	}
	return list
}

// LostLayouts returns the names of the roots with code in the generated file old of which the lock file has no line.
func LostLayouts(roots root.List, old []byte, l *lock.File, d *plan.Directives) []string {
	lost := func(r *root.Root, f *emit.Format) bool {
		s, ok := r.Node.Underlying.(*model.Struct)
		if ok && s.Proto != nil && f.View.Kind == emit.LikeProto {
			return false
		}
		if ok && f.Lock.Numbers != nil && !slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return !d.Field(f).Unknown }) {
			return false // there are no fields with numbers
		}
		return r.MethodIn(old, "Marshal"+r.Methods(f).Suffix()) && !l.Has(f, r.Name)
	}
	var names []string
	for _, r := range roots {
		if !r.Unlocked && slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return lost(r, f) }) {
			names = append(names, r.Name)
		}
	}
	return names
}

// Evolve returns a note about types whose structs do not evolve. It returns "" if there are none.
func Evolve(types []FixedType) string {
	if len(types) == 0 {
		return ""
	}
	names := make([]string, len(types))
	most := 0
	for i, x := range types {
		names[i] = x.Name
		most = max(most, x.Growth)
	}
	return fmt.Sprintf(`note: code for a changed type could not read old %s messages, so bale gen will refuse to add or remove fields: %s
//bale:evolve all above a type, or bale gen -evolve for all types of the package, allows it. It adds up to %d bytes for
each struct in a message. It changes the bytes: decide before messages are stored, and run bale gen -accept. See docs/compact.md.
`, types[0].Format, strings.Join(names, ", "), most)
}
