package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// lit adds text that the code appends.
func (g *generator) lit(text string) { g.pending += text }

// flush prints the code that appends the text so far.
func (g *generator) flush() {
	switch text := g.pending; {
	case text == "":
		return
	case len(text) == 1:
		g.Line("b = append(b, %q)", text[0])
	case strings.Contains(text, "`") || !strconv.CanBackquote(text):
		g.Line("b = append(b, %q...)", text)
	default:
		g.Line("b = append(b, `%s`...)", text)
	}
	g.pending = ""
}

// putFunc returns the name of the function that appends a t.
func (g *generator) putFunc(t model.Type, addressable bool) string {
	suffix := ""
	if !addressable && g.byAddress && g.differs(t) {
		suffix = "Copy"
	}
	name := "baleJSONPut" + g.mark + suffix + g.Name(t)
	return g.later(name, func() {
		g.Func("// %s appends v to b.\nfunc %[1]s(e *balejson.Output, b []byte, v *%s) []byte {", name, g.Type(t))
		deep := g.recursive(t)
		if deep {
			g.Line("if e.Depth++; e.Depth > balejson.MaxDepth && !e.Enter%s(v) {\nreturn b\n}", g.end)
		}
		g.putParts(t, "(*v)", suffix == "")
		g.flush()
		if deep {
			g.Line("if e.Depth > balejson.MaxDepth {\ne.Leave(v)\n}\ne.Depth--")
		}
		g.Line("return b\n}\n")
	})
}

// recursive reports whether a value of t may hold another one.
func (g *generator) recursive(t model.Type) bool {
	graph := &plan.Graph{Home: g.Package}
	return plan.Reachable(t, graph.Parts, func(x model.Type) bool { return x == t })
}

// differs reports whether a t is encoded differently if it is not addressable.
func (g *generator) differs(t model.Type) bool {
	seen := map[model.Type]bool{}
	var walk func(t model.Type) bool
	walk = func(t model.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if n, ok := t.(*model.Named); ok && n.JSON.Any() {
			return n.JSON.MarshalJSON == model.OnPointer || n.JSON.MarshalText == model.OnPointer
		}
		switch u := model.Underlying(t).(type) {
		case *model.Struct:
			for _, f := range u.Fields {
				if walk(f.Type) {
					return true
				}
			}
		case *model.Array:
			return walk(u.Elem)
		}
		return false
	}
	return walk(t)
}

// hasFunc reports whether a value is encoded and decoded by functions of its own.
func hasFunc(t model.Type, k kind) bool {
	_, named := t.(*model.Named)
	return k == record || k == union || named && (k == list || k == array || k == entries)
}

// put prints the code that appends the value x.
func (g *generator) put(t model.Type, x string, addressable bool) {
	if hasFunc(t, g.kindOf(t, addressable)) {
		g.flush()
		g.Line("b = %s(e, b, %s)", g.putFunc(t, addressable), printer.Addr(x))
		return
	}
	g.putParts(t, x, addressable)
}

// putQuotedV1 prints the code that appends a value with the option string.
func (g *generator) putQuotedV1(t model.Type, x string, addressable bool) {
	if p, ok := t.(*model.Pointer); ok {
		g.nilOr(x, func(x string) { g.putQuotedV1(p.Elem, "(*"+x+")", true) })
		return
	}
	k := g.kindOf(t, addressable)
	if n, ok := t.(*model.Named); ok && k == library && !encodesItself(n, addressable) { // it has methods for decoding only
		k = basicKind(plan.Basic(t))
	}
	switch k {
	case text:
		g.flush()
		g.Line("b = balejson.AppendQuoted(b, %s)", emit.Plain(x, t))
	case boolean, signed, unsigned, float, number:
		g.lit(`"`)
		g.put(t, x, addressable)
		g.lit(`"`)
	default: // a type with methods
		g.put(t, x, addressable)
	}
}

