package compact

import (
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A conversion is a value of an earlier layout that is decoded into a variable, and converted to the type of the field that it is now.
type conversion struct {
	from *item
	to   string // expression for the field
	into *model.Field
	by   *plan.Was // the function that converts it; nil for a conversion of Go
	path string
}

// conversionOf makes the item for the field at place f one whose value is decoded into a variable, and returns its conversion.
func (l *layout) conversionOf(part *item, f plan.Place) conversion {
	l.old++
	c := conversion{from: part, to: part.Expr, into: f.Into, by: f.Func, path: part.Path}
	part.Expr = fmt.Sprintf("was%d", l.old)
	return c
}

// declareConverted prints the variables of the values that are converted.
func (p *generator) declareConverted(l *layout) {
	for _, c := range l.converted {
		p.Line("var %s %s", c.from.Expr, p.Type(c.from.Type))
	}
}

// A converter prints conversions. A flat one is in the function of a root that has no decoder.
type converter struct {
	*generator
	path string
	flat bool
}

// convertAll prints the conversions of the values of a record. typeName is the name of the root if the record is that of a flat one, or "".
func (p *generator) convertAll(l *layout, typeName string) {
	for _, c := range l.converted {
		x := &converter{p, c.path, typeName != ""}
		if c.by == nil {
			x.value(c.to, c.into.Type, c.from.Expr, c.from.Type)
			continue
		}
		x.call(&c, plan.Join(typeName, c.path))
	}
}

// converterFunc returns a name for a function of the user that no local variable of generated code has.
func (p *generator) converterFunc(name string) string {
	if !slices.Contains(p.converters, name) {
		p.converters = append(p.converters, name)
	}
	return "baleCompactWas_" + name
}

// converterFuncs prints the declarations of the names that converterFunc has returned.
func (p *generator) converterFuncs() {
	for _, name := range p.converters {
		p.Line("// baleCompactWas_%[1]s is %[1]s, whose name local variables may have.\nvar baleCompactWas_%[1]s = %[1]s\n", name)
	}
}

// call prints the call of the user's function that converts a value.
func (x *converter) call(c *conversion, path string) {
	call := fmt.Sprintf("%s(%s)", x.converterFunc(c.by.Func), c.from.Expr)
	switch {
	case !c.by.Fails:
		x.Line("%s = %s", c.to, call)
	case x.flat:
		x.Line("if x, err := %s; err == nil {\n%s = x\n} else {\nreturn balecompact.FailBy(%q, err, n)\n}", call, c.to, path)
	default:
		x.Line("if x, err := %s; err == nil {\n%s = x\n} else {\nd.Custom(err)\nreturn d.At(%q)\n}", call, c.to, path)
	}
}

// value prints the conversion of the expression from, of type f, which is assigned to the expression to, of type t.
func (x *converter) value(to string, t model.Type, from string, f model.Type) {
	if x.Type(t) == x.Type(f) {
		x.Line("%s = %s", to, from)
		return
	}
	tp, toPointer := model.Underlying(t).(*model.Pointer)
	fp, fromPointer := model.Underlying(f).(*model.Pointer)
	switch {
	case toPointer && fromPointer:
		x.unlessNil(to, from, func() { x.pointer(to, t, tp, "(*"+from+")", fp.Elem) })
		return
	case toPointer:
		x.pointer(to, t, tp, from, f)
		return
	case fromPointer && hasNil(t):
		x.unlessNil(to, from, func() { x.value(to, t, "(*"+from+")", fp.Elem) })
		return
	case fromPointer:
		x.dec.ReturnErrorIf("balecore.NilValue", x.path, "", "%s == nil", from)
		x.value(to, t, "(*"+from+")", fp.Elem)
		return
	}
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		x.slice(to, t, u, from, plan.Elem(f))
	case *model.Array:
		i := x.Var("i")
		x.Line("for %s := range %s {", i, from)
		x.value(paren(to)+"["+i+"]", u.Elem, paren(from)+"["+i+"]", plan.Elem(f))
		x.Line("}")
	case *model.Map:
		x.mapOf(to, t, u, from, model.Underlying(f).(*model.Map))
	default:
		x.Line("%s = %s(%s)", to, x.Type(t), from)
	}
}

// unlessNil prints that the expression to is nil if from is nil, and what print prints if not.
func (x *converter) unlessNil(to, from string, print func()) {
	x.Line("if %s == nil {\n%s = nil\n} else {", from, to)
	print()
	x.Line("}")
}

// hasNil reports whether nil is a value of a type that is not a pointer.
func hasNil(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Slice, *model.Map, *model.Interface:
		return true
	}
	return false
}

// pointer prints the conversion of a value to one that a new pointer of type t points to.
func (x *converter) pointer(to string, t model.Type, u *model.Pointer, from string, f model.Type) {
	if !x.flat { // a flat root has a few numbers and strings at most
		x.charge("Charge(1, %d, 0)", emit.ElemMemory(u.Elem))
	}
	v := x.Var("value")
	x.Line("%s := new(%s)", v, x.Type(u.Elem))
	x.value("(*"+v+")", u.Elem, from, f)
	x.Line("%s = %s", to, v)
}

// slice prints the conversion of a slice with elements of type e.
func (x *converter) slice(to string, t model.Type, u *model.Slice, from string, e model.Type) {
	list, i := x.Var("list"), x.Var("i")
	x.unlessNil(to, from, func() {
		x.charge("Charge(uint64(len(%s)), %d, 0)", from, emit.ElemMemory(u.Elem))
		x.Line("%s := make(%s, len(%s))\nfor %s := range %[3]s {", list, x.Type(t), from, i)
		x.value(list+"["+i+"]", u.Elem, paren(from)+"["+i+"]", e)
		x.Line("}\n%s = %s", to, list)
	})
}

// mapOf prints the conversion of a map of type f. Keys that differ do so after it, since numbers are only widened.
func (x *converter) mapOf(to string, t model.Type, u *model.Map, from string, f *model.Map) {
	m, k, e := x.Var("m"), x.Var("k"), x.Var("x")
	key, elem := x.Var("key"), x.Var("elem")
	x.unlessNil(to, from, func() {
		slot, outside := plan.MapEntrySize(u)
		x.charge("ChargeMap(uint64(len(%s)), %d, 0)", from, slot)
		if outside > 0 {
			x.charge("Charge(uint64(len(%s)), %d, 0)", from, outside)
		}
		x.Line("%s := make(%s, len(%s))\nfor %s, %s := range %[3]s {\nvar %[6]s %[7]s\nvar %[8]s %[9]s", m, x.Type(t), from, k, e, key, x.Type(u.Key), elem, x.Type(u.Elem))
		x.value(key, u.Key, k, f.Key)
		x.value(elem, u.Elem, e, f.Elem)
		x.Line("%s[%s] = %s\n}\n%s = %[1]s", m, key, elem, to)
	})
}

// charge prints the charge for the memory of a converted value. The bytes of the message have been claimed by the value that it is converted from.
func (x *converter) charge(format string, args ...any) {
	x.dec.ReturnErrorIf("code", x.path, "", "code := d.%s; code != 0", fmt.Sprintf(format, args...))
}
