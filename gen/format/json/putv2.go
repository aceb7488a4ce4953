package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// putPartsV2 is putParts for the kinds of values that encoding/json/v2 encodes in another way than encoding/json. It reports whether t is of one.
func (g *generator) putPartsV2(t model.Type, x string) bool {
	switch k := g.kindV2(t); k {
	case float:
		g.flush()
		g.Line("b = e.appendFloat%dV2(b, %s)", plan.Basic(t).Bits(), emit.Plain(x, t))
	case text:
		g.flush()
		g.Line("b = e.appendTextV2(b, %s)", emit.Plain(x, t))
	case instant:
		g.flush()
		g.Line("b = e.appendTimeV2(b, %s)", x)
	case blob, byteArray:
		g.lit(`"`)
		g.flush()
		if k == byteArray {
			x = parenthesized(x) + "[:]"
		}
		g.Line("b = baleJSONAppendBase64(b, %s)", x)
		g.lit(`"`)
	case list:
		g.putList(model.Underlying(t).(*model.Slice).Elem, g.loaded(x))
	case entries:
		g.putEntries(t, g.loaded(x))
	case record:
		g.putRecordV2(t, x)
	case dynamic:
		g.flush()
		g.Line("b = e.appendAnyV2(b, %s)", x)
	case library:
		g.flush()
		g.Line("b = e.appendLibraryV2(b, %s)", printer.Addr(parenthesized(x)))
	default:
		return false
	}
	return true
}

// putRecordV2 prints the code that appends a struct. Each field ends with a comma.
func (g *generator) putRecordV2(t model.Type, x string) {
	x = parenthesized(x)
	g.lit("{")
	for _, f := range g.structOf(t).list {
		v, closing := g.loadPointers(f, x)
		cond := g.conditionV2(f, v)
		if cond != "" {
			g.flush()
			g.Line("if %s {", cond)
			closing++
		}
		g.putFieldV2(f, v)
		for range closing {
			g.flush()
			g.Line("}")
		}
	}
	if text, ok := strings.CutSuffix(g.pending, ","); ok { // the last field is always written
		g.pending = text
		g.lit("}")
		return
	}
	g.flush()
	g.Line("b = baleJSONClose(b, '}')")
}

// putFieldV2 prints the code that appends a field. A field with omitempty whose text is empty is removed again, unless its type tells before.
func (g *generator) putFieldV2(f *field, v string) {
	start, value := "", ""
	if f.omitEmpty && g.mayBeEmptyV2(f.Type) {
		g.flush()
		start, value = g.Var("start"), g.Var("from")
		g.Line("%s := len(b)", start)
	}
	g.lit(fieldNameV2(f.Name))
	if start != "" {
		g.flush()
		g.Line("%s := len(b)", value)
	}
	if f.quoted {
		g.putQuotedV2(f.Type, v)
	} else {
		g.put(f.Type, v, true)
	}
	if start == "" {
		g.lit(",")
		return
	}
	g.flush()
	g.Line("if baleJSONIsEmptyV2(b, %s) {\nb = b[:%s]\n} else {\nb = append(b, ',')\n}", value, start)
}

// putQuotedV2 prints the code that appends a number with the option string.
func (g *generator) putQuotedV2(t model.Type, x string) {
	if p, ok := t.(*model.Pointer); ok {
		g.nilOr(x, func(x string) { g.putQuotedV2(p.Elem, "(*"+x+")") })
		return
	}
	g.lit(`"`)
	g.put(t, x, true)
	g.lit(`"`)
}

// fieldNameV2 returns a name with its colon as encoding/json/v2 writes it.
func fieldNameV2(name string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(name); err != nil { // it is a string
		panic(err)
	}
	text := strings.NewReplacer("\\u2028", "\u2028", "\\u2029", "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
	return text + ":"
}

// conditionV2 returns the condition under which a field is written that is not in a nil pointer, or "" if it always is. x is the field.
func (g *generator) conditionV2(f *field, x string) string {
	var all []string
	if f.omitZero {
		all = append(all, g.notZero(f.Type, x))
	}
	if cond := notEmptyV2(f, x); cond != "" && !slices.Contains(all, cond) {
		all = append(all, cond)
	}
	return strings.Join(all, " && ")
}

// notEmptyV2 returns the condition that a field with omitempty is not empty, as far as its type tells without its text, or "".
func notEmptyV2(f *field, x string) string {
	if !f.omitEmpty {
		return ""
	}
	switch u := model.Underlying(f.Type).(type) {
	case *model.Pointer, *model.Interface:
		return x + " != nil"
	case *model.Basic:
		if basicKind(u.Kind) == text && !hasMethodsV2(f.Type) {
			return x + ` != ""`
		}
	case *model.Slice, *model.Map:
		if !hasMethodsV2(f.Type) {
			return fmt.Sprintf("len(%s) != 0", x)
		}
	}
	return ""
}

// mayBeEmptyV2 reports whether only the text of a value tells whether it is empty in the sense of encoding/json/v2.
func (g *generator) mayBeEmptyV2(t model.Type) bool {
	switch g.kindV2(t) {
	case boolean, signed, unsigned, float, text, instant, blob, byteArray, list, array, entries:
		return false
	}
	return true
}
