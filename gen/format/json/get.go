package json

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// getFunc returns the name of the method that decodes a t.
func (g *generator) getFunc(t model.Type) string {
	name, own := "get"+g.mark+g.Name(t), g.own
	if k := g.kindOf(t, true); k == record || k == union { // their fields and members have directives of their own
		own = false
	}
	if own {
		name += "Own"
	}
	return g.later(name, func() {
		defer func(before bool) { g.own = before }(g.own)
		g.own = own
		g.Func("// %s decodes the value at n into v.\nfunc (d *baleJSONDecoder) %[1]s(v *%[2]s, n int) int {", name, g.Type(t))
		if g.kindOf(t, true) == record {
			g.getRecord(g, t, g.recursive(t))
			return
		}
		if g.recursive(t) {
			g.Line("if !d.Enter() {\nreturn -1\n}")
		}
		g.Line("b := d.B")
		g.getParts(t, "(*v)")
		if g.recursive(t) {
			g.Line("d.Depth--")
		}
		g.Line("return n\n}\n")
	})
}

// get prints the code that decodes the value at n into x. n becomes the offset after it. White space has been skipped.
func (g *generator) get(t model.Type, x string) {
	if hasFunc(t, g.kindOf(t, true)) {
		g.Line("if n = d.%s(%s, n); n < 0 {\nreturn -1\n}", g.getFunc(t), printer.Addr(x))
		return
	}
	g.getParts(t, x)
}

// getParts is get for a value that is decoded by its parts.
func (g *generator) getParts(t model.Type, x string) {
	x = printer.Unparen(x)
	switch k := g.kindOf(t, true); k {
	case boolean:
		g.assign(x, "value", "balejson.Bool(b, n)", "", g.typed(t, "value"), "false")
	case signed, unsigned:
		g.getInteger(t, x, k)
	case float:
		g.assign(x, "value", fmt.Sprintf("balejson.Float%d(b, n)", plan.Basic(t).Bits()), "", g.typed(t, "value"), "0")
	case text:
		g.assign(x, "text", "d."+g.shared("Text")+"(n)", "", g.typed(t, "text"), `""`)
	case number:
		g.Line("if n = d.Number(%s, n); n < 0 {\nreturn -1\n}", printer.Addr(parenthesized(x)))
	case instant:
		g.Line("if n = d.Time%s(%s, n); n < 0 {\nreturn -1\n}", g.end, printer.Addr(parenthesized(x)))
	case blob:
		if g.replaces {
			g.assign(x, "c", "d."+g.shared("Base64")+"("+x+", n)", "", g.typed(t, "c"), "nil")
			return
		}
		g.Line("if c, end := d.%[3]s(%[1]s, n); end >= 0 {\n%[1]s, n = %[2]s, end\n} else if n = balejson.Null(b, n); n >= 0 {\n%[1]s = nil\n} else {\nreturn -1\n}", x, g.typed(t, "c"), g.shared("Base64"))
	case byteArray:
		end := g.Var("end")
		g.Line("if %s := balejson.ArrayV2(b, n, %s[:]); %[1]s >= 0 {\nn = %[1]s\n} else if n = balejson.Null(b, n); n < 0 {\nreturn -1\n} else {\n%[2]s = %s{}\n}", end, parenthesized(x), g.Type(t))
	case list:
		g.getList(t, x)
	case array:
		g.getArray(g, t, x)
	case entries:
		g.getEntries(g, t, x)
	case pointer:
		g.getPointer(t, x)
	case record:
		g.get(t, x)
	case union:
		g.getUnion(t, x)
	case marshaler:
		g.getMethod(t.(*model.Named), x)
	case dynamic:
		g.getDynamic(g, t, x)
	default:
		g.getLibrary(g, t, x)
	}
}

// shared returns the function that decodes a string or bytes: they share memory with others unless the field has the directive own.
func (g *generator) shared(helper string) string {
	if g.own {
		helper += "Own"
	}
	return helper + g.end
}

