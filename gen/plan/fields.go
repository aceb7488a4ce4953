package plan

import "bale/model"

// EachStruct calls visit once for every struct in a root's messages, with the path of its first occurrence, for code in package
// home. It does not look into custom types.
func EachStruct(root *model.Named, home string, visit func(path string, t model.Type)) {
	seen := map[model.Type]bool{}
	var walk func(t model.Type, path string)
	walk = func(t model.Type, path string) {
		if n, ok := t.(*model.Named); ok {
			if seen[n] || n != root && MethodSuffix(n, home) != "" {
				return
			}
			seen[n] = true
		}
		switch u := model.Underlying(t).(type) {
		case *model.Struct:
			visit(path, t)
			for _, f := range u.Fields {
				walk(f.Type, path+"."+f.Name)
			}
		case *model.Slice:
			walk(u.Elem, path+"[]")
		case *model.Array:
			walk(u.Elem, path+"[]")
		case *model.Pointer:
			walk(u.Elem, path)
		case *model.Map:
			walk(u.Key, path+"[key]")
			walk(u.Elem, path+"[]")
		case *model.Interface:
			for _, m := range u.Members {
				walk(m, path+"."+MemberPath(m, home))
			}
		}
	}
	walk(root, root.Name)
}
