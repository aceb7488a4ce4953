package json

import (
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
	strict, limited := g.Directives != nil && g.Directives.Strict[t], g.limited(t)
	g.Func("// baleJSONDecode%[1]s decodes the value at the front of b into v as encoding/json does, and returns the offset after it. whole means that nothing\n// but white space may follow.\nfunc baleJSONDecode%[1]s(b []byte, v *%[2]s, alias, whole bool) (int, error) {", name, typ)
	done := func(n, err string) string {
		if limited {
			err = g.lengthsFunc(t) + "(v)"
		}
		return "return " + n + ", " + err
	}
	g.printLimits(t)
	if g.kindOf(t, true) != library {
		g.Line("if v != nil {")
		if g.Safe {
			g.Line("if baleJSONValidFront(b, whole) {")
		} else {
			g.Line("fresh := baleJSONIsZero(v)\nif fresh || baleJSONValidFront(b, whole) {")
		}
		slabs, set, used := "", "", "true"
		if strict {
			set = "d.strict = true\n"
		}
		if !g.Safe {
			used = "!fresh"
		}
		if len(g.slabs) > maxSlabsInDecoder {
			slabs = "d.slabs = new(baleJSONSlabs)\n"
		}
		g.Line("var d baleJSONDecoder\nd.b, d.alias, d.times, d.used = b, alias, 1, %s\n%s%sn := d.%s(v, baleJSONSpace(b, 0))\nif n >= 0 && (!whole || baleJSONSpace(b, n) == len(b)) {\n%s\n}\nd.restore()", used, slabs, set, g.getFunc(t), done("n", "nil"))
		if !g.Safe {
			g.Line("if fresh {\n*v = *new(%s)\n}", typ)
		}
		g.Line("}\n}")
	}
	g.Line("n, err := baleJSONUnmarshal(b, baleJSONPlain%s(v), whole, %t)", name, strict)
	if limited {
		g.Line("if err != nil || v == nil {\nreturn n, err\n}")
	}
	g.Line("%s\n}\n", done("n", "err"))
}

// expr returns an expression for a field.
func expr(v, path string) string { return printer.Field(v, path) }