// getDynamicV1 prints the code that decodes an interface.
func (g *generator) getDynamicV1(t model.Type, x string) {
	if model.Underlying(t).(*model.Interface).Methods > 0 || plan.IsNamed(t) {
		g.getLibraryV1(t, x)
		return
	}
	g.Line("if n = d.Any(%s, n); n < 0 {\nreturn -1\n}", printer.Addr(parenthesized(x)))
}

// getLibraryV1 prints the code that decodes a value by encoding/json.
func (g *generator) getLibraryV1(t model.Type, x string) {
	_, unnamed := t.(*model.Struct)
	switch {
	case unnamed: // of a struct without a name, encoding/json does not call inherited methods, but of a pointer to it
		g.Line("if n >= 0 {\nreturn -1\n}")
	case model.PartOf(t) != nil:
		g.keep(t, x, theLibrary)
		g.Line("if d.Strict {\nreturn -1\n}\nif n = d.Library(%s, n); n < 0 {\nreturn -1\n}", g.plainPointer(t, printer.Addr(parenthesized(x))))
	case g.holdsUnion(t):
		g.Line("if d.Strict || !balejson.Shallow(b[min(n, len(b)):]) { // the type for encoding/json is not strict\nreturn -1\n}")
		g.keep(t, x, theLibrary)
		g.Line("if n = d.Library(%s, n); n < 0 {\nreturn -1\n}", g.plainPointer(t, printer.Addr(parenthesized(x))))
	default:
		g.callLibrary(t, x)
	}
}

// callLibrary prints the code that decodes x by a function that calls the library. That would call the methods of roots inside, which accept unknown
// names, so a strict value with such a part is decoded as a whole.
func (g *generator) callLibrary(t model.Type, x string) {
	graph := &plan.Graph{Home: g.Package}
	isRoot := func(x model.Type) bool {
		return slices.ContainsFunc(g.roots, func(r *model.Named) bool { return x == model.Type(r) })
	}
	if slices.ContainsFunc(g.roots, func(r *model.Named) bool { return g.Directives != nil && g.Directives.Strict[r] }) && plan.Reachable(t, graph.Parts, isRoot) {
		g.Line("if d.Strict {\nreturn -1\n}")
	}
	g.keep(t, x, theLibrary)
	g.Line("if n = d.Library%s(%s, n); n < 0 {\nreturn -1\n}", g.end, printer.Addr(parenthesized(x)))
}

// typed returns value as a t, if t has a name.
func (g *generator) typed(t model.Type, value string) string {
	if plan.IsNamed(t) {
		return g.Type(t) + "(" + value + ")"
	}
	return value
}

// assign prints the code that sets x to value, which is made of result, the first result of a call whose second one is the offset after the value. null
// leaves x as it is, or sets it to zero.
func (g *generator) assign(x, result, call, also, value, zero string) {
	null := ""
	if g.replaces {
		null = fmt.Sprintf(" else {\n%s = %s\n}", x, zero)
	}
	g.Line("if %s, end := %s; end >= 0%s {\n%s, n = %s, end\n} else if n = balejson.Null(b, n); n < 0 {\nreturn -1\n}%s", result, call, also, x, value, null)
}

// getInteger prints the code that decodes an integer.
func (g *generator) getInteger(t model.Type, x string, k kind) {
	fn, wide := "Int", "int64"
	if k == unsigned {
		fn, wide = "Uint", "uint64"
	}
	typ, also := g.Type(t), ""
	if basic := plan.Basic(t); basic.String() != wide {
		also = fmt.Sprintf(" && %s(%s(value)) == value", wide, basic)
	}
	value := "value"
	if typ != wide {
		value = typ + "(value)"
	}
	g.assign(x, "value", "balejson."+fn+"(b, n)", also, value, "0")
}

