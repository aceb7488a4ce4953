package plan

import "bale/schema"

// EachStruct calls visit once for every struct in a root's messages, with the path of its first occurrence, for code in package
// home. It does not look into custom types.
func EachStruct(root *schema.Named, home string, visit func(path string, t schema.Type)) {
	seen := map[schema.Type]bool{}
	var walk func(t schema.Type, path string)
	walk = func(t schema.Type, path string) {
		if n, ok := t.(*schema.Named); ok {
			if seen[n] || n != root && MethodSuffix(n, home) != "" {
				return
			}
			seen[n] = true
		}
		switch u := schema.Underlying(t).(type) {
		case *schema.Struct:
			visit(path, t)
			for _, f := range u.Fields {
				walk(f.Type, path+"."+f.Name)
			}
		case *schema.Slice:
			walk(u.Elem, path+"[]")
		case *schema.Array:
			walk(u.Elem, path+"[]")
		case *schema.Pointer:
			walk(u.Elem, path)
		case *schema.Map:
			walk(u.Key, path+"[key]")
			walk(u.Elem, path+"[]")
		case *schema.Interface:
			for _, m := range u.Members {
				walk(m, path+"."+MemberPath(m, home))
			}
		}
	}
	walk(root, root.Name)
}
