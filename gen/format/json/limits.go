package json

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// printLimits prints the check of the text of a root, and sets what the decoder needs to know.
func (g *generator) printLimits(t *model.Named) {
	memory := g.Directives.MaxMemory(t)
	if memory == 0 {
		g.Line("if err := balejson.CheckLimits(b, %q, %d); err != nil {\nreturn 0, err\n}", t.Name, g.largest(t))
		return
	}
	g.Line("if err := balejson.CheckMemory(b, %q, %d, %d); err != nil {\nreturn 0, err\n}", t.Name, g.largest(t), memory)
}

// largest returns how many bytes a value in a list or a map, or one that a pointer points to, takes at most on a 64-bit machine.
func (g *generator) largest(t model.Type) int {
	size := 64 // of an entry of a map[string]any
	graph := &plan.Graph{Home: g.Package}
	add := func(t model.Type) bool {
		switch u := model.Underlying(t).(type) {
		case *model.Slice, *model.Pointer:
			size = max(size, plan.SizeInMemory(plan.Elem(u)))
		case *model.Map:
			size = max(size, 2*(plan.SizeInMemory(u.Key)+plan.SizeInMemory(u.Elem))+48)
		case *model.Interface:
			for _, m := range u.Members {
				size = max(size, plan.SizeInMemory(m))
			}
		}
		return false
	}
	add(t)
	plan.Reachable(t, graph.Parts, add)
	return size
}

// limited reports whether a value of t holds a field with a maximum length.
func (g *generator) limited(t model.Type) bool {
	graph := &plan.Graph{Home: g.Package}
	return g.Directives.HasMax(t) || plan.Reachable(t, graph.Parts, g.Directives.HasMax)
}

// lengthsFunc returns the name of the function that checks the lengths of fields in a t.
func (g *generator) lengthsFunc(t model.Type) string {
	name := "baleJSONLengths" + g.Name(t)
	return g.later(name, func() {
		g.Func("// %s returns an error if a field in v is longer than its directive max allows.\nfunc %[1]s(v *%s) error {", name, g.Type(t))
		g.lengths(t, "(*v)")
		g.Line("return nil\n}\n")
	})
}

// lengths prints the checks of the lengths in x.
func (g *generator) lengths(t model.Type, x string) {
	if !g.limited(t) {
		return
	}
	x = parenthesized(printer.Unparen(x))
	inner := func(t model.Type, x string) {
		if _, named := t.(*model.Named); named {
			g.Line("if err := %s(%s); err != nil {\nreturn err\n}", g.lengthsFunc(t), printer.Addr(x))
			return
		}
		g.lengths(t, x)
	}
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		for _, f := range u.Fields {
			if f.Unread || ignored(f) {
				continue
			}
			field := printer.Field(x, f.Name)
			if m := g.Directives.Field(f).Max; m > 0 {
				g.Line("if len(%s) > %d {\nreturn balejson.TooLong(%q)\n}", field, m, g.Type(t)+"."+f.Name)
			}
			if g.limited(f.Type) {
				inner(f.Type, field)
			}
		}
	case *model.Slice, *model.Array:
		i := g.Var("i")
		g.Line("for %s := range %s {", i, x)
		inner(plan.Elem(u), x+"["+i+"]")
		g.Line("}")
	case *model.Map:
		elem := g.Var("elem")
		g.Line("for _, %s := range %s {", elem, x)
		inner(u.Elem, elem)
		g.Line("}")
	case *model.Interface:
		v := g.Var("elem")
		g.Line("switch %s := %s.(type) {", v, x)
		for _, m := range u.Members {
			if g.limited(m) {
				g.Line("case %s:", g.Type(m))
				inner(m, v)
			}
		}
		g.Line("}")
	case *model.Pointer:
		g.Line("if %s != nil {", x)
		inner(u.Elem, "(*"+x+")")
		g.Line("}")
	}
}
