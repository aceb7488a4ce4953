package emit

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// Guards prints conversions that compile only as long as the types are the same as when the code was generated. The elements of
// slices and arrays are copied as they are in memory, into memory that was allocated for other types. If such a type grew or got a
// pointer, old code would write beyond its buffer or hide the pointer from the garbage collector.
func (p *Printer) Guards(roots Roots) {
	var lines []string
	seen := map[string]bool{}
	for _, n := range roots.copied(p.Package) {
		name := p.Type(n)
		if !seen[name] {
			seen[name] = true
			lines = append(lines, "_ = (*"+p.Type(n.Underlying)+")((*"+name+")(nil))")
		}
	}
	if len(lines) == 0 {
		return
	}
	p.Line("\n// If this does not compile, a type has changed since the code was generated: run bale gen again.\nvar (")
	for _, line := range lines {
		p.Line("%s", line)
	}
	p.Line(")")
}

// copied returns the types with names in arrays that may be copied as they are in memory, and in elements that may lie in memory
// allocated for other types.
func (list Roots) copied(home string) []*model.Named {
	var types []*model.Named
	add := func(x model.Type) {
		model.EachInMemory(x, func(x model.Type) {
			if n, ok := x.(*model.Named); ok && !slices.Contains(types, n) && model.CanName(n, home) && model.CanWrite(n.Underlying, home) {
				types = append(types, n)
			}
		})
	}
	for _, r := range list {
		model.Walk(r.Node, func(x model.Type) bool {
			if x != model.Type(r.Node) && r.CallsMethods(x, home) {
				return false
			}
			switch u := model.Underlying(x).(type) {
			case *model.Array:
				if !model.HoldsPointers(u) {
					add(x)
				}
			case *model.Slice, *model.Pointer:
				if e := plan.Elem(u); plan.SharesMemory(e, home) {
					add(e)
				}
			}
			return true
		})
	}
	return types
}