// encodesItself reports whether a method encodes a value of n.
func encodesItself(n *model.Named, addressable bool) bool {
	for _, m := range []model.Receiver{n.JSON.MarshalJSON, n.JSON.MarshalText} {
		if m == model.OnValue || m == model.OnPointer && addressable {
			return true
		}
	}
	return hasAny(n, "MarshalJSONTo", "AppendText")
}

// putParts prints the code that appends the value x by its parts.
func (g *generator) putParts(t model.Type, x string, addressable bool) {
	x = printer.Unparen(x)
	switch k := g.kindOf(t, addressable); k {
	case boolean:
		g.flush()
		g.Line("b = strconv.AppendBool(b, %s)", emit.Plain(x, t))
		g.Import("strconv")
	case signed, unsigned:
		g.flush()
		g.putInteger(k, x)
	case float:
		g.flush()
		g.Line("b = e.AppendFloat%d%s(b, %s)", plan.Basic(t).Bits(), g.end, emit.Plain(x, t))
	case text:
		g.putText(g, emit.Plain(x, t))
	case number:
		g.flush()
		g.Line("b = e.AppendNumber(b, %s)", x)
	case instant:
		g.flush()
		g.Line("b = e.AppendTime%s(b, %s)", g.end, x)
	case blob:
		if g.nilNull {
			g.nilOr(x, g.putBase64)
		} else {
			g.putBase64(x)
		}
	case byteArray:
		g.putBase64(parenthesized(x) + "[:]")
	case list:
		g.someOf(x, func(x string) { g.putList(model.Underlying(t).(*model.Slice).Elem, x) })
	case array:
		u := model.Underlying(t).(*model.Array)
		if g.isBytes(u) {
			g.flush()
			g.Line("b = balejson.AppendBytes(b, %s[:])", parenthesized(x))
			return
		}
		g.putElements(u.Elem, x, addressable, "")
	case entries:
		g.someOf(x, func(x string) { g.putEntries(t, x) })
	case pointer:
		g.nilOr(x, func(x string) { g.put(model.Underlying(t).(*model.Pointer).Elem, "(*"+x+")", true) })
	case record:
		g.putRecord(g, t, x, addressable)
	case union:
		g.putUnion(t, x)
	case marshaler:
		g.flush()
		g.putMethod(t.(*model.Named), x)
	case dynamic:
		g.flush()
		g.Line("b = e.AppendAny%s(b, %s)", g.end, x)
	default:
		g.flush()
		g.putLibrary(g, t, x, addressable)
	}
}

// putLibraryV1 prints the code that appends a value that encoding/json encodes.
func (g *generator) putLibraryV1(t model.Type, x string, addressable bool) {
	union, face := g.holdsUnion(t), isInterface(t) // only a pointer tells encoding/json that the type is an interface
	if !addressable && (union || face) {
		value := g.Var("value")
		g.Line("%s := %s", value, x)
		x = value
	}
	switch {
	case union && addressable:
		x = g.plainPointer(t, printer.Addr(parenthesized(x)))
	case union:
		x = fmt.Sprintf("balejson.ViewValue[%s](%s)", g.plainType(t, false), printer.Addr(x))
	case addressable, face:
		x = printer.Addr(parenthesized(x))
	}
	g.Line("b = e.AppendLibrary(b, %s)", x)
}

// putTextV1 prints the code that appends the string x.
func (g *generator) putTextV1(x string) {
	g.lit(`"`)
	g.flush()
	g.Line("b = balejson.AppendText(b, %s)", x)
	g.lit(`"`)
}

// putBase64 prints the code that appends the bytes x.
func (g *generator) putBase64(x string) {
	g.lit(`"`)
	g.flush()
	g.Line("b = balejson.AppendBase64(b, %s)", x)
	g.lit(`"`)
}

// parenthesized returns a dereference in parentheses, as Addr expects it.
func parenthesized(x string) string {
	if strings.HasPrefix(x, "*") {
		return "(" + x + ")"
	}
	return x
}

