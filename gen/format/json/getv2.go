package json

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// getPartsV2 is getParts for the kinds of values that encoding/json/v2 decodes in another way than encoding/json. It reports whether t is of one.
func (g *generator) getPartsV2(t model.Type, x string) bool {
	typed := func(value string) string {
		if plan.IsNamed(t) {
			return g.Type(t) + "(" + value + ")"
		}
		return value
	}
	addr := func() string { return printer.Addr(parenthesized(x)) }
	switch k := g.kindV2(t); k {
	case boolean:
		g.orZero("value", "end", "baleJSONBool(b, n)", "", x, typed("value"), "false")
	case signed, unsigned:
		fn, wide := "baleJSONInt(b, n)", "int64"
		if k == unsigned {
			fn, wide = "baleJSONUint(b, n)", "uint64"
		}
		also, value := "", "value"
		if basic := plan.Basic(t); basic.String() != wide {
			also = fmt.Sprintf(" && %s(%s(value)) == value", wide, basic)
		}
		if g.Type(t) != wide {
			value = g.Type(t) + "(value)"
		}
		g.orZero("value", "end", fn, also, x, value, "0")
	case float:
		g.orZero("value", "end", fmt.Sprintf("baleJSONFloat%d(b, n)", plan.Basic(t).Bits()), "", x, typed("value"), "0")
	case text:
		g.orZero("text", "end", "d.textV2(n)", "", x, typed("text"), `""`)
	case blob:
		g.orZero("c", "end", "d.base64V2("+x+", n)", "", x, typed("c"), "nil")
	case instant:
		g.Line("if n = d.timeV2(%s, n); n < 0 {\nreturn -1\n}", addr())
	case byteArray:
		end := g.Var("end")
		g.Line("if %s := baleJSONArrayV2(b, n, %s[:]); %[1]s >= 0 {\nn = %[1]s\n} else if n = baleJSONNull(b, n); n < 0 {\nreturn -1\n} else {\n%[2]s = %s{}\n}", end, parenthesized(x), g.Type(t))
	case array:
		g.getArrayV2(t, x)
	case entries:
		g.getEntriesV2(t, x)
	case dynamic:
		g.keep(t, x)
		g.Line("if n = d.anyV2(%s, n); n < 0 {\nreturn -1\n}", addr())
	case library:
		if !hasMethodsV2(t) && !g.fresh { // encoding/json/v2 may change what parts of the value refer to, and must not do that twice
			g.Line("if d.used {\nreturn -1\n}")
		}
		g.getLibrary(t, x, "libraryV2")
	default:
		return false
	}
	return true
}

// orZero prints the code that sets x to the first result of a call, whose second one is the offset after the value. null sets it to zero.
func (g *generator) orZero(result, end, call, also, x, value, zero string) {
	g.Line("if %s, %s := %s; %[2]s >= 0%[4]s {\n%[5]s, n = %[6]s, %[2]s\n} else if n = baleJSONNull(b, n); n < 0 {\nreturn -1\n} else {\n%[5]s = %[7]s\n}", result, end, call, also, x, value, zero)
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
	end, value := g.Var("end"), g.Var("x")
	g.Line("if baleJSONIsNull(b, n) {\nif n = baleJSONNull(b, n); n < 0 {\nreturn -1\n}\n%s = 0\n} else {", printer.Unparen(x))
	g.Line("%s := baleJSONQuotedEnd(b, n)\nif %[1]s < 0 || b[n+1] == 'n' {\nreturn -1\n}\nvar %s %s\n{\nb := b[:%[1]s-1]\nn++", end, value, g.Type(t))
	g.getParts(t, value)
	g.Line("if n != len(b) {\nreturn -1\n}\nn++\n}\n%s = %s\n}", printer.Unparen(x), value)
}

