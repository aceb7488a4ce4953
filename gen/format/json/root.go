package json

import (
	"fmt"

	"bale/gen/printer"
	"bale/model"
)

// root prints the functions of a root.
func (g *generator) root(t *model.Named, roots []*model.Named) {
	name, typ := g.Name(t), g.Type(t)
	if g.holdsUnion(t) {
		g.plainUnions(t, name, g.Directives.Strict[t])
	} else {
		g.plain(t, name, roots)
	}
	g.appendRoot(g, t, name, typ)
	g.decodeRoot(g, t, name, typ)
}

// appendRootV1 prints the function that appends a root.
func (g *generator) appendRootV1(t *model.Named, name, typ string) {
	g.Func("// baleJSONAppend%[1]s appends v as encoding/json encodes it to b and returns the extended buffer.\nfunc baleJSONAppend%[1]s(b []byte, v *%[2]s) ([]byte, error) {", name, typ)
	if g.kindOf(t, true) == library {
		g.Line("if v == nil {\nreturn append(b, \"null\"...), nil\n}\ntext, err := json.Marshal(baleJSONPlain%s(v))", name)
		g.appended(t, "append(b, text...), err")
		return
	}
	g.appended(t, fmt.Sprintf("baleJSONEncode(b, v, &baleJSONRoom%[2]s, (*baleJSONOutput).%[1]s, baleJSONPlain%[2]s, baleJSONMarshal)", g.putFunc(t, true), name))
	g.printRoom(name)
}

// appended prints the end of a function that appends a root v to b. result is an expression for the extended buffer and an error. Lengths are
// checked last: a value that has been encoded does not hold itself.
func (g *generator) appended(t *model.Named, result string) {
	if !g.limited(t) {
		g.Line("return %s\n}\n", result)
		return
	}
	g.Line("end, err := %s\nif err == nil && v != nil {\nerr = %s(v)\n}\nif err != nil {\nreturn b, err\n}\nreturn end, nil\n}\n", result, g.lengthsFunc(t))
}

// printRoom prints the variable with the room for messages of a root.
func (g *generator) printRoom(name string) {
	g.Line("var baleJSONRoom%s baleJSONRoom\n", name)
}

// printRoots prints the functions about values of roots in interfaces.
func (f *file) printRoots() {
	f.Func("// baleJSONAppendRoot appends v if its type is one for which methods are generated, or a pointer to it, and reports whether it did.\nfunc baleJSONAppendRoot(e *baleJSONOutput, b []byte, v any) ([]byte, bool) {")
	f.Line("switch v := v.(type) {")
	for _, t := range f.roots {
		g := f.generator(t)
		if g.rules == rulesV2 || g.kindOf(t, true) == library || g.kindOf(t, false) == library {
			continue
		}
		g.Line("case *%s:\nif v == nil {\nreturn append(b, \"null\"...), true\n}\nreturn e.%s(b, v), true\ncase %[1]s:\nreturn e.%[3]s(b, &v), true", g.Type(t), g.putFunc(t, true), g.putFunc(t, false))
	}
	f.Line("}\nreturn b, false\n}\n")
}

// printIsRoot prints the function that tells which types have generated methods.
func (f *file) printIsRoot() {
	f.Func("// baleJSONIsRoot reports whether methods are generated for t, or for what it points to.\nfunc baleJSONIsRoot(t %s.Type) bool {\nif t.Kind() == %[1]s.Pointer {\nt = t.Elem()\n}\nswitch t {", f.Import("reflect"))
	for _, t := range f.roots {
		f.Line("case %s.TypeFor[%s]():\nreturn true", f.Import("reflect"), f.Type(t))
	}
	for _, name := range f.wrappers {
		f.Line("case %s.TypeFor[%s]():\nreturn true", f.Import("reflect"), name)
	}
	f.Line("}\nreturn false\n}\n")
}

// decodeRootV1 prints the function that decodes a root.
func (g *generator) decodeRootV1(t *model.Named, name, typ string) {
	strict, limited := g.Directives != nil && g.Directives.Strict[t], g.limited(t)
	g.Func("// baleJSONDecode%[1]s decodes the value at the front of b into v as encoding/json does, and returns the offset after it. whole means that nothing\n// but white space may follow.\nfunc baleJSONDecode%[1]s(b []byte, v *%[2]s, alias, whole bool) (int, error) {", name, typ)
	done := func(n, err string) string {
		if limited {
			err = g.lengthsFunc(t) + "(v)"
		}
		return "return " + n + ", " + err
	}
	g.printLimits(t)
	fast := g.kindOf(t, true) != library
	if fast {
		g.decodeFast(t, typ, strict, done("n", "nil"))
	}
	if g.nestsUnions(t) {
		g.Line("if err := baleJSONCheckNesting(b, %q, whole); err != nil && v != nil {\nreturn 0, err\n}", t.Name)
	}
	if strict && t.Part != nil {
		g.Line("if err := baleJSONUnknown(b, %[1]s, %[1]s, whole); err != nil {\nreturn 0, err\n}", g.unknownNames(t))
		strict = false
	}
	g.Line("n, err := baleJSONUnmarshal(b, baleJSONPlain%s(v), whole, %t)", name, strict)
	if limited {
		g.Line("if err != nil || v == nil {\nreturn n, err\n}")
	}
	g.Line("%s\n}\n", done("n", "err"))
	if fast && g.saves(t) {
		g.printUsed(t, name, typ)
	}
}

// decodeFast prints the code that decodes a root without encoding/json, and ends with done. encoding/json checks the text before it changes a value or
// calls a method. Here the text is checked first if the value was not zero, or if methods are called at once.
func (g *generator) decodeFast(t *model.Named, typ string, strict bool, done string) {
	first, used, set, called := "", "true", "", ""
	g.Line("if v != nil {")
	if g.saves(t) {
		g.decodeSaving(t, typ, strict, done)
		return
	}
	tests := !g.Safe && !model.HoldsLock(t) // a value is not read as a whole if other goroutines may hold its locks
	if tests {
		g.Line("fresh := baleJSONIsZero(v)")
		used = "!fresh"
		switch {
		case !g.callsMethods(t):
			first = "fresh || "
		case g.Directives.MaxMemory(t) == 0: // a list of the methods could exceed the limit
			g.Line("delays := fresh && baleMaxMemory == 0 // methods are called at the end")
			first, set, called = "delays || ", "d.unchecked, d.whole = delays, whole\n", " && d.callDelayed()"
		}
	}
	if strict {
		set += "d.strict = true\n"
	}
	g.Line("if %sbaleJSONValidFront(b, whole) {\nvar d baleJSONDecoder\nd.b, d.alias, d.times, d.used = b, alias, 1, %s\n%s%sn := d.%s(v, baleJSONSpace(b, 0))", first, used, g.takeSlabs(), set, g.getFunc(t))
	g.Line("if n >= 0 && (!whole || baleJSONSpace(b, n) == len(b))%s {\n%s\n}\nd.restore()", called, done)
	if tests {
		g.Line("if fresh {\n*v = *new(%s)\n}", typ)
	}
	g.Line("}\n}")
}

// expr returns an expression for a field.
func expr(v, path string) string { return printer.Field(v, path) }
