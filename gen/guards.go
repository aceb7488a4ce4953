package gen

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
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
func (t *target) copiedTypes() []*schema.Named {
	var list []*schema.Named
	add := func(x schema.Type) {
		schema.EachInMemory(x, func(x schema.Type) {
			if n, ok := x.(*schema.Named); ok && !slices.Contains(list, n) && schema.CanName(n, t.src.Package) && schema.CanWrite(n.Underlying, t.src.Package) {
				list = append(list, n)
			}
		})
	}
	for _, r := range t.roots {
		schema.Walk(r.node, func(x schema.Type) bool {
			if x != schema.Type(r.node) && r.callsMethods(x, t.src.Package) {
				return false
			}
			switch u := schema.Underlying(x).(type) {
			case *schema.Array:
				if !schema.HoldsPointers(u) {
					add(x)
				}
			case *schema.Slice, *schema.Pointer:
				if e := plan.Elem(u); plan.SharesMemory(e, t.src.Package) {
					add(e)
				}
			}
			return true
		})
	}
	return list
}
