package msgpack

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// sizeFuncs prints two functions for the size of a value: Bound returns the maximum, for which memory is allocated, and Measure the exact
// size. Bound does not look at numbers and times.
func (p *generator) sizeFuncs(t ruledType, name string) {
	params, typ := p.UnionParam(t.Type)
	for _, exact := range []bool{false, true} {
		p.Func("// baleMsgpack%[1]s%[2]s returns the %[5]s size of v in bytes.\nfunc baleMsgpack%[1]s%[2]s%[6]s(%[3]sv *%[4]s) int64 {",
			verb(exact), name, p.Encoder(p.SizeFails(t.Type)), typ, either(exact, "exact", "maximum"), params)
		p.SizeBody(p.Recursive(t.Type), func() int { return p.sizeBody(t, exact) })
	}
}

// verb returns the verb in the names of size functions.
func verb(exact bool) string { return either(exact, "Measure", "Bound") }

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// sizeBody prints the addition of the variable part of a value's size to n, and returns the constant part.
func (p *generator) sizeBody(t ruledType, exact bool) (fixed int) {
	switch u := schema.Underlying(t.Type).(type) {
	case *schema.Struct:
		return p.sizeRecord(t.Type, exact)
	case *schema.Array:
		if u.Len > 0 {
			p.sizeElems("v", t.inner(u.Elem), exact)
		}
		return countSize(int(u.Len))
	case *schema.Slice:
		if p.Kind(t.Type, true) == plan.Bytes {
			p.Line("list := *v\nif list == nil {\nreturn 1\n}")
			p.AddInt("%s + len(list)", headSize("Head", "len(list)", exact))
			return 0
		}
		p.Line("list := *v\n_ = list")
		p.AddInt("%s", headSize("Count", "len(list)", exact))
		p.sizeElems("list", t.inner(u.Elem), exact)
		return 0
	case *schema.Map:
		p.AddInt("%s", headSize("Count", "len(*v)", exact))
		kept := p.MustKeepEntries(u)
		var keys *emit.KeySet
		if kept {
			p.Line("if *v != nil { // a nil map has no entries to keep")
			entries := p.KeepEntries(u, "*v")
			keys = p.NewKeySet(u, "*v")
			p.EachEntry(entries, "k", "x")
		} else {
			keys = p.NewKeySet(u, "*v")
			p.Line("for k, x := range *v {")
		}
		keys.Begin()
		fixed := p.sizePart("k", t, u.Key, exact, "") + p.sizePart("x", t, u.Elem, exact, "")
		if keys != nil {
			keys.Add("k")
			p.SizeErrorReturn("n")
		}
		p.Line("n += %d\n}", fixed)
		if kept {
			p.Line("}")
		}
		return 0
	case *schema.Pointer:
		nested := ""
		if p.Nilable(u.Elem) && exact {
			nested = "if *x == nil {\nn += 5\n}\n"
		} else if p.Nilable(u.Elem) {
			fixed = 5
		}
		body := p.Capture(func() { fixed += p.size("(*x)", t.inner(u.Elem), exact) })
		decrement := ""
		if p.Recursive(t.Type) {
			decrement = "e.depth--\n"
		}
		p.Line("x := *v\nif x == nil {\n%sreturn 1\n}\n%s%s", decrement, body, nested)
		return fixed
	case *schema.Interface:
		p.sizeUnion(t, exact)
		return 0
	}
	return p.size("(*v)", t, exact)
}

// headSize returns an expression for the exact or maximum bytes of a head. which selects the helper.
func headSize(which, k string, exact bool) string {
	return either(exact, fmt.Sprintf("baleMsgpackSize%s(%s)", which, k), "5")
}

// countSize returns the bytes of the head of an array or map of k elements or entries.
func countSize(k int) int {
	switch {
	case k < 16:
		return 1
	case k < 1<<16:
		return 3
	}
	return 5
}

// sizeElems prints the addition of the sizes of the elements of a list to n.
func (p *generator) sizeElems(x string, e ruledType, exact bool) {
	p.AddElems(x, "i", func() int { return p.sizePart(x+"[i]", e, e.Type, exact, "e.atIndex(\"\", i)") })
}

// sizePart is size for a part of t, followed by an error return if sizing the part can fail. where is the call that adds the part to the
// error path.
func (p *generator) sizePart(x string, t ruledType, part schema.Type, exact bool, where string) int {
	fixed := p.size(x, t.inner(part), exact)
	if p.Refusable(t.Type) && p.SizeFails(part) {
		p.SizeErrorReturn("n", where)
	}
	return fixed
}