func (g *generator) putInteger(k kind, x string) {
	if k == signed {
		g.Line("b = balejson.AppendInt(b, int64(%s))", x)
	} else {
		g.Line("b = balejson.AppendUint(b, uint64(%s))", x)
	}
}

// nilOr prints code that appends null for nil, and otherwise what print prints for a variable with the value x: a method or another goroutine may
// change x meanwhile.
func (g *generator) nilOr(x string, print func(x string)) {
	g.flush()
	value := g.Var("some")
	g.Line("if %s := %s; %[1]s == nil {\nb = append(b, \"null\"...)\n} else {", value, x)
	print(value)
	g.flush()
	g.Line("}")
}

// someOf prints code that appends a list or a map. print prints it for a variable with the value x, as for nilOr.
func (g *generator) someOf(x string, print func(x string)) {
	if g.nilNull {
		g.nilOr(x, print)
		return
	}
	g.flush()
	value := g.Var("some")
	g.Line("%s := %s", value, x)
	print(value)
}

// putList prints the code that appends the elements of a list. If they have parts, it makes room for those of a long list by what the first ones took.
func (g *generator) putList(elem model.Type, x string) {
	switch g.kindOf(elem, true) {
	case list, entries, pointer, record, union:
		g.flush()
		start := g.Var("start")
		g.Line("%s := len(b)", start)
		g.putElements(elem, x, true, start)
	default:
		g.putElements(elem, x, true, "")
	}
}

// putElements prints the code that appends the elements of a list or an array. start is the variable with the length of b before a list for whose
// elements it makes room, or "".
func (g *generator) putElements(elem model.Type, x string, addressable bool, start string) {
	g.lit("[")
	g.flush()
	i := g.Var("i")
	g.Line("for %s := range %s {", i, x)
	x = parenthesized(x)
	if start != "" {
		g.Line("if %[1]s >= 64 && %[1]s&(%[1]s-1) == 0 {\nb = balejson.GrowList(b, len(b)-%[2]s, %[1]s, len(%[3]s))\n}", i, start, x)
	}
	g.put(elem, fmt.Sprintf("%s[%s]", x, i), addressable)
	g.lit(",")
	g.flush()
	g.Line("}\nb = balejson.Close(b, ']')")
}

// putEntries prints the code that appends the entries of a map in the order of their keys.
func (g *generator) putEntries(t model.Type, x string) {
	u := model.Underlying(t).(*model.Map)
	x = parenthesized(x)
	g.flush()
	if g.recursive(t) || g.recursive(u.Elem) { // its values are encoded from copies, so only the map tells that it is inside itself
		g.Line("if e.Depth > balejson.MaxDepth && !e.Enter%s(%s) {\nreturn b\n}", g.end, x)
		defer g.Line("if e.Depth > balejson.MaxDepth {\ne.Leave(%s)\n}", x)
	}
	g.lit("{")
	g.flush()
	key, elem, end := g.entryLoop(u, x)
	g.putKey(basicKind(plan.Basic(u.Key)), key)
	g.put(u.Elem, elem, false)
	g.lit(",")
	g.flush()
	g.Line("}\n%s\nb = balejson.Close(b, '}')", end)
}

