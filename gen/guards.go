package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// guards prints conversions that compile only as long as the types are the same as when the code was generated. The elements of
// slices and arrays are copied as they are in memory, into memory that was allocated for other types. If such a type grew or got a
// pointer, old code would write beyond its buffer or hide the pointer from the garbage collector.
func (t *target) guards(p *emit.Printer) {
	var lines []string
	seen := map[string]bool{}
	for _, n := range t.copiedTypes() {
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

// copiedTypes returns the types with names in arrays that may be copied as they are in memory, and in elements that may lie in memory
// allocated for other types.
func (t *target) copiedTypes() []*model.Named {
	var list []*model.Named
	add := func(x model.Type) {
		model.EachInMemory(x, func(x model.Type) {
			if n, ok := x.(*model.Named); ok && !slices.Contains(list, n) && model.CanName(n, t.src.Package) && model.CanWrite(n.Underlying, t.src.Package) {
				list = append(list, n)
			}
		})
	}
	for _, r := range t.roots {
		model.Walk(r.Node, func(x model.Type) bool {
			if x != model.Type(r.Node) && r.CallsMethods(x, t.src.Package) {
				return false
			}
			switch u := model.Underlying(x).(type) {
			case *model.Array:
				if !model.HoldsPointers(u) {
					add(x)
				}
			case *model.Slice, *model.Pointer:
				if e := plan.Elem(u); plan.SharesMemory(e, t.src.Package) {
					add(e)
				}
			}
			return true
		})
	}
	return list
}
