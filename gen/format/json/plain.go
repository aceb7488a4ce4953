package json

import (
	"go/token"
	"regexp"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// plain prints the function that returns v as a type without generated methods, for encoding/json. It has the same name, which is in errors, and so
// have the types in it that hold roots, unless they hold each other: local types cannot do that.
func (g *generator) plain(t *model.Named, name string, roots []*model.Named) {
	header := "// baleJSONPlain%[1]s returns v as a type without the generated methods.\nfunc baleJSONPlain%[1]s(v *%[2]s) any {"
	list, cyclic := g.plainTypes(t, roots)
	takesName := func(x *model.Named) bool { // a variable or type of the function has a name in x
		found := false
		written(x.Underlying, func(n *model.Named) { found = found || isTaken(n.Name) })
		return found || isTaken(x.Name)
	}
	switch {
	case len(list) == 0 && isTaken(t.Name):
		g.later("plain "+plainName(t.Name), func() {
			g.originals = append(g.originals, original{plainName(t.Name), t.Name})
			g.Line("type %s %s\n", plainName(t.Name), t.Name)
		})
		g.Func(header, name, g.Type(t))
		g.Line("return (*%s)(v)\n}\n", plainName(t.Name))
	case len(list) == 0:
		g.Func(header, name, g.Type(t))
		g.Line("type plain = %[2]s\ntype %[1]s plain\nreturn (*%[1]s)(v)\n}\n", t.Name, g.Type(t))
	case cyclic || slices.ContainsFunc(list, takesName):
		for _, s := range list {
			g.later("plain "+plainName(s.Name), func() {
				g.originals = append(g.originals, original{plainName(s.Name), s.Name})
				g.originalInstances(s.Underlying, list)
				g.Line("type %s %s\n", plainName(s.Name), g.plainText(s.Underlying, list))
			})
		}
		g.Func(header, name, g.Type(t))
		g.Line("return balejson.View[%s](v)\n}\n", plainName(t.Name))
	default:
		g.Func(header, name, g.Type(t))
		for _, s := range list {
			g.Line("type %s %s", s.Name, g.plainText(s.Underlying, nil)) // the function has no variables with names of types in it
		}
		g.Line("return balejson.View[%s](v)\n}\n", t.Name)
	}
}

// isTaken reports whether a function that plain prints has a variable or type with a name.
func isTaken(name string) bool { return name == "v" || name == "plain" }

// plainName returns the name of a type that has the fields of another one and no methods. It is exported if that one is, since encoding/json ignores
// embedded pointers to structs with unexported names. Unmarshal removes the prefix from errors.
func plainName(name string) string {
	if token.IsExported(name) {
		return "BaleJSONPlain" + name
	}
	return "baleJSONPlain" + name
}

// printOriginal prints the method that returns the type for which another one stands.
func (f *file) printOriginal() {
	f.Func("// Original returns the type for which t stands in encoding/json, or t if it stands for none.\nfunc (baleJSONTypes) Original(t %s.Type) %[1]s.Type {", f.Import("reflect"))
	if len(f.originals) == 0 {
		f.Line("return t\n}\n")
		return
	}
	f.Line("return balejson.OriginalOf(t, map[%s.Type]%[1]s.Type{", f.Import("reflect"))
	for _, x := range f.originals {
		f.Line("%[1]s.TypeFor[%[2]s](): %[1]s.TypeFor[%[3]s](),", f.Import("reflect"), x.plain, x.of)
	}
	f.Line("})\n}\n")
}

// plainText returns a type as written in Go, with the types that stand for those in list.
func (g *generator) plainText(t model.Type, list []*model.Named) string {
	const here = "bale\u00a0" // stands for the package; no identifier has this character
	text := model.GoType(t, func(path string) string {
		if path == g.Package {
			return here
		}
		return g.Import(path)
	})
	return regexp.MustCompile(here+`\.[\pL\pN_]+`).ReplaceAllStringFunc(text, func(name string) string {
		name = name[len(here)+1:]
		if slices.ContainsFunc(list, func(n *model.Named) bool { return n.Name == name }) {
			return plainName(name)
		}
		return name
	})
}

// originalInstances notes the instances of generic types in t as written in Go whose arguments have a type in list.
func (g *generator) originalInstances(t model.Type, list []*model.Named) {
	written(t, func(n *model.Named) {
		one := original{g.plainText(n, list), g.plainText(n, nil)}
		if len(n.Args) > 0 && one.plain != one.of && !slices.Contains(g.originals, one) {
			g.originals = append(g.originals, one)
		}
	})
}

// written calls do for each type with a name in t as written in Go.
func written(t model.Type, do func(n *model.Named)) {
	switch t := t.(type) {
	case *model.Named:
		do(t)
		for _, arg := range t.Args {
			written(arg, do)
		}
	case *model.Struct:
		for _, f := range t.Fields {
			written(f.Type, do)
		}
	case *model.Map:
		written(t.Key, do)
		written(t.Elem, do)
	case *model.Slice, *model.Array, *model.Pointer:
		written(plan.Elem(t), do)
	}
}

// plainTypes returns t and the types of the package in it that hold roots, each after the types that it holds, and whether some of them hold each
// other. It returns no types if t holds no root.
func (g *generator) plainTypes(t *model.Named, roots []*model.Named) (list []*model.Named, cyclic bool) {
	isRoot := func(x model.Type) bool {
		return slices.ContainsFunc(roots, func(r *model.Named) bool { return x == model.Type(r) })
	}
	graph := &plan.Graph{Home: g.Package}
	holds := func(x model.Type) bool { return plan.Reachable(x, graph.Parts, isRoot) }
	if !holds(t) {
		return nil, false
	}
	complete := map[*model.Named]bool{}
	var visit func(x model.Type, in *model.Named)
	visit = func(x model.Type, in *model.Named) {
		if n, ok := x.(*model.Named); ok {
			if n.JSON.Any() || !isRoot(n) && !holds(n) {
				return
			}
			if len(n.Args) > 0 { // an instance can have other arguments, but not other fields
				for _, arg := range n.Args {
					visit(arg, in)
				}
				return
			}
			if n.Package != g.Package {
				return
			}
			if done, seen := complete[n]; seen {
				cyclic = cyclic || !done && n != in
				return
			}
			complete[n] = false
			in = n
			defer func() {
				complete[n] = true
				list = append(list, n)
			}()
		}
		for _, part := range graph.Parts(x) {
			visit(part, in)
		}
	}
	visit(t, nil)
	for _, n := range list {
		if breaksConstraint(n.Underlying, list) {
			return nil, false
		}
	}
	return list, cyclic
}

// breaksConstraint reports whether t as written in Go has a type in list as an argument of a type whose constraint one without methods may not satisfy.
func breaksConstraint(t model.Type, list []*model.Named) (breaks bool) {
	written(t, func(n *model.Named) {
		for _, arg := range n.Args {
			written(arg, func(x *model.Named) { breaks = breaks || n.Constrained && slices.Contains(list, x) })
		}
	})
	return breaks
}