// getQuotedV1 prints the code that decodes a value with the option string. x is set only if the whole string is the value, because encoding/json
// neither sets it nor allocates a pointer otherwise.
func (g *generator) getQuotedV1(t model.Type, x string) {
	p, isPointer := t.(*model.Pointer)
	elem, set := t, x
	if isPointer {
		elem, set = p.Elem, "*"+x
	}
	k := g.kindOf(elem, true)
	if k == marshaler || k == library { // a method may be called for null
		g.Line("if n >= 0 {\nreturn -1\n}")
		return
	}
	g.Line("if balejson.IsNull(b, n) {\nif n = balejson.Null(b, n); n < 0 {\nreturn -1\n}")
	if isPointer {
		g.Line("%s = nil", x)
	}
	g.Line("} else {")
	switch k {
	case boolean, signed, unsigned, float:
		value := g.inQuotes(elem)
		if isPointer {
			g.save(x)
			g.Line("if %s == nil {\n%[1]s = new(%s)\n}", x, g.Type(elem))
		}
		g.Line("%s = %s", set, value)
	default: // strings in strings are rare
		g.Line("return -1")
	}
	g.Line("}")
}

// inQuotes prints the code that decodes a t in a string into a variable, and returns the variable.
func (g *generator) inQuotes(t model.Type) string {
	end, value := g.Var("end"), g.Var("x")
	g.Line("%s := balejson.QuotedEnd(b, n)\nif %[1]s < 0 || b[n+1] == 'n' {\nreturn -1\n}\nvar %s %s\n{\nb := b[:%[1]s-1]\nn++", end, value, g.Type(t))
	g.getParts(t, value)
	g.Line("if n != len(b) {\nreturn -1\n}\nn++\n}")
	return value
}

// nullOr prints code that sets x, a t, to nil for null, and otherwise what print prints. A pointer is kept if a method may have decoded what it points to.
func (g *generator) nullOr(t model.Type, x string, print func()) {
	g.Line("if balejson.IsNull(b, n) {\nif n = balejson.Null(b, n); n < 0 {\nreturn -1\n}")
	if _, ok := model.Underlying(t).(*model.Pointer); ok {
		g.keep(t, x, partMethod)
	}
	g.Line("%s = nil\n} else {", x)
	print()
	g.Line("}")
}

func (g *generator) getPointer(t model.Type, x string) {
	elem := model.Underlying(t).(*model.Pointer).Elem
	g.nullOr(t, x, func() {
		g.save(x)
		nested := ""
		if g.recursive(elem) {
			nested = "Nested"
		}
		g.Line("if %s == nil {\n%[1]s = balejson.New%[3]s(&d.Input, %[2]s, n)\n}", x, g.slab(elem), nested)
		if g.delays && !hasFunc(elem, g.kindOf(elem, true)) { // methods may change x
			p := g.Var("x")
			g.Line("%s := %s", p, x)
			x = p
		}
		g.get(elem, "(*"+x+")")
	})
}

// getMethod prints the code that decodes a value by its method. A null is not passed to UnmarshalText.
func (g *generator) getMethod(t *model.Named, x string) {
	x = parenthesized(x)
	g.keep(t, x, aMethod)
	addr := printer.Addr(x)
	if t.JSON.UnmarshalJSON != model.NoMethod {
		g.Line("if n = d.Method(%s, n); n < 0 {\nreturn -1\n}", addr)
		return
	}
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Map:
		g.Line("if balejson.IsNull(b, n) {\nif n = balejson.Null(b, n); n < 0 || !d.Check() {\nreturn -1\n}\nif !balejson.EngineV2 {\n%s = nil\n}\n} else if n = d.MethodText(%s, n); n < 0 {\nreturn -1\n}", printer.Unparen(x), addr)
	default:
		g.Line("if n = d.MethodText(%s, n); n < 0 {\nreturn -1\n}", addr)
	}
}

