package json

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// skip prints code that skips a value of type t, which a part does not read. Only the time depends on t: other values are skipped, too.
func (g *generator) skip(t model.Type) {
	call := "balejson.Skip(b, n)"
	switch k := g.kindOf(t, true); {
	case g.unique:
		call = "d.SkipV2(n)"
	case k == pointer:
		g.skip(plan.Elem(model.Underlying(t)))
		return
	case k == text || k == instant || k == blob:
		call = "balejson.SkipString(b, n)"
	case k == signed || k == unsigned || k == float:
		call = "balejson.SkipNumber(b, n)"
	case g.skips(t, k):
		call = fmt.Sprintf("d.%s(n)", g.skipFunc(t))
	}
	g.Line("if n = %s; n < 0 {\nreturn -1\n}", call)
}

// skips reports whether values of type t are skipped by a function of their own: lists of other values than numbers, and structs, if they have no
// values of their own type inside, because such functions do not limit the depth.
func (g *generator) skips(t model.Type, k kind) bool {
	switch {
	case k == list || k == array:
		return !g.isScalar(plan.Elem(model.Underlying(t))) && !g.recursive(t)
	case k != record || g.recursive(t):
		return false
	}
	list := g.structOf(t, g.Package).list
	return len(list) > 0 && !slices.ContainsFunc(list, func(f *field) bool { return strings.ContainsAny(fieldName(f.Name), "\\`") })
}

// skipFunc returns the name of the method that skips a value of type t.
func (g *generator) skipFunc(t model.Type) string {
	return g.later("skip"+g.Name(t), func() {
		g.Func("// skip%s skips the value at n.\nfunc (d *baleJSONDecoder) skip%[1]s(n int) int {\nb := d.B", g.Name(t))
		if k := g.kindOf(t, true); k == record {
			g.skipRecord(g.structOf(t, g.Package).list)
		} else {
			g.skipList(plan.Elem(model.Underlying(t)))
		}
	})
}

// skipList prints the body of the method that skips a list with elements of a type.
func (g *generator) skipList(elem model.Type) {
	g.Line("if n >= len(b) || b[n] != '[' {\nreturn balejson.Skip(b, n)\n}\nif n = balejson.Space(b, n+1); n < len(b) && b[n] == ']' {\nreturn n + 1\n}\nfor {")
	g.skip(elem)
	g.next(']')
	g.Line("}\nreturn n\n}\n")
}

// skipRecord prints the body of the method that skips a struct. The names of its fields are compared in their order. After another name, the rest is
// skipped like any object.
func (g *generator) skipRecord(list []*field) {
	g.Line("if n >= len(b) || b[n] != '{' {\nreturn balejson.Skip(b, n)\n}")
	for _, f := range list { // b[n] is { or a comma
		text := fieldName(f.Name)
		if f.conditional() {
			g.Line("if len(b)-n > %d && string(b[n+1:n+%d]) == `%s` {", len(text), len(text)+1, text)
		} else {
			g.Line("if len(b)-n <= %d || string(b[n+1:n+%d]) != `%s` {\nreturn balejson.SkipObject(b, n)\n}", len(text), len(text)+1, text)
		}
		g.Line("n = balejson.Space(b, n+%d)", len(text)+1)
		g.skip(f.Type)
		g.Line("if n >= len(b) || b[n] != ',' {\nreturn balejson.SkipMembers(b, n)\n}")
		if f.conditional() {
			g.Line("}")
		}
	}
	g.Line("return balejson.SkipObject(b, n)\n}\n")
}