// getArrayV2 prints the code that decodes an array, whose text must have as many elements.
func (g *generator) getArrayV2(t model.Type, x string) {
	u := model.Underlying(t).(*model.Array)
	p := parenthesized(x)
	g.Line("if baleJSONIsNull(b, n) {\nif n = baleJSONNull(b, n); n < 0 {\nreturn -1\n}\n%s = %s{}\n} else {", x, g.Type(t))
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
		if g.callsMethods(u.Elem) {
			g.keep(t, x)
		}
		g.open('{')
		seen := g.Var("seen")
		g.Line("var %s map[%s]bool\nif %s == nil {\n%[3]s = make(%s)\n} else if len(%[3]s) > 0 {\n%[1]s = map[%[2]s]bool{}\n}", seen, g.Type(u.Key), x, g.Type(t))
		key, elem, end, has := g.Var("key"), g.Var("elem"), g.Var("end"), g.Var("has")
		g.Line("if n < len(b) && b[n] == '}' {\nn++\n} else {\nfor {")
		switch k := basicKind(plan.Basic(u.Key)); k {
		case text:
			g.Line("%s, %s := d.textV2(n)\nif n = baleJSONColon(b, %[2]s); n < 0 {\nreturn -1\n}", key, end)
		default:
			fn, wide := "intKeyV2", "int64"
			if k == unsigned {
				fn, wide = "uintKeyV2", "uint64"
			}
			g.Line("%s, %s := d.%s(n)\nif %[2]s < 0 || %[4]s(%[5]s(%[1]s)) != %[1]s {\nreturn -1\n}\nn = %[2]s", key, end, fn, wide, plan.Basic(u.Key))
		}
		k := key
		if typ := g.Type(u.Key); typ != "string" && typ != "int64" && typ != "uint64" {
			k = typ + "(" + key + ")"
		}
		g.Line("%s, %s := %s[%s]\nif %[2]s && (%[5]s == nil || %[5]s[%[4]s]) {\nreturn -1\n}", elem, has, m, k, seen)
		g.get(u.Elem, elem)
		g.Line("%s[%s] = %s\nif %s != nil {\n%[4]s[%[2]s] = true\n}", m, k, elem, seen)
		g.next('}')
		g.Line("}\n}")
	})
}

// getRecordV2 prints the body of the function that decodes a struct. The name of the next field is compared first.
func (g *generator) getRecordV2(t model.Type, deep bool) {
	fields := g.structOf(t)
	list := fields.list
	g.Line("b := d.b\nif n >= len(b) || b[n] != '{' {\nif n = baleJSONNull(b, n); n >= 0 {\n*v = %s{}\n}\nreturn n\n}", g.Type(t))
	leave := ""
	if deep {
		g.Line("if !d.enter() {\nreturn -1\n}")
		leave = "d.depth--\n"
	}
	names := "d.names = d.names[:mark]\n"
	if fields.ignoreCase {
		names = ""
	}
	g.Line("if n = baleJSONSpace(b, n+1); n < len(b) && b[n] == '}' {\n%sreturn n + 1\n}", leave)
	g.Line("var name []byte\nvar seen [%d]uint64", (len(list)+63)/64)
	if !fields.ignoreCase {
		g.Line("mark := len(d.names)\nvar many map[string]bool")
	}
	chained := false
	for i, f := range list {
		text := fieldNameV2(f.Name)
		if chained {
			g.Line("name%d:", i)
		}
		chained = (f.omitEmpty || f.conditional()) && i+1 < len(list) && (i+1)%maxChain != 0
		other := "goto other"
		if chained {
			other = fmt.Sprintf("goto name%d", i+1)
		}
		g.expectName(text, other)
		g.Line("field%d:\nif seen[%d]&(1<<%d) != 0 {\nreturn -1\n}\nseen[%[2]d] |= 1 << %[3]d\n{", i, i/64, i%64)
		g.getField(f)
		g.Line("}\nif n >= len(b) || b[n] != ',' {\ngoto next\n}\nn++")
	}
	g.Line("other:\nif name, n = d.nameV2(n); n < 0 {\nreturn -1\n}\nswitch string(name) {")
	for i, f := range list {
		g.Line("case %q:\ngoto field%d", f.Name, i)
	}
	if fields.ignoreCase { // encoding/json/v2 finds the name
		g.Line("}\nreturn -1")
	} else {
		g.Line("}\nif d.strict || !d.newNameV2(mark, &many, name) {\nreturn -1\n}\nif n = d.skipV2(n); n < 0 {\nreturn -1\n}")
	}
	g.endRecord(names + leave)
}
