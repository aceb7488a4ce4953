package gen

import (
	"go/token"
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
		name, form := p.Type(n), p.Type(n.Underlying)
		if !seen[name] {
			seen[name] = true
			lines = append(lines, "_ = (*"+form+")((*"+name+")(nil))")
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

// copiedTypes returns the named types of parts of the roots that may be copied as they are in memory: arrays, and elements without
// pointers together with the types inside them. It leaves out types that this package cannot spell.
func (t *target) copiedTypes() []*schema.Named {
	var list []*schema.Named
	add := func(x schema.Type) {
		schema.Inline(x, func(x schema.Type) bool {
			if n, ok := x.(*schema.Named); ok && !slices.Contains(list, n) && t.canSpell(n) {
				list = append(list, n)
			}
			return false
		})
	}
	for _, r := range t.roots {
		schema.Walk(r.node, func(x schema.Type) bool {
			if n, ok := x.(*schema.Named); ok && n != r.node && plan.MethodSuffixOf(n, t.src.Package) != "" {
				return false
			}
			switch u := schema.Underlying(x).(type) {
			case *schema.Array:
				if !schema.HoldsPointers(u) {
					add(x)
				}
			case *schema.Slice, *schema.Pointer:
				if e := plan.Elem(u); !schema.HoldsPointers(e) {
					add(e)
				}
			}
			return true
		})
	}
	return list
}

// canSpell reports whether this package can name type n and everything that it consists of.
func (t *target) canSpell(n *schema.Named) bool {
	if n.Alias || n.Package != t.src.Package && n.Package != "" && !token.IsExported(n.Name) {
		return false
	}
	s, ok := n.Underlying.(*schema.Struct)
	if !ok {
		return true
	}
	return n.Package == t.src.Package || !slices.ContainsFunc(slices.Concat(s.Fields, s.Skipped), func(f *schema.Field) bool { return !f.Exported })
}
