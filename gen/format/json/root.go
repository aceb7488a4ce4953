package json

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// root prints the functions of a root.
func (g *generator) root(t *schema.Named, roots []*schema.Named) {
	name, typ := g.Name(t), g.Type(t)
	g.plain(t, name, roots)
	g.appendRoot(t, name, typ)
	g.decodeRoot(t, name, typ)
}

// appendRoot prints the function that appends a root. Its code is for the values of a kind that the code handles, and encodes everything else by
// encoding/json.
func (g *generator) appendRoot(t *schema.Named, name, typ string) {
	g.Func("// baleJSONAppend%[1]s appends v as encoding/json encodes it to b and returns the extended buffer.\nfunc baleJSONAppend%[1]s(b []byte, v *%[2]s) ([]byte, error) {", name, typ)
	g.Line("if v == nil {\nreturn append(b, \"null\"...), nil\n}")
	if g.kindOf(t, true) != library {
		g.Line(`e := baleJSONBegin()
start := len(b)
if b == nil {
	w := e.%[1]s(e.buf[:0], v)
	if !e.failed {
		return e.finish(w), nil
	}
	e.release()
} else {
	w := e.%[1]s(b, v)
	failed := e.failed
	e.release()
	if !failed {
		return w, nil
	}
}
b = b[:start]`, g.putFunc(t, true))
	}
	g.Line("text, err := json.Marshal(baleJSONPlain%s(v))\nreturn append(b, text...), err\n}\n", name)
}

// decodeRoot prints the function that decodes a root.
func (g *generator) decodeRoot(t *schema.Named, name, typ string) {
	g.Func("// baleJSONDecode%[1]s decodes the value at the front of b into v as encoding/json does, and returns the offset after it. whole means that nothing\n// but white space may follow.\nfunc baleJSONDecode%[1]s(b []byte, v *%[2]s, alias, whole bool) (int, error) {", name, typ)
	if g.kindOf(t, true) != library {
		g.Line("if v != nil {")
		if g.Safe {
			g.Line("if baleJSONValidFront(b, whole) {")
		} else {
			g.Line("fresh := baleJSONIsZero(v)\nif fresh || baleJSONValidFront(b, whole) {")
		}
		slabs, used := "", "true"
		if !g.Safe {
			used = "!fresh"
		}
		if len(g.slabs) > maxSlabsInDecoder {
			slabs = "d.slabs = new(baleJSONSlabs)\n"
		}
		g.Line("var d baleJSONDecoder\nd.b, d.alias, d.times, d.used = b, alias, 1, %s\n%sn := d.%s(v, baleJSONSpace(b, 0))\nif n >= 0 && (!whole || baleJSONSpace(b, n) == len(b)) {\nreturn n, nil\n}\nd.restore()", used, slabs, g.getFunc(t))
		if !g.Safe {
			g.Line("if fresh {\n*v = *new(%s)\n}", typ)
		}
		g.Line("}\n}")
	}
	g.Line("return baleJSONUnmarshal(b, baleJSONPlain%s(v), whole)\n}\n", name)
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
