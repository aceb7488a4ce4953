package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bale/gen/printer"
	"bale/model"
)

// putTextV2 prints the code that appends the string x.
func (g *generator) putTextV2(x string) {
	g.flush()
	g.Line("b = e.AppendTextV2(b, %s)", x)
}

// putLibraryV2 prints the code that appends a value that encoding/json/v2 encodes.
func (g *generator) putLibraryV2(_ model.Type, x string, _ bool) {
	g.Line("b = e.AppendLibraryV2(b, %s)", printer.Addr(parenthesized(x)))
}

// putRecordV2 prints the code that appends a struct. Each field ends with a comma.
func (g *generator) putRecordV2(t model.Type, x string, _ bool) {
	x = parenthesized(x)
	g.lit("{")
	for _, f := range g.structOf(t, g.Package).list {
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
	g.Line("b = balejson.Close(b, '}')")
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
	g.Line("if balejson.IsEmptyV2(b, %s) {\nb = b[:%s]\n} else {\nb = append(b, ',')\n}", value, start)
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
	switch g.kindOf(t, true) {
	case boolean, signed, unsigned, float, text, instant, blob, byteArray, list, array, entries:
		return false
	}
	return true
}