// getList prints the code that decodes a list. As in encoding/json, elements are decoded into those that the slice has, up to its capacity.
func (g *generator) getList(t model.Type, x string) {
	elem := model.Underlying(t).(*model.Slice).Elem
	list, i, old, saves := g.Var("list"), g.Var("i"), x, g.savesParts()
	if saves && !g.isLeaf(elem) { // an element may have a pointer to the list
		old = g.Var("old")
	}
	more := fmt.Sprintf("%s = balejson.Scalars(&d.Input, %[1]s[:%s], n)", list, i)
	begin := fmt.Sprintf("%s, %s := %s, 0", list, i, old)
	done := fmt.Sprintf("%s[:%s]", list, i)
	nest := ""
	switch {
	case !g.isScalar(elem):
		from, times, fn, mark := g.Var("from"), g.Var("times"), "", ""
		begin = fmt.Sprintf("%s, %s, %s, %s := %s, 0, n, d.Times", list, i, from, times, old)
		if g.holdsReceivers(elem) && g.delays {
			fn, mark = "Receivers", g.Var("mark")
		}
		if g.recursive(elem) {
			more = fmt.Sprintf("%[1]s = balejson.MoreNested%s(&d.Input, %s, %[1]s[:%[4]s], %[5]s, %[6]s, %[7]s, n)", list, fn, g.stack(elem), i, old, times, from)
			done = fmt.Sprintf("balejson.DoneNested%s(&d.Input, %s, %s, %s, %s, %s, n)", fn, g.slab(elem), g.stack(elem), done, old, times)
			nest = fmt.Sprintf("balejson.Nest(%s, %s, %s)", g.stack(elem), list, old)
		} else {
			more = fmt.Sprintf("%[1]s = balejson.More%s(&d.Input, %s, %[1]s[:%[4]s], %[5]s, %[6]s, n)", list, fn, g.slab(elem), i, times, from)
			done = fmt.Sprintf("balejson.Done%s(&d.Input, %s, %s, %s, %s)", fn, g.slab(elem), done, old, times)
		}
		if mark != "" {
			begin += fmt.Sprintf("\n%s := balejson.Mark(&d.Input, %s)", mark, old)
			more, done = strings.TrimSuffix(more, ")")+", "+mark+")", strings.TrimSuffix(done, ")")+", "+mark+")"
		}
	case saves:
		done = fmt.Sprintf("balejson.AllOf(%s, %s)", done, old)
	}
	if old != x {
		begin = fmt.Sprintf("%s := %s\n%s", old, x, begin)
	}
	if saves {
		begin, more = g.saveList(elem, old, list, i, begin, more)
	}
	g.nullOr(t, x, func() {
		g.keep(t, x, partMethod) // elements are copied when the list grows, so that undoing what their methods did needs the old list
		g.open('[')
		g.Line("if n < len(b) && b[n] == ']' {\nn++\n%s = %s{}\n} else {\n%s\nfor {\nif %s == cap(%s) {\n%s\n}\n%[5]s = %[5]s[:%[4]s+1]", x, g.Type(t), begin, i, list, more)
		if nest != "" {
			g.Line("%s", nest)
		}
		g.getElement(elem, fmt.Sprintf("%s[%s]", list, i))
		g.Line("%s++", i)
		g.next(']')
		g.Line("}\n%s = %s\n}", x, done)
	})
}

// getElement prints the code that decodes an element of a list or an array. encoding/json/v2 sets it to zero before.
func (g *generator) getElement(t model.Type, x string) {
	if !g.replaces {
		g.get(t, x)
		return
	}
	if !g.isScalar(t) {
		g.Line("%s = *new(%s)", x, g.Type(t))
	}
	fresh := g.fresh
	g.fresh = true
	g.get(t, x)
	g.fresh = fresh
}

// isScalar reports whether elements are numbers or bools, whose text has no commas and brackets.
func (g *generator) isScalar(t model.Type) bool {
	switch g.kindOf(t, true) {
	case boolean, signed, unsigned, float:
		return true
	}
	return false
}

