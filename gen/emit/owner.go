package emit

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// Elements of a slice that is used again may share memory: in the slice that s = append(s[:0], ...) has filtered, elements
// behind the end are also in front of it. The functions of this file print what takes memory from elements that may share it with
// others of the slice. What elements hold at a place, such as a field, is compared by addresses: see Apart in package core.

// owner returns the name of the function that does so for slices of e, which is printed, or "" if elements of e hold no memory.
func (d *Decoder) unshareFunc(e schema.Type) string {
	if !d.holdsMemory(e) {
		return ""
	}
	name := d.Title + "Own" + d.Name(e)
	d.Helper("own "+name, d.Capture(func() { d.printUnshareFunc(name, e) }))
	return name
}

// holdsMemory reports whether an e holds, without any pointer between, what is used again when it is read into.
func (d *Decoder) holdsMemory(e schema.Type) bool {
	switch k := d.Kind(e, false); k {
	case plan.Custom, plan.Map, plan.Pointer, plan.List, plan.Bytes:
		return true
	case plan.Union:
		return slices.ContainsFunc(plan.Members(e), plan.Points)
	case plan.Record:
		return slices.ContainsFunc(d.Fields(schema.Underlying(e).(*schema.Struct)), func(f *schema.Field) bool { return d.holdsMemory(f.Type) })
	case plan.Array:
		return d.holdsMemory(plan.Elem(e))
	}
	return false
}

// ownFunc prints the function. Where there are addresses to compare, it finds whether they ascend, as those of elements that were
// allocated together do. If not, another function has a closer look.
func (d *Decoder) printUnshareFunc(name string, e schema.Type) {
	body := func(o *unsharer) string { return d.Capture(func() { o.unshare("(*x)", e) }) }
	precise := &unsharer{Decoder: d}
	text := body(precise)
	if precise.pieces == 0 {
		d.Line("\n// %s takes memory from the elements of v that may share it with others. The slice had n elements.", name)
		d.Line("func %s(v []%s, n int) {\nfor i := range v {\nx := &v[i]\n%s}\n}", name, d.Type(e), text)
		return
	}
	quick := &unsharer{Decoder: d, fallback: name + "Closer(v, n)\nreturn"}
	d.Line("\n// %[1]s takes memory from the elements of v that may share it with others. The slice had n elements.", name)
	d.Line("func %s(v []%s, n int) {\nvar ends [%d]uintptr\nfor i := range v {\nx := &v[i]\n%s}\n}", name, d.Type(e), precise.pieces, body(quick))
	d.Line("\n// %[1]sCloser is %[1]s for elements whose addresses do not ascend.", name)
	d.Line("func %sCloser(v []%s, n int) {\nvar apart [%d]baleApart\nfor i := range v {\nx := &v[i]\n%s}\n}", name, d.Type(e), precise.pieces, text)
}

// An owner prints the body of one function.
type unsharer struct {
	*Decoder
	fallback string // what is done where addresses do not ascend; "" compares with all pieces of memory
	pieces   int    // that are compared, of an element
	arrays   int    // over arrays
}

// own prints what is done with the value at expr.
func (o *unsharer) unshare(expr string, t schema.Type) {
	x := printer.Bare(expr)
	switch o.Kind(t, false) {
	case plan.Custom: // nobody knows what it holds
		o.Line("if i >= n {\n%s = *new(%s)\n}", x, o.Type(t))
	case plan.Pointer:
		o.unsharePiece(x, x+" != nil", "unsafe.Pointer("+x+")", fmt.Sprint(plan.Memory(plan.Elem(t))))
	case plan.List, plan.Bytes:
		size := fmt.Sprintf("%d*uintptr(cap(%s))", plan.Memory(plan.Elem(t)), x)
		o.unsharePiece(x, "cap("+x+") > 0", "unsafe.Pointer(unsafe.SliceData("+x+"))", size)
	case plan.Map:
		o.unsharePiece(x, x+" != nil", "*(*unsafe.Pointer)(unsafe.Pointer("+printer.Addr(expr)+"))", "1")
	case plan.Union:
		o.unshareUnion(expr, t)
	case plan.Record:
		for _, f := range o.Fields(schema.Underlying(t).(*schema.Struct)) {
			if o.holdsMemory(f.Type) {
				o.unshare(printer.Field(expr, f.Name), f.Type)
			}
		}
	case plan.Array:
		o.arrays++
		i := fmt.Sprintf("i%d", o.arrays)
		o.Line("for %s := range %s {", i, x)
		o.unshare(expr+"["+i+"]", plan.Elem(t))
		o.Line("}")
	}
}

// drop prints what makes x nil unless its memory is known to be apart from that of the elements before.
func (o *unsharer) unsharePiece(x, present, address, size string) {
	if o.Safe {
		o.Line("%s = nil", x)
		return
	}
	o.compare(x, present, address, size)
	o.pieces++
}

// compare prints the comparison of a piece of memory with those before, and what is done if they may be the same.
func (o *unsharer) compare(x, present, address, size string) {
	if o.fallback != "" {
		o.Line("if %s && !baleAscends(&ends[%d], %s, %s) {\n%s\n}", present, o.pieces, address, size, o.fallback)
		return
	}
	o.Line("if %s && !apart[%d].next(%s, %s) {\n%s = nil\n}", present, o.pieces, address, size, x)
}

// ownUnion prints the same for an interface that may hold a pointer.
func (o *unsharer) unshareUnion(expr string, t schema.Type) {
	x := printer.Bare(expr)
	if o.Safe {
		o.Line("%s = nil", x)
		return
	}
	o.Line("switch y := %s.(type) {", expr)
	for _, m := range plan.Members(t) {
		if plan.Points(m) {
			o.Line("case %s:", o.Type(m))
			o.compare(x, "y != nil", "unsafe.Pointer(y)", fmt.Sprint(plan.Memory(plan.Elem(m))))
		}
	}
	o.Line("}")
	o.pieces++
}
