package json

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// root prints the functions of a root.
func (g *generator) root(t *schema.Named, roots []*schema.Named) {
	name, typ := g.Name(t), g.Type(t)
	put, get := g.putFunc(t, true), g.getFunc(t)
	g.Func("// baleJSONAppend%[1]s appends v as encoding/json encodes it to b and returns the extended buffer.\nfunc baleJSONAppend%[1]s(b []byte, v *%[2]s) ([]byte, error) {", name, typ)
	g.Line(`if v == nil {
	return append(b, "null"...), nil
}
e := baleJSONBegin()
start := len(b)
if b == nil {
	w := e.%[1]s(e.buf[:0], v)
	if !e.failed {
		return e.finish(w), nil
	}
	e.release(w)
} else {
	w := e.%[1]s(b, v)
	failed := e.failed
	e.release(e.buf)
	if !failed {
		return w, nil
	}
}
text, err := json.Marshal(baleJSONPlain%[2]s(v))
return append(b[:start], text...), err
}
`, put, name)
	g.Func("// baleJSONDecode%[1]s decodes the value at the front of b into v as encoding/json does, and returns its length. whole means that nothing but\n// white space may follow.\nfunc baleJSONDecode%[1]s(b []byte, v *%[2]s, alias, whole bool) (int, error) {", name, typ)
	g.Line("if v != nil {")
	if g.Safe {
		g.Line("if baleJSONValidFront(b, whole) {")
	} else {
		g.Line("fresh := baleJSONIsZero(v)\nif fresh || baleJSONValidFront(b, whole) {")
	}
	g.Line("var d baleJSONInput\nd.b, d.alias = b, alias\nn := d.%s(v, baleJSONSpace(b, 0))\nif n >= 0 && (!whole || baleJSONSpace(b, n) == len(b)) {\nreturn n, nil\n}", get)
	if !g.Safe {
		g.Line("if fresh {\n*v = *new(%s)\n}", typ)
	}
	g.Line("}\n}\nreturn baleJSONSlow(b, baleJSONPlain%s(v), whole)\n}\n", name)
	g.plain(t, name, roots)
}

// plain prints the function that returns v as a type without generated methods, for encoding/json. Its types have the same names, which are in
// errors.
func (g *generator) plain(t *schema.Named, name string, roots []*schema.Named) {
	typ := g.Type(t)
	g.Func("// baleJSONPlain%[1]s returns v as a type without the generated methods.\nfunc baleJSONPlain%[1]s(v *%[2]s) any {", name, typ)
	shadows := g.shadows(t, roots)
	if len(shadows) == 0 || g.Safe {
		g.Line("type plain = %[1]s\ntype %[1]s plain\nreturn (*%[1]s)(v)\n}\n", t.Name)
		return
	}
	for _, s := range shadows {
		g.Line("type %s %s", s.Name, g.Type(s.Underlying))
	}
	g.Line("return (*%s)(unsafe.Pointer(v))\n}\n", t.Name)
}

// shadows returns t and the types of the package in it that hold roots, each after the types that it holds. It returns nil if t holds no root, or
// if types hold each other, so that local types cannot stand for them.
func (g *generator) shadows(t *schema.Named, roots []*schema.Named) []*schema.Named {
	isRoot := func(x schema.Type) bool {
		for _, r := range roots {
			if x == schema.Type(r) {
				return true
			}
		}
		return false
	}
	graph := &plan.Graph{Home: g.Package, Roots: map[*schema.Named]bool{}}
	holds := func(x schema.Type) bool { return plan.Reachable(x, graph.Parts, isRoot) }
	if !holds(t) {
		return nil
	}
	var list []*schema.Named
	state := map[*schema.Named]int{}
	var visit func(x schema.Type) bool
	visit = func(x schema.Type) bool {
		n, named := x.(*schema.Named)
		if named && (n.Package != g.Package || len(n.Args) > 0 || n.JSON.Any() || !isRoot(n) && !holds(n)) {
			return true
		}
		if named && state[n] != 0 {
			return state[n] == 2 || n == t
		}
		if named {
			state[n] = 1
		}
		for _, part := range graph.Parts(x) {
			if !visit(part) {
				return false
			}
		}
		if named {
			state[n] = 2
			list = append(list, n)
		}
		return true
	}
	if !visit(t) {
		return nil
	}
	if len(list) > 1 && g.refersBack(list, t, graph) {
		return nil
	}
	return list
}

// refersBack reports whether a type before t refers to t, which is declared after it.
func (g *generator) refersBack(list []*schema.Named, t *schema.Named, graph *plan.Graph) bool {
	for _, n := range list {
		if n != t && plan.Reachable(schema.Type(n), graph.Parts, func(x schema.Type) bool { return x == schema.Type(t) }) {
			return true
		}
	}
	return false
}

// expr returns an expression for a field.
func expr(v, path string) string { return printer.Field(v, path) }
