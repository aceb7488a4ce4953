package json

import (
	"fmt"

	"bale/gen/printer"
	"bale/model"
)

// getDynamicV2 prints the code that decodes an interface.
func (g *generator) getDynamicV2(t model.Type, x string) {
	g.keep(t, x, aMethod)
	g.Line("if n = d.AnyV2(%s, n); n < 0 {\nreturn -1\n}", printer.Addr(parenthesized(x)))
}

// getLibraryV2 prints the code that decodes a value by encoding/json/v2.
func (g *generator) getLibraryV2(t model.Type, x string) {
	if !hasMethodsV2(t) && !g.fresh { // encoding/json/v2 may change what parts of the value refer to, and must not do that twice
		g.Line("if d.Used {\nreturn -1\n}")
	}
	g.callLibrary(t, x)
}

// getQuotedV2 prints the code that decodes a number with the option string.
func (g *generator) getQuotedV2(t model.Type, x string) {
	if p, ok := t.(*model.Pointer); ok {
		g.nullOr(t, x, func() {
			g.Line("if %s == nil {\n%[1]s = new(%s)\n}", x, g.Type(p.Elem))
			g.getQuotedV2(p.Elem, "(*"+x+")")
		})
		return
	}
	g.Line("if balejson.IsNull(b, n) {\nif n = balejson.Null(b, n); n < 0 {\nreturn -1\n}\n%s = 0\n} else {", printer.Unparen(x))
	g.Line("%s = %s\n}", printer.Unparen(x), g.inQuotes(t))
}

// getArrayV2 prints the code that decodes an array, whose text must have as many elements.
func (g *generator) getArrayV2(t model.Type, x string) {
	u := model.Underlying(t).(*model.Array)
	p := parenthesized(x)
	g.Line("if balejson.IsNull(b, n) {\nif n = balejson.Null(b, n); n < 0 {\nreturn -1\n}\n%s = %s{}\n} else {", x, g.Type(t))
	g.open('[')
	i := g.Var("i")
	g.Line("%s := 0\nfor {\nif %[1]s == %d {\nreturn -1\n}", i, u.Len)
	g.getElement(u.Elem, fmt.Sprintf("%s[%s]", p, i))
	g.Line("%s++", i)
	g.next(']')
	g.Line("}\nif %s < %d {\nreturn -1\n}\n}", i, u.Len)
}

// getEntriesV2 prints the code that decodes a map. As in encoding/json/v2, entries are decoded into those that the map has.
func (g *generator) getEntriesV2(t model.Type, x string) {
	u := model.Underlying(t).(*model.Map)
	m := parenthesized(x)
	g.nullOr(t, x, func() {
		g.keep(t, x, partMethod)
		g.open('{')
		seen := g.Var("seen")
		g.Line("var %s map[%s]bool\nif %s == nil {\n%[3]s = make(%s)\n} else if len(%[3]s) > 0 {\n%[1]s = map[%[2]s]bool{}\n}", seen, g.Type(u.Key), x, g.Type(t))
		key, elem, end, has := g.Var("key"), g.Var("elem"), g.Var("end"), g.Var("has")
		g.eachEntry(u, key, end, func(k string) {
			g.Line("%s, %s := %s[%s]\nif %[2]s && (%[5]s == nil || %[5]s[%[4]s]) {\nreturn -1\n}", elem, has, m, k, seen)
			g.get(u.Elem, elem)
			g.Line("%s[%s] = %s\nif %s != nil {\n%[4]s[%[2]s] = true\n}", m, k, elem, seen)
		})
	})
}

// getRecordV2 prints the body of the function that decodes a struct. The name of the next field is compared first.
func (g *generator) getRecordV2(t model.Type, deep bool) {
	fields := g.structOf(t, g.Package)
	list := fields.list
	g.Line("b := d.B\nif n >= len(b) || b[n] != '{' {\nif n = balejson.Null(b, n); n >= 0 {\n*v = %s{}\n}\nreturn n\n}", g.Type(t))
	leave := ""
	if deep {
		g.Line("if !d.Enter() {\nreturn -1\n}")
		leave = "d.Depth--\n"
	}
	names := "d.Names = d.Names[:mark]\n"
	if fields.ignoreCase {
		names = ""
	}
	g.Line("if n = balejson.Space(b, n+1); n < len(b) && b[n] == '}' {\n%sreturn n + 1\n}", leave)
	g.Line("var name []byte\nvar seen [%d]uint64", (len(list)+63)/64)
	if !fields.ignoreCase {
		g.Line("mark := len(d.Names)\nvar many map[string]bool")
	}
	g.getFields(list, fieldNameV2, func(i int) string {
		return fmt.Sprintf("field%d:\nif seen[%d]&(1<<%d) != 0 {\nreturn -1\n}\nseen[%[2]d] |= 1 << %[3]d\n{", i, i/64, i%64)
	})
	g.Line("other:\nif name, n = d.NameV2(n); n < 0 {\nreturn -1\n}\nswitch string(name) {")
	for i, f := range list {
		g.Line("case %q:\ngoto field%d", f.Name, i)
	}
	if fields.ignoreCase { // encoding/json/v2 finds the name
		g.Line("}\nreturn -1")
	} else {
		g.Line("}\nif d.Strict || !d.NewNameV2(mark, &many, name) {\nreturn -1\n}\nif n = d.SkipV2(n); n < 0 {\nreturn -1\n}")
	}
	g.endRecord(names + leave)
}
