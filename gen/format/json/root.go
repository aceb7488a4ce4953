package json

import (
	"fmt"
	"slices"

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
		g.Line("if v == nil {\nreturn append(b, \"null\"...), nil\n}\ntext, err := balejson.Marshal(baleJSONTypes{}, baleJSONPlain%s(v))", name)
		g.appended(t, "append(b, text...), err")
		return
	}
	g.appended(t, fmt.Sprintf("balejson.Encode(baleJSONTypes{}, b, v, &baleJSONRoom%[2]s, %[1]s, baleJSONPlain%[2]s)", g.putFunc(t, true), name))
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
	g.Line("var baleJSONRoom%s balejson.Room\n", name)
}

// printTypes prints the type that describes the roots to package json of the runtime, with the method for values of roots in interfaces.
func (f *file) printTypes() {
	f.Line("// baleJSONTypes describes the types with generated methods.\ntype baleJSONTypes struct{}\n")
	f.Func("// AppendRoot appends v if its type is one for which methods are generated, or a pointer to it, and reports whether it did.\nfunc (baleJSONTypes) AppendRoot(e *balejson.Output, b []byte, v any) ([]byte, bool) {")
	f.Line("switch v := v.(type) {")
	for _, t := range f.roots {
		g := f.generator(t)
		if g.rules == rulesV2 || g.kindOf(t, true) == library || g.kindOf(t, false) == library {
			continue
		}
		g.Line("case *%s:\nif v == nil {\nreturn append(b, \"null\"...), true\n}\nreturn %s(e, b, v), true\ncase %[1]s:\nreturn %[3]s(e, b, &v), true", g.Type(t), g.putFunc(t, true), g.putFunc(t, false))
	}
	f.Line("}\nreturn b, false\n}\n")
}

// printIsRoot prints the method that tells which types have generated methods.
func (f *file) printIsRoot() {
	names := slices.Clone(f.wrappers)
	for _, t := range f.roots {
		names = append(names, f.Type(t))
	}
	f.Func("// IsRoot reports whether methods are generated for t, or for what it points to.\nfunc (baleJSONTypes) IsRoot(t %s.Type) bool {\nreturn balejson.IsOneOf(t,", f.Import("reflect"))
	for _, name := range names {
		f.Line("%s.TypeFor[%s](),", f.Import("reflect"), name)
	}
	f.Line(")\n}\n")
}

// decodeRootV1 prints the function that decodes a root.
func (g *generator) decodeRootV1(t *model.Named, name, typ string) {
	strict := g.Directives != nil && g.Directives.Strict[t]
	done := g.beginDecoding(t, name, typ)
	fast := g.kindOf(t, true) != library
	if fast {
		g.decodeFast(t, typ, strict, done("n", "nil"))
	}
	if g.nestsUnions(t) {
		g.Line("if err := balejson.CheckNesting(b, %q, whole); err != nil && v != nil {\nreturn 0, err\n}", t.Name)
	}
	g.decodeByLibrary(t, name, strict, done)
	if fast && g.saves(t) {
		g.printUsed(t, name, typ)
	}
}

// beginDecoding prints the beginning of the function that decodes a root. It returns a function that returns the statement that returns an offset and an
// error.
func (g *generator) beginDecoding(t *model.Named, name, typ string) (done func(n, err string) string) {
	g.Func("// baleJSONDecode%[1]s decodes the value at the front of b into v as %[3]s does, and returns the offset after it. whole means that nothing\n// but white space may follow.\nfunc baleJSONDecode%[1]s(b []byte, v *%[2]s, alias, whole bool) (int, error) {", name, typ, g.library)
	g.printLimits(t)
	return func(n, err string) string {
		if g.limited(t) {
			err = g.lengthsFunc(t) + "(v)"
		}
		return "return " + n + ", " + err
	}
}

// decodeByLibrary prints the code that decodes a root by encoding/json or encoding/json/v2, and the end of the function.
func (g *generator) decodeByLibrary(t *model.Named, name string, strict bool, done func(n, err string) string) {
	if strict && t.Part != nil {
		names := g.unknownNames(t)
		if !g.replaces {
			names += ", " + names
		}
		g.Line("if err := balejson.Unknown%s(baleJSONTypes{}, b, %s, whole); err != nil {\nreturn 0, err\n}", g.end, names)
		strict = false
	}
	call := fmt.Sprintf("balejson.Unmarshal%s(baleJSONTypes{}, b, baleJSONPlain%s(v), whole, %t)", g.end, name, strict)
	if g.limited(t) {
		g.Line("n, err := %s\nif err != nil || v == nil {\nreturn n, err\n}\n%s\n}\n", call, done("n", "err"))
	} else {
		g.Line("return %s\n}\n", call)
	}
}

// printOpen prints the declaration of the decoder of the root t. used is the condition that the value is not zero.
func (g *generator) printOpen(t *model.Named, strict bool, used string) {
	g.Line("var d baleJSONDecoder\nd.Types, d.B, d.Alias, d.Whole, d.Times, d.Used = baleJSONTypes{}, b, alias, whole, 1, %s", used)
	g.takeSlabs(t)
	if strict {
		g.Line("d.Strict = true")
	}
}

// decodeFast prints the code that decodes a root without encoding/json, and ends with done. encoding/json checks the text before it changes a value or
// calls a method. Here the text is checked first if the value was not zero, or if methods are called at once.
func (g *generator) decodeFast(t *model.Named, typ string, strict bool, done string) {
	g.Line("if v != nil {")
	tests := !model.HoldsLock(t) // a value is not read as a whole if other goroutines may hold its locks
	if !tests {
		g.printOpen(t, strict, "true")
	} else {
		g.printOpen(t, strict, "!balejson.IsZero(v)")
	}
	if g.saves(t) {
		g.decodeSaving(t, typ, done)
		return
	}
	begin := "balejson.ValidFront(b, whole)"
	switch {
	case !tests:
	case !g.callsMethods(t):
		begin = "!d.Used || " + begin
	case g.Directives.MaxMemory(t) == 0: // a list of the methods could exceed the limit
		begin = "d.BeginChecked()"
	}
	g.Line("if %s {\nif n := d.%s(v, balejson.Space(b, 0)); d.Ended(n) {\n%s\n}\nd.Restore()", begin, g.getFunc(t), done)
	if tests {
		g.Line("if !d.Used {\n*v = *new(%s)\n}", typ)
	}
	g.Line("}\n}")
}

// expr returns an expression for a field.
func expr(v, path string) string { return printer.Field(v, path) }