// entryLoop prints the beginning of a loop over the entries of the map x in the order of their keys. It returns the variables of the key and the element, and
// the code after the loop.
func (g *generator) entryLoop(u *model.Map, x string) (key, elem, end string) {
	key, elem = g.Var("key"), g.Var("elem")
	if basicKind(plan.Basic(u.Key)) != text {
		g.Line("for _, %s := range balejson.Numbers(%s) {", key, x)
		g.loadEntry(elem, x, key, u.Elem)
		return key, elem, ""
	}
	if emit.SortsCopies(u.Elem) && !g.runsMethods(u.Elem) && !g.recursive(u.Elem) {
		if entries, onStack := g.OrderedEntries(u, x); onStack {
			g.Line("if len(%s) > 0 {", x) // the memory is not cleared for an empty map
			g.EachEntry(entries, key, elem)
			if plan.IsNamed(u.Key) {
				named := key
				key = g.Var("key")
				g.Line("%s := string(%s)", key, named)
			}
			return key, elem, "}"
		}
	}
	mark := g.Var("kept")
	g.Line("%s := len(e.Keys)\nfor _, %s := range balejson.Keys(e, %s) {", mark, key, x)
	k := key
	if plan.IsNamed(u.Key) {
		k = g.Type(u.Key) + "(" + key + ")"
	}
	g.loadEntry(elem, x, k, u.Elem)
	return key, elem, fmt.Sprintf("e.Keys = e.Keys[:%s]", mark)
}

// loadEntry prints code that loads the entry of the map m for a key of it. A method that encodes another entry may have removed it.
func (g *generator) loadEntry(elem, m, key string, t model.Type) {
	if !g.runsMethods(t) {
		g.Line("%s := %s[%s]", elem, m, key)
		return
	}
	ok := g.Var("ok")
	g.Line("%s, %s := %s[%s]\nif !%[2]s {\ncontinue\n}", elem, ok, m, key)
}

// runsMethods reports whether encoding a t may call methods of the program.
func (g *generator) runsMethods(t model.Type) bool {
	is := func(x model.Type) bool {
		n, ok := x.(*model.Named)
		return ok && n.JSON.Any() || isInterface(x)
	}
	return is(t) || plan.Reachable(t, g.parts, is)
}

// putKey prints the code that appends the key of a map and a colon.
func (g *generator) putKey(k kind, key string) {
	if k == text {
		g.putText(g, key)
		g.lit(":")
		return
	}
	g.lit(`"`)
	g.flush()
	g.putInteger(k, key)
	g.lit(`":`)
}

// putMethod prints the code that appends the result of a method.
func (g *generator) putMethod(t *model.Named, x string) {
	method := "MarshalJSON"
	if t.JSON.MarshalJSON == model.NoMethod {
		method = "MarshalText"
	}
	text, err := g.Var("text"), g.Var("err")
	x = parenthesized(x)
	g.Line("%[1]s, %[2]s := %[3]s.%[4]s()\nb = e.Append%[4]s(b, %[5]s, %[1]s, %[2]s)", text, err, x, method, printer.Addr(x))
}

// putRecordV1 prints the code that appends a struct. head is the text of an object without its closing brace that the fields follow, or "".
func (g *generator) putRecordV1(t model.Type, x string, addressable bool, head string) {
	list := g.structOf(t, g.Package).list
	x = parenthesized(x)
	first := "{"
	start := ""
	if head != "" {
		g.lit(head)
		first = ","
	} else if len(list) > 0 && list[0].conditional() {
		g.flush()
		start, first = g.Var("start"), ","
		g.Line("%s := len(b)", start)
	}
	certain := false
	for _, f := range list {
		v, closing := g.loadPointers(f, x)
		if cond := g.condition(f, v); cond != "" {
			g.flush()
			g.Line("if %s {", cond)
			closing++
		}
		certain = certain || closing == 0
		g.lit(first + fieldName(f.Name))
		first = ","
		isAddressable := addressable || f.Pointer != nil
		if f.quoted {
			g.putQuotedV1(f.Type, v, isAddressable)
		} else {
			g.put(f.Type, v, isAddressable)
		}
		for range closing {
			g.flush()
			g.Line("}")
		}
	}
	switch {
	case len(list) == 0 && head == "":
		g.lit("{}")
	case start == "":
		g.lit("}")
	case certain:
		g.lit("}")
		g.flush()
		g.Line("b[%s] = '{'", start)
	default:
		g.flush()
		g.Line("b = balejson.Enclose(b, %s)", start)
	}
}

