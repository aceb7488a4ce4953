package gen

import (
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// lossNotes returns a line for each value of a custom type whose methods are known to lose something, with its path.
func (t *target) lossNotes() (list []string) {
	home := t.src.Package
	t.eachCustom(func(n *schema.Named, path string) {
		if losses := plan.Losses(n, home); losses != "" {
			list = append(list, fmt.Sprintf("note: %s: %s does not always come back as it was: %s", path, plan.TypeText(n, home), losses))
		}
	})
	return list
}

// eachCustom calls visit for the values of custom types in the roots, with their paths. It visits the parts of other types once.
func (t *target) eachCustom(visit func(n *schema.Named, path string)) {
	home := t.src.Package
	seen := map[schema.Type]bool{}
	var walk func(x schema.Type, path string)
	walk = func(x schema.Type, path string) {
		if n, ok := x.(*schema.Named); ok && plan.MethodSuffix(n, home) != "" {
			visit(n, path)
			return
		}
		if seen[x] {
			return
		}
		seen[x] = true
		switch u := schema.Underlying(x).(type) {
		case *schema.Struct:
			for _, f := range u.Fields {
				walk(f.Type, path+"."+f.Name)
			}
		case *schema.Map:
			walk(u.Key, path+"[key]")
			walk(u.Elem, path+"[]")
		case *schema.Interface:
			for _, m := range u.Members {
				walk(m, path+"."+plan.MemberPath(m, home))
			}
		case *schema.Slice, *schema.Array:
			walk(plan.Elem(x), path+"[]")
		case *schema.Pointer:
			walk(u.Elem, path)
		}
	}
	for _, r := range t.roots {
		walk(r.node, r.name)
	}
}