// isLeaf reports whether decoding a t changes nothing but the t itself.
func (g *generator) isLeaf(t model.Type) bool {
	switch g.kindOf(t, true) {
	case text, number, instant, blob:
		return true
	}
	return g.isScalar(t)
}

// open prints the code that goes into a list or an object.
func (g *generator) open(c byte) {
	g.Line("if n >= len(b) || b[n] != %q {\nreturn -1\n}\nn = balejson.Space(b, n+1)", c)
}

// next prints the code after an element in a loop: it continues after a comma, and leaves the loop after the closing bracket.
func (g *generator) next(c byte) {
	g.Line("if n = balejson.Space(b, n); n >= len(b) {\nreturn -1\n}\nif b[n] == ',' {\nn = balejson.Space(b, n+1)\ncontinue\n}\nif b[n] != %q {\nreturn -1\n}\nn++\nbreak", c)
}

// getArrayV1 prints the code that decodes an array. Missing elements become zero, and those beyond its length are skipped.
func (g *generator) getArrayV1(t model.Type, x string) {
	u := model.Underlying(t).(*model.Array)
	x = parenthesized(x)
	g.Line("if balejson.IsNull(b, n) {\nif n = balejson.Null(b, n); n < 0 {\nreturn -1\n}\n} else {")
	i := g.Var("i")
	g.open('[')
	g.check(u.Elem)
	g.keep(t, x, partMethod) // elements may be pointers, which become nil
	g.Line("%s := 0\nif n < len(b) && b[n] == ']' {\nn++\n} else {", i)
	if g.isBytes(u) {
		g.Line("%s, n = balejson.Bytes(b, n, %s[:])\nn = balejson.Space(b, n)", i, x)
	}
	g.Line("for {\nif %s < %d {", i, u.Len)
	if u.Len > 0 {
		g.get(u.Elem, fmt.Sprintf("%s[%s]", x, i))
		g.Line("%s++", i)
	}
	g.Line("} else if n = balejson.Skip(b, n); n < 0 {\nreturn -1\n}")
	g.next(']')
	g.Line("}\n}\nclear(%s[%s:])\n}", x, i)
}

// isBytes reports whether the elements of an array are bytes without methods.
func (g *generator) isBytes(u *model.Array) bool {
	return u.Len > 0 && model.IsByte(u.Elem) && g.kindOf(u.Elem, true) == unsigned
}

// getEntriesV1 prints the code that decodes a map. As in encoding/json, entries are added to those that the map has.
func (g *generator) getEntriesV1(t model.Type, x string) {
	u := model.Underlying(t).(*model.Map)
	g.nullOr(t, x, func() {
		g.open('{')
		old := g.saveMap(x)
		g.Line("if %s == nil {\n%[1]s = make(%s)\n}", x, g.Type(t))
		m := g.Var("m")
		g.Line("%s := %s", m, x) // methods may change x
		key, elem, end := g.Var("key"), g.Var("elem"), g.Var("end")
		g.eachEntry(u, key, end, func(k string) { g.getEntry(u.Elem, parenthesized(m), k, elem, old) })
	})
}

// eachEntry prints the loop that decodes the entries of a map. key and end are variables. entry prints the code for a value, whose key is an expression.
func (g *generator) eachEntry(u *model.Map, key, end string, entry func(k string)) {
	g.Line("if n < len(b) && b[n] == '}' {\nn++\n} else {\nfor {")
	switch k := basicKind(plan.Basic(u.Key)); k {
	case text:
		g.Line("%s, %s := d.%s(n)\nif n = balejson.Colon(b, %[2]s); n < 0 {\nreturn -1\n}", key, end, g.shared("Text"))
	default:
		fn, wide := "IntKey", "int64"
		if k == unsigned {
			fn, wide = "UintKey", "uint64"
		}
		g.Line("%s, %s := d.%s(n)\nif %[2]s < 0 || %[4]s(%[5]s(%[1]s)) != %[1]s {\nreturn -1\n}\nn = %[2]s", key, end, fn+g.end, wide, plan.Basic(u.Key))
	}
	if typ := g.Type(u.Key); typ != "string" && typ != "int64" && typ != "uint64" {
		key = typ + "(" + key + ")"
	}
	entry(key)
	g.next('}')
	g.Line("}\n}")
}

