package gen

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// lossNotes returns a line for each value of a custom type whose methods are known to lose something, with its path.
func (t *target) lossNotes() (list []string) {
	home := t.src.Package
	t.eachCustom(func(n *model.Named, path string) {
		if losses := plan.Losses(n, home); losses != "" {
			list = append(list, fmt.Sprintf("note: %s: %s does not always come back as it was: %s", path, model.TypeText(n, home), losses))
		}
	})
	return list
}

// eachCustom calls visit for the values of custom types in the roots, with their paths. It visits the parts of other types once.
func (t *target) eachCustom(visit func(n *model.Named, path string)) {
	t.eachPart(t.roots, func(x model.Type, path, _ string) bool {
		n, ok := x.(*model.Named)
		if !ok || !t.callsMethods(n) {
			return true
		}
		visit(n, path)
		return false
	})
}

// eachPart calls visit for the types of roots and of their parts, with the path, and the position of the innermost field. It visits the parts
// of a type once, and only if visit returns true.
func (t *target) eachPart(roots []*root, visit func(x model.Type, path, pos string) bool) {
	home := t.src.Package
	seen := map[model.Type]bool{}
	var walk func(x model.Type, path, pos string)
	walk = func(x model.Type, path, pos string) {
		if !visit(x, path, pos) || seen[x] {
			return
		}
		seen[x] = true
		switch u := model.Underlying(x).(type) {
		case *model.Struct:
			for _, f := range u.Fields {
				walk(f.Type, path+"."+f.Name, f.Pos)
			}
		case *model.Map:
			walk(u.Key, path+"[key]", pos)
			walk(u.Elem, path+"[]", pos)
		case *model.Interface:
			for _, m := range u.Members {
				walk(m, path+"."+plan.MemberPath(m, home), pos)
			}
		case *model.Slice, *model.Array:
			walk(plan.Elem(x), path+"[]", pos)
		case *model.Pointer:
			walk(u.Elem, path, pos)
		}
	}
	for _, r := range roots {
		walk(r.node, r.name, r.pos)
	}
}
