package gen

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock"
	"bale/gen/plan"
)

// A FixedType is a type whose messages have structs that do not evolve. Evolving structs would add at most Growth bytes for each value of a
// struct.
type FixedType struct {
	Name   string
	Growth int
	Format string // in which its structs could evolve
}

// newFixedTypes returns the roots that get code of a format in which structs can evolve, and whose structs do not evolve. Roots that have
// such code already, or a layout in the lock file l, and roots with a stamp or with lock=off are left out.
func (t *target) newFixedTypes(l *lock.File, d *plan.Directives) (list []FixedType) {
	old, _ := os.ReadFile(t.src.Out) // a file that cannot be read has no code
	for _, r := range t.roots {
		i := slices.IndexFunc(r.Formats, func(f *emit.Format) bool { return f.Has("evolve") })
		if i < 0 || r.Uses.Has("stamp") || r.Unlocked {
			continue
		}
		f := r.Formats[i]
		structs := plan.NamedStructs(r.Node, t.src.Package)
		if len(structs) == 0 || l.Has(f, r.Name) || r.methodIn(old, "Marshal"+t.methods(r, f).Suffix()) || slices.ContainsFunc(structs, d.Evolves) {
			continue
		}
		list = append(list, FixedType{r.Name, f.Lock.Growth(d, t.src.Package, r.Node, structs), f.Name})
	}
	return list
}

// EvolveNote returns a note about types whose structs do not evolve. It returns "" if there are none.
func EvolveNote(types []FixedType) string {
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