// getEntry prints the code that decodes the value of the entry key of the map x. old is the name of a variable that is set if what it replaces has to be saved.
func (g *generator) getEntry(t model.Type, x, key, elem, old string) {
	if n, ok := t.(*model.Named); ok && g.kindOf(t, true) == marshaler && n.JSON.UnmarshalJSON != model.NoMethod {
		g.Line("if n = balejson.MethodEntry(&d.Input, %s, %s, n); n < 0 {\nreturn -1\n}", x, key)
		return
	}
	g.check(t)
	g.Line("var %s %s", elem, g.Type(t))
	fresh := g.fresh
	g.fresh = true
	g.get(t, elem)
	g.fresh = fresh
	g.saveEntry(old, x, key)
	g.Line("%s[%s] = %s", x, key, elem)
}

// maxChain is the number of names that are compared one after the other before a name is looked up. It bounds what missing fields cost: decoding events of
// GitHub, which have few of the fields of a repository, takes 0.97 of the time that it takes with 16 names.
const maxChain = 8

// getRecordV1 prints the body of the function that decodes a struct. The name of the next field is compared first. If the struct is a member of a
// union whose members have a field that tells their types, it is in the text at offset at.
func (g *generator) getRecordV1(t model.Type, deep bool, discriminator string) {
	list := g.structOf(t, g.Package).list
	if discriminator == "" {
		g.Line("b := d.B\nif n >= len(b) || b[n] != '{' {\nreturn balejson.Null(b, n)\n}")
	} else {
		g.Line("b := d.B")
	}
	if deep {
		g.Line("if !d.Enter() {\nreturn -1\n}")
	}
	leave := ""
	if deep {
		leave = "d.Depth--\n"
	}
	g.Line("if n = balejson.Space(b, n+1); n < len(b) && b[n] == '}' {\n%sreturn n + 1\n}", leave)
	if len(list) == 0 && discriminator == "" {
		g.Line("for {\nif n = d.SkipField(n); n < 0 || d.Strict {\nreturn -1\n}")
		g.next('}')
		g.Line("}\n%sreturn n\n}\n", leave)
		return
	}
	g.Line("var name []byte")
	if discriminator != "" {
		g.Line("if n == at {\nif n = d.SkipField(n); n < 0 {\nreturn -1\n}\nif n >= len(b) || b[n] != ',' {\ngoto next\n}\nn++\n}")
	}
	g.getFields(list, fieldName, func(i int) string { return fmt.Sprintf("field%d:\n{", i) })
	g.Line("other:")
	if discriminator != "" {
		g.Line("if n = balejson.Space(b, n); n == at {\nif n = d.SkipField(n); n < 0 {\nreturn -1\n}\ngoto next\n}")
	}
	g.Line("if name, n = d.Name(n); n < 0 {\nreturn -1\n}")
	if len(list) > 0 {
		g.Line("known:")
	}
	g.Line("switch string(name) {")
	if discriminator != "" {
		g.Line("case %q: // it is there twice\nreturn -1", discriminator)
	}
	for i, f := range list {
		g.Line("case %q:\ngoto field%d", f.Name, i)
	}
	g.Line("}")
	if len(list) > 0 {
		g.Line("if name = balejson.Fold(name, %s[:]); name != nil {\ngoto known\n}", g.names(t, list))
	}
	g.Line("if d.Strict {\nreturn -1\n}\nif n = balejson.Skip(b, n); n < 0 {\nreturn -1\n}")
	g.endRecord(leave)
}