// fieldName returns a name with its colon as encoding/json writes it.
func fieldName(name string) string {
	var b bytes.Buffer
	json.HTMLEscape(&b, []byte(name))
	return `"` + b.String() + `":`
}

// conditional reports whether a field is not always written.
func (f *field) conditional() bool { return f.omitEmpty || f.omitZero || f.Pointer != nil }

// loadPointers prints code that loads the embedded pointers that hold the field f of v into variables, since a method or another goroutine may change
// them, and the conditions that they are not nil. It returns the field's expression and the number of blocks that the code opens.
func (g *generator) loadPointers(f *field, v string) (x string, blocks int) {
	path := f.Path
	for p := f.Pointer; p != nil; p = p.Outer {
		blocks++
	}
	for i := range blocks {
		p := f.Pointer
		for range blocks - 1 - i {
			p = p.Outer
		}
		outer := strings.TrimSuffix(f.Path, path)
		g.flush()
		inner := g.Var("inner")
		g.Line("if %s := %s; %[1]s != nil {", inner, expr(v, strings.TrimPrefix(p.Path, outer)))
		path = strings.TrimPrefix(f.Path, p.Path+".")
		v = inner
	}
	return expr(v, path), blocks
}

// condition returns the condition under which a field is written that is not in a nil pointer, or "" if it always is. x is the field.
func (g *generator) condition(f *field, x string) string {
	var all []string
	if f.omitEmpty {
		if cond := g.notEmpty(f.Type, x); cond != "" {
			all = append(all, cond)
		}
	}
	if f.omitZero {
		all = append(all, "(!balejson.OmitsZero || "+g.notZero(f.Type, x)+")")
	}
	return strings.Join(all, " && ")
}

// notEmpty returns the condition that a value is not empty in the sense of omitempty, or "" if it never is.
func (g *generator) notEmpty(t model.Type, x string) string {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		switch basicKind(u.Kind) {
		case boolean:
			return x
		case text:
			return x + ` != ""`
		}
		return x + " != 0"
	case *model.Slice, *model.Map:
		return "len(" + x + ") != 0"
	case *model.Array:
		if u.Len == 0 {
			return "false"
		}
	case *model.Pointer, *model.Interface:
		return x + " != nil"
	}
	return ""
}

// hasZeroMethod reports whether encoding/json calls the method IsZero of a pointer to a t.
func hasZeroMethod(t model.Type) bool {
	switch t := t.(type) {
	case *model.Time:
		return true
	case *model.Named:
		return t.JSON.IsZero != model.NoMethod && !isInterface(t)
	case *model.Struct:
		return t.ZeroMethod() != model.NoMethod
	}
	return false
}

// notZero returns the condition that a value is not zero in the sense of omitzero.
func (g *generator) notZero(t model.Type, x string) string {
	switch n := t.(type) {
	case *model.Time:
		return "!" + x + ".IsZero()"
	case *model.Named:
		switch {
		case n.JSON.IsZero == model.NoMethod || plan.IsPointer(n):
		case isInterface(n):
			return fmt.Sprintf("%s != nil && !balejson.HoldsNil(%[1]s) && !%[1]s.IsZero()", x)
		default:
			return "!" + x + ".IsZero()"
		}
	case *model.Struct:
		if n.ZeroMethod() != model.NoMethod {
			return "!" + x + ".IsZero()"
		}
	case *model.Pointer:
		if hasZeroMethod(n.Elem) {
			return fmt.Sprintf("%s != nil && !%[1]s.IsZero()", x)
		}
	}
	switch u := model.Underlying(t).(type) {
	case *model.Interface:
		if u.Methods > 0 && !plan.IsNamed(t) {
			return "!balejson.ZeroInterface(" + printer.Addr(x) + ")"
		}
	case *model.Slice, *model.Map, *model.Pointer:
		return x + " != nil"
	case *model.Basic:
		return g.notEmpty(t, x)
	}
	return "!balejson.Zero(" + printer.Addr(x) + ")"
}
