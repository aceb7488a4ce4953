package json

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// printLimits prints the check of the text of a root, and sets what the decoder needs to know.
func (g *generator) printLimits(t *schema.Named) {
	memory := g.Directives.MaxMemory(t)
	if memory == 0 {
		g.Line("if baleMaxMemory > 0 || baleMaxDepth != 1000 {\nif err := baleJSONCheckLimits(b, %q, %d, 0); err != nil {\nreturn 0, err\n}\n}", t.Name, g.largest(t))
		return
	}
	g.Line("if err := baleJSONCheckLimits(b, %q, %d, %d); err != nil {\nreturn 0, err\n}", t.Name, g.largest(t), memory)
}

// largest returns how many bytes a value in a list or a map, or one that a pointer points to, takes at most on a 64-bit machine.
func (g *generator) largest(t schema.Type) int {
	size := 64 // of an entry of a map[string]any
	graph := &plan.Graph{Home: g.Package}
	add := func(t schema.Type) bool {
		switch u := schema.Underlying(t).(type) {
		case *schema.Slice, *schema.Pointer:
			size = max(size, plan.SizeInMemory(plan.Elem(u)))
		case *schema.Map:
			size = max(size, 2*(plan.SizeInMemory(u.Key)+plan.SizeInMemory(u.Elem))+48)
		case *schema.Interface:
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
func (g *generator) limited(t schema.Type) bool {
	graph := &plan.Graph{Home: g.Package}
	return g.Directives.HasMax(t) || plan.Reachable(t, graph.Parts, g.Directives.HasMax)
}

// lengthsFunc returns the name of the function that checks the lengths of fields in a t.
func (g *generator) lengthsFunc(t schema.Type) string {
	name := "baleJSONLengths" + g.Name(t)
	return g.later(name, func() {
		g.Func("// %s returns an error if a field in v is longer than its directive max allows.\nfunc %[1]s(v *%s) error {", name, g.Type(t))
		g.lengths(t, "(*v)")
		g.Line("return nil\n}\n")
	})
}

// lengths prints the checks of the lengths in x.
func (g *generator) lengths(t schema.Type, x string) {
	if !g.limited(t) {
		return
	}
	x = parenthesized(printer.Unparen(x))
	inner := func(t schema.Type, x string) {
		if _, named := t.(*schema.Named); named {
			g.Line("if err := %s(%s); err != nil {\nreturn err\n}", g.lengthsFunc(t), printer.Addr(x))
			return
		}
		g.lengths(t, x)
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		for _, f := range u.Fields {
			if f.Unread || ignored(f) {
				continue
			}
			field := printer.Field(x, f.Name)
			if m := g.Directives.Field(f).Max; m > 0 {
				g.Line("if len(%s) > %d {\nreturn baleJSONTooLong(%q)\n}", field, m, g.Type(t)+"."+f.Name)
			}
			if g.limited(f.Type) {
				inner(f.Type, field)
			}
		}
	case *schema.Slice, *schema.Array:
		i := g.Var("i")
		g.Line("for %s := range %s {", i, x)
		inner(plan.Elem(u), x+"["+i+"]")
		g.Line("}")
	case *schema.Map:
		elem := g.Var("elem")
		g.Line("for _, %s := range %s {", elem, x)
		inner(u.Elem, elem)
		g.Line("}")
	case *schema.Interface:
		v := g.Var("elem")
		g.Line("switch %s := %s.(type) {", v, x)
		for _, m := range u.Members {
			if g.limited(m) {
				g.Line("case %s:", g.Type(m))
				inner(m, v)
			}
		}
		g.Line("}")
	case *schema.Pointer:
		g.Line("if %s != nil {", x)
		inner(u.Elem, "(*"+x+")")
		g.Line("}")
	}
}