// getFields prints the code that compares the names of fields in their order, and decodes the fields. text returns a name with its colon, and begin the
// code before a field.
func (g *generator) getFields(list []*field, text func(name string) string, begin func(i int) string) {
	chained := false
	for i, f := range list {
		if chained {
			g.Line("name%d:", i)
		}
		chained = f.conditional() && i+1 < len(list) && (i+1)%maxChain != 0
		other := "goto other"
		if chained {
			other = fmt.Sprintf("goto name%d", i+1)
		}
		g.expectName(text(f.Name), other)
		g.Line("%s", begin(i))
		g.getField(f)
		g.Line("}\nif n >= len(b) || b[n] != ',' {\ngoto next\n}\nn++")
	}
}

// getField prints the code that decodes a field of *v. A field that a part does not read is skipped.
func (g *generator) getField(f *field) {
	if f.Unread {
		g.skip(f.Type)
		return
	}
	g.embedded(f)
	x := expr("(*v)", f.Path)
	if p := f.Pointer; p != nil && g.delays { // methods may change the pointer
		e := g.Var("e")
		g.Line("%s := %s", e, expr("(*v)", p.Path))
		x = expr("(*"+e+")", strings.TrimPrefix(f.Path, p.Path+"."))
	}
	g.own = g.Directives.Field(f.Field.Field).Own
	defer func() { g.own = false }()
	switch {
	case !f.quoted:
		if f.nullable {
			g.Line("if balejson.IsQuotedNull(b, n) { // whether that is nil depends on the version of Go\nreturn -1\n}")
		}
		g.get(f.Type, x)
	default:
		g.getQuoted(g, f.Type, x)
	}
}

// expectName prints the code that goes on after a name and its colon, or elsewhere if there is another name.
func (g *generator) expectName(text, other string) {
	if strings.ContainsAny(text, "\\`") {
		g.Line("%s", other) // the name is found by its text
		return
	}
	g.Line("if len(b)-n < %d%s {\n%s\n}\nn = balejson.Space(b, n+%[1]d)", len(text), differs(text), other)
}

// differs returns the code of conditions, each after ||, that the text at n is another one. The compiler compares up to 16 bytes without a call.
func differs(text string) string {
	const most = 16
	var code strings.Builder
	for from := 0; from < len(text); from += most {
		at, to := "n", min(from+most, len(text))
		if from > 0 {
			at = fmt.Sprintf("n+%d", from)
		}
		fmt.Fprintf(&code, " || string(b[%s:n+%d]) != `%s`", at, to, text[from:to])
	}
	return code.String()
}

// endRecord prints the end of a function that decodes a struct: what follows after a value, and what is done at the end.
func (g *generator) endRecord(leave string) {
	g.Line("next:\nif n = balejson.Space(b, n); n >= len(b) {\nreturn -1\n}\nif b[n] == ',' {\nn++\ngoto other\n}\nif b[n] != '}' {\nreturn -1\n}\n%sreturn n + 1\n}\n", leave)
}

// names prints the names of a struct's fields as a variable, and returns its name.
func (g *generator) names(t model.Type, list []*field) string {
	name := "baleJSONNames" + g.Name(t)
	var names []string
	for _, f := range list {
		names = append(names, fmt.Sprintf("%q", f.Name))
	}
	g.Declare(name, fmt.Sprintf("\n// %s has the names of the fields of %s.\nvar %[1]s = [...]string{%[3]s}\n", name, g.Type(t), strings.Join(names, ", ")))
	return name
}

// embedded prints the code that allocates the embedded pointers to a field.
func (g *generator) embedded(f *field) {
	var list []*plan.Embedded
	for p := f.Pointer; p != nil; p = p.Outer {
		list = append([]*plan.Embedded{p}, list...)
	}
	for _, p := range list {
		x := expr("(*v)", p.Path)
		if !p.Exported {
			g.save(x)
			g.Line("if %s == nil { // encoding/json does not set it\nreturn -1\n}", x)
			continue
		}
		g.save(x)
		g.Line("if %s == nil {\n%[1]s = new(%s)\n}", x, g.Type(p.Elem))
	}
}
