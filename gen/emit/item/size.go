package item

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// sizeFuncs prints two functions for the size of a value: Bound returns the maximum, for which memory is allocated, and Measure the exact
// size. Bound does not look at numbers and times.
func (p *generator) sizeFuncs(v *plan.Value, name string) {
	params, typ := p.UnionParam(v.Type)
	for _, exact := range []bool{false, true} {
		p.Func("// %[7]s%[1]s%[2]s returns the %[5]s size of v in bytes.\nfunc %[7]s%[1]s%[2]s%[6]s(%[3]sv *%[4]s) int64 {",
			verb(exact), name, p.Encoder(p.SizeFails(v.Type)), typ, either(exact, "exact", "maximum"), params, p.Title)
		p.SizeBody(p.Recursive(v.Type), func() int { return p.sizeBody(v, exact) })
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

// sizeBody prints the addition of the variable part of a value's size to n, and returns the constant part. v is the value of a function.
func (p *generator) sizeBody(v *plan.Value, exact bool) (constant int) {
	switch u := composite(v).(type) {
	case *model.Struct:
		p.sizeRecord(v, exact)
	case *model.Array:
		if u.Len > 0 {
			p.sizeElems(v, "v", u.Elem, exact)
		}
	case *model.Slice:
		if v.Kind == plan.Bytes {
			p.Line("list := *v\nif list == nil {\nreturn 1\n}")
			p.AddInt("%s + len(list)", p.headSize("Head", "len(list)", exact))
			break
		}
		p.Line("list := *v")
		p.SizedParts(v.Type, "list")
		p.AddInt("%s", p.headSize("Count", "len(list)", exact))
		p.sizeElems(v, "list", u.Elem, exact)
	case *model.Map:
		p.sizeMap(v, u, exact)
	case *model.Pointer:
		p.sizePointer(v, u.Elem, exact)
	case *model.Interface:
		p.sizeUnion(v, exact)
	default:
		p.size(v, exact)
	}
	return p.constantOf(v, exact)
}

// sizeMap is sizeBody for a map.
func (p *generator) sizeMap(v *plan.Value, u *model.Map, exact bool) {
	p.AddInt("%s", p.headSize("Count", "len(*v)", exact))
	kept := p.MustKeepEntries(u)
	var keys *emit.KeySet
	p.SizedParts(v.Type, "*v")
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
	fixed := p.sizePart(v, p.tree.Part(v, u.Key, "k", ""), exact, "") + p.sizePart(v, p.tree.Part(v, u.Elem, "x", ""), exact, "")
	if keys != nil {
		keys.Add("k")
		p.SizeErrorReturn("n")
	}
	p.Line("n += %d\n}", fixed)
	if kept {
		p.Line("}")
	}
}

// sizePointer is sizeBody for a pointer.
func (p *generator) sizePointer(v *plan.Value, elem model.Type, exact bool) {
	target, nested := p.tree.Part(v, elem, "(*x)", ""), ""
	if target.Nilable() && exact {
		nested = p.sizeNested(elem)
	}
	body := p.Capture(func() { p.size(target, exact) })
	decrement := ""
	if p.Recursive(v.Type) {
		decrement = "e.Depth--\n"
	}
	p.Line("x := *v")
	p.SizedParts(v.Type, "x")
	p.Line("if x == nil {\n%sreturn 1\n}\n%s%s", decrement, body, nested)
}

// sizeNested returns code that adds the bytes that the pointer x takes because its target is nil, or, if each of several pointers before a
// nil takes bytes, because its target is a pointer to nil at any level.
func (p *generator) sizeNested(elem model.Type) string {
	if p.wire.Level == 0 {
		return fmt.Sprintf("if *x == nil {\nn += %d\n}\n", unused)
	}
	text := fmt.Sprintf("if y := *x; y == nil {\nn += %d\n}", p.wire.Level)
	for seen := map[model.Type]bool{}; p.Kind(elem, false) == plan.Pointer && p.Nilable(plan.Elem(elem)) && !seen[elem]; elem = plan.Elem(elem) {
		seen[elem] = true // type P *P, which check refuses, has no end
		text += fmt.Sprintf(" else if y := *y; y == nil {\nn += %d\n}", p.wire.Level)
	}
	return text + "\n"
}

// headSize returns an expression for the exact or maximum bytes of a head. which selects the function.
func (p *generator) headSize(which, k string, exact bool) string {
	return either(exact, fmt.Sprintf("%sSize%s(%s)", p.Lib, which, k), fmt.Sprint(maxHead))
}

// sizeElems prints the addition of the sizes of the elements of a list in v to n.
func (p *generator) sizeElems(v *plan.Value, list string, elem model.Type, exact bool) {
	p.AddElems(list, "i", func() int {
		return p.sizePart(v, p.tree.Part(v, elem, list+"[i]", ""), exact, "e.AtIndex(\"\", i)")
	})
}

// sizePart is size for a part of v, followed by an error return if sizing the part can fail. where is the call that adds the part to the
// error path.
func (p *generator) sizePart(v, part *plan.Value, exact bool, where string) int {
	fixed := p.size(part, exact)
	if p.Refusable(v.Type) && p.SizeFails(part.Type) {
		p.SizeErrorReturn("n", where)
	}
	return fixed
}

// size prints the addition of the variable part of the size of v to n, and returns the constant part.
func (p *generator) size(v *plan.Value, exact bool) (constant int) {
	x := printer.Unparen(v.Expr)
	switch v.Kind {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		if p.constantNumber(plan.Basic(v.Type), exact) == 0 {
			p.sizeNumber(x, plan.Basic(v.Type))
		}
	case plan.Time:
		if exact {
			p.AddInt("%sSizeTime(%s)", p.Lib, x)
		}
	case plan.String:
		if exact {
			p.AddInt("%sSizeText(len(%s))", p.Lib, x)
		} else {
			p.AddInt("len(%[1]s) + len(%[1]s)>>%[2]d", x, len(fmt.Sprintf("%b", p.wire.Text.Short))-1)
		}
	case plan.ByteArray: // its size is constant
	case plan.Custom:
		if raw := p.raw(v.Type); raw != "" {
			p.AddInt("e.Measure%s(%s)", raw, printer.Addr(v.Expr))
		} else if p.wire.UTF8 && p.MethodSuffix(v.Type) == "Text" {
			p.AddInt("e.MeasureText(%s)", p.Marshal(v.Expr, v.Type))
		} else {
			p.AddCustom(v.Expr, v.Type)
		}
	default:
		p.Line("n += %s%s%s(%s%s)", p.Title, verb(exact), p.name(v), emit.Arg(p.SizeFails(v.Type), "e"), printer.Addr(v.Expr))
	}
	return p.constant(v, exact)
}

// sizeNumber is size for a number whose exact size is not constant.
func (p *generator) sizeNumber(x string, k model.Kind) {
	switch {
	case k == model.Complex64 || k == model.Complex128:
		p.AddInt("%sSizeComplex(complex128(%s))", p.Lib, x)
	case k.Signed():
		p.AddInt("%sSizeInt(int64(%s))", p.Lib, x)
	case k.Unsigned():
		p.AddInt("%sSizeUint(uint64(%s))", p.Lib, x)
	default:
		p.AddInt("%sSizeFloat(float64(%s))", p.Lib, x)
	}
}

// sizeRecord is sizeBody for a struct.
func (p *generator) sizeRecord(v *plan.Value, exact bool) {
	r := p.record(v.Type)
	fields, omits := p.fieldsOf(r), omits(r)
	p.loadPointers(r)
	p.recordParts(r, fields, "SizedParts")
	if omits && exact {
		p.countFields(fields)
		p.AddInt("%sSizeCount(k)", p.Lib)
	}
	for _, f := range fields {
		own := 0
		body := p.Capture(func() { own = p.sizePart(v, f, exact, fmt.Sprintf("e.At(%q)", f.Path)) })
		if !r.Array {
			own += len(p.wire.KeyBytes(f.Field))
		}
		if f.Field.Conditional() && omits && (exact || p.HoldsCustom(f.Type)) { // what is not written must not be kept
			if !exact { // the constant part of the maximum has it
				own = 0
			}
			p.Line("if %s {\nn += %d\n%s}", p.written(f), own, body)
			continue
		}
		if f.Field.Pointer != nil && body != "" {
			p.Line("if %s != nil {\n%s}", variable(f.Field.Pointer), body)
			continue
		}
		p.Paste(body)
	}
}

// recordParts prints code that records which fields that may be omitted are written, if results of custom methods are kept for them.
// method is that of the encoder: see emit.Generator.SizedParts.
func (p *generator) recordParts(r *plan.Struct, fields []*plan.Value, method string) {
	for _, f := range fields {
		if f.Field.Conditional() && omits(r) && p.HoldsCustom(f.Type) {
			p.Line("e.%s(balecore.Bit(%s))", method, p.written(f))
		}
	}
}

// omits reports whether any field of a struct is omitted if it is empty or in a nil pointer. A struct that is an array omits none.
func omits(r *plan.Struct) bool {
	return !r.Array && slices.ContainsFunc(r.Fields, (*plan.Field).Conditional)
}

// alwaysWritten returns the number of fields that are never omitted.
func alwaysWritten(fields []*plan.Value) int {
	n := 0
	for _, f := range fields {
		if !f.Field.Conditional() {
			n++
		}
	}
	return n
}

// countFields prints code that sets k to the number of fields to write.
func (p *generator) countFields(fields []*plan.Value) {
	p.Line("k := %d", alwaysWritten(fields))
	for _, f := range fields {
		if f.Field.Conditional() {
			p.Line("if %s {\nk++\n}", p.written(f))
		}
	}
}

// written returns an expression that reports whether a conditional field is written.
func (p *generator) written(f *plan.Value) string {
	var terms []string
	if f.Field.Pointer != nil {
		terms = append(terms, variable(f.Field.Pointer)+" != nil")
	}
	if f.Field.Omit {
		terms = append(terms, notEmpty(f))
	}
	return strings.Join(terms, " && ")
}

// notEmpty returns an expression that reports whether a value is not empty. Only nil slices and maps are empty, so that those of no
// elements decode as they were.
func notEmpty(v *plan.Value) string {
	x := v.Expr
	switch v.Kind {
	case plan.Time:
		return "!" + x + ".IsZero()"
	case plan.String:
		return x + " != \"\""
	case plan.Bool:
		return x
	case plan.Integer:
		return x + " != 0"
	case plan.Float: // -0 is not empty
		return fmt.Sprintf("math.Float64bits(float64(%s)) != 0", x)
	case plan.Complex:
		return fmt.Sprintf("math.Float64bits(float64(real(%s)))|math.Float64bits(float64(imag(%s))) != 0", x, x)
	}
	return x + " != nil"
}
