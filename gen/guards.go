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
		if seen[name] {
			continue
		}
		seen[name] = true
		if schema.CanWrite(n.Underlying, t.src.Package) {
			lines = append(lines, "_ = (*"+p.Type(n.Underlying)+")((*"+name+")(nil))")
		} else {
			lines = append(lines, partialGuards(p, n, name)...)
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

// partialGuards returns the guards for a type that the package can name, but cannot write, such as a struct of another package with blank
// fields: they compare the size, and the types of the fields that are encoded.
func partialGuards(p *emit.Printer, n *schema.Named, name string) []string {
	memory := schema.Memory(n)
	if memory == "" {
		return nil
	}
	var lines []string
	if !p.Safe { // safe code copies fields, not memory
		size := p.Import("unsafe") + ".Sizeof(*new("
		lines = append(lines, "_ = -("+size+name+")) ^ "+size+memory+"))) // 0 if the sizes are equal")
	}
	if s, ok := n.Underlying.(*schema.Struct); ok {
		for _, f := range s.Fields {
			if schema.CanWrite(f.Type, p.Package) {
				lines = append(lines, "_ = func(v *"+name+") *"+p.Type(f.Type)+" { return &v."+f.Name+" }")
			}
		}
	}
	return lines
}

// copiedTypes returns the named types of parts of the roots that may be copied as they are in memory: arrays, and elements without
// pointers together with the types inside them. It leaves out types that this package cannot name.
func (t *target) copiedTypes() []*schema.Named {
	var list []*schema.Named
	add := func(x schema.Type) {
		schema.Inline(x, func(x schema.Type) bool {
			if n, ok := x.(*schema.Named); ok && !n.Alias && !slices.Contains(list, n) && schema.CanName(n, t.src.Package) {
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