// size prints the addition of the variable part of the size of x to n, and returns the constant part.
func (p *generator) size(x string, t ruledType, exact bool) (fixed int) {
	switch k := p.Kind(t.Type, false); k {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		return p.sizeNumber(x, plan.Basic(t.Type), exact)
	case plan.Time:
		if !exact {
			return 15
		}
		p.AddInt("baleMsgpackSizeTime(%s)", printer.Unparen(x))
	case plan.String:
		if !exact {
			p.AddInt("len(%[1]s) + len(%[1]s)>>5", printer.Unparen(x)) // from 32 bytes on, the head is longer, at most 5 bytes
			return 1
		}
		p.AddInt("baleMsgpackSizeText(len(%s))", printer.Unparen(x))
	case plan.ByteArray:
		n := int(schema.Underlying(t.Type).(*schema.Array).Len)
		return n + len(binHead(n))
	case plan.Custom:
		p.AddCustom(x, t.Type)
	default:
		p.Line("n += baleMsgpack%s%s(%s%s)", verb(exact), p.name(t), emit.Arg(p.SizeFails(t.Type), "e"), printer.Addr(x))
	}
	return 0
}

// sizeNumber is size for a bool or a number.
func (p *generator) sizeNumber(x string, k schema.Kind, exact bool) int {
	switch {
	case k == schema.Bool:
		return 1
	case k == schema.Float32:
		return 5
	case k == schema.Float64:
		return 9
	case k == schema.Complex64:
		return 10
	case k == schema.Complex128:
		return 18
	case !exact:
		return 1 + k.Bits()/8
	case k.Signed():
		p.AddInt("baleMsgpackSizeInt(int64(%s))", printer.Unparen(x))
	default:
		p.AddInt("baleMsgpackSizeUint(uint64(%s))", printer.Unparen(x))
	}
	return 0
}

// sizeRecord is sizeBody for a struct.
func (p *generator) sizeRecord(t schema.Type, exact bool) (fixed int) {
	r := p.record(t)
	fields := r.fields
	fixed = countSize(len(fields))
	omits := p.omits(t, fields)
	p.loadPointers(r)
	if omits && exact {
		p.countFields(fields)
		p.AddInt("baleMsgpackSizeCount(k)")
		fixed = 0
	}
	for _, f := range fields {
		own := 0
		body := p.Capture(func() {
			own = p.size(f.value(), p.fieldType(f), exact)
			if p.Refusable(t) && p.SizeFails(f.Type) {
				p.SizeErrorReturn("n", fmt.Sprintf("e.at(%q)", f.path))
			}
		})
		if !p.array(t) {
			own += len(keyBytes(f.key))
		}
		if f.conditional() && exact && omits {
			p.Line("if %s {\nn += %d\n%s}", p.written(f), own, body)
			continue
		}
		fixed += own
		if f.pointer != nil && body != "" {
			p.Line("if %s != nil {\n%s}", f.pointer.variable(), body)
			continue
		}
		p.Paste(body)
	}
	return fixed
}

// fieldType returns the type of a field with its rules.
func (p *generator) fieldType(f *field) ruledType {
	return ruledType{f.Type, p.Directives.Field(f.Field)}
}

// omits reports whether any field is omitted if it is empty or in a nil pointer. A struct that is an array omits none.
func (p *generator) omits(t schema.Type, fields []*field) bool {
	return !p.array(t) && slices.ContainsFunc(fields, (*field).conditional)
}

// alwaysWritten returns the number of fields that are never omitted.
func alwaysWritten(fields []*field) int {
	n := 0
	for _, f := range fields {
		if !f.conditional() {
			n++
		}
	}
	return n
}

// countFields prints code that sets k to the number of fields to write.
func (p *generator) countFields(fields []*field) {
	p.Line("k := %d", alwaysWritten(fields))
	for _, f := range fields {
		if f.conditional() {
			p.Line("if %s {\nk++\n}", p.written(f))
		}
	}
}

// written returns an expression that reports whether a conditional field is written.
func (p *generator) written(f *field) string {
	var terms []string
	if f.pointer != nil {
		terms = append(terms, f.pointer.variable()+" != nil")
	}
	if f.omit {
		terms = append(terms, p.notEmpty(f.value(), f.Type))
	}
	return strings.Join(terms, " && ")
}

// notEmpty returns an expression that reports whether a field is not empty. Only nil slices and maps are empty, so that those of no
// elements decode as they were.
func (p *generator) notEmpty(x string, t schema.Type) string {
	switch p.Kind(t, false) {
	case plan.Time:
		return "!" + x + ".IsZero()"
	case plan.String:
		return x + " != \"\""
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		switch k := plan.Basic(t); {
		case k == schema.Bool:
			return x
		case k == schema.Float32 || k == schema.Float64: // -0 is not empty
			return fmt.Sprintf("math.Float64bits(float64(%s)) != 0", x)
		case k == schema.Complex64 || k == schema.Complex128:
			return fmt.Sprintf("math.Float64bits(float64(real(%s)))|math.Float64bits(float64(imag(%s))) != 0", x, x)
		}
		return x + " != 0"
	}
	return x + " != nil"
}
