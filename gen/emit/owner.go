package emit

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// Elements of a reused slice may share memory. For example, after s = append(s[:0], ...) has filtered a slice in place, some
// elements are both before and after the end of s. After copy(a[:], a[1:]), two elements of an array share memory. The functions of
// this file print code that removes memory from elements that may share it with other elements of the slice or array. It compares the addresses that elements hold in the same field: see
// [bale/gen/runtime/core.Apart].

// unshareFunc prints a function that removes shared memory from the elements of a slice of e, and returns its name. It returns
// "" if elements of type e hold no memory.
func (d *Decoder) unshareFunc(e schema.Type) string {
	if !d.holdsMemory(e) {
		return ""
	}
	name := d.Title + "Own" + d.Name(e)
	d.Helper("own "+name, d.Capture(func() { d.printUnshareFunc(name, e) }))
	return name
}

// UnshareArray prints code that removes shared memory from the elements of the array x. The fields of an array that is itself in an
// element of a slice have been compared with those of all elements of the slice; to compare them again is rarely necessary, and cheap.
func (d *Decoder) UnshareArray(x string, t schema.Type) {
	if plan.Len(t) < 2 {
		return
	}
	if unshare := d.unshareFunc(plan.Elem(t)); unshare != "" {
		d.Line("%s(%s[:], %d)", unshare, x, plan.Len(t))
	}
}

// holdsMemory reports whether an e directly holds memory, as a slice, pointer or map does, that decoding reuses.
func (d *Decoder) holdsMemory(e schema.Type) bool {
	switch k := d.Kind(e, false); k {
	case plan.Custom, plan.Map, plan.Pointer, plan.List, plan.Bytes:
		return true
	case plan.Union:
		return slices.ContainsFunc(plan.Members(e), plan.IsPointer)
	case plan.Record:
		return slices.ContainsFunc(d.Fields(schema.Underlying(e).(*schema.Struct)), func(f *schema.Field) bool { return d.holdsMemory(f.Type) })
	case plan.Array:
		return d.holdsMemory(plan.Elem(e))
	}
	return false
}

// printUnshareFunc prints the function. If elements hold addresses, the function checks that these ascend, as the addresses of
// elements that were allocated together do. If they do not, it calls a second function, which compares each address with those
// of all earlier elements.
func (d *Decoder) printUnshareFunc(name string, e schema.Type) {
	body := func(o *unsharer) string { return d.Capture(func() { o.unshare("(*x)", e) }) }
	precise := &unsharer{Decoder: d}
	text := body(precise)
	if precise.pieces == 0 {
		d.Line("\n// %s removes memory from elements of v that may share it with other elements. The slice had n elements.", name)
		d.Line("func %s(v []%s, n int) {\nfor i := range v {\nx := &v[i]\n%s}\n}", name, d.Type(e), text)
		return
	}
	quick := &unsharer{Decoder: d, fallback: name + "Closer(v, n)\nreturn"}
	d.Line("\n// %[1]s removes memory from elements of v that may share it with other elements. The slice had n elements.", name)
	d.Line("func %s(v []%s, n int) {\nvar ends [%d]uintptr\nfor i := range v {\nx := &v[i]\n%s}\n}", name, d.Type(e), precise.pieces, body(quick))
	d.Line("\n// %[1]sCloser is %[1]s for elements whose addresses do not ascend.", name)
	d.Line("func %sCloser(v []%s, n int) {\nvar apart [%d]baleApart\nfor i := range v {\nx := &v[i]\n%s}\n}", name, d.Type(e), precise.pieces, text)
}

// An unsharer prints the body of one function.
type unsharer struct {
	*Decoder
	fallback string // code for addresses that do not ascend; "" means a comparison with all earlier addresses
	pieces   int    // number of addresses that are compared for each element
	arrays   int    // number of loops over arrays
}

// unshare prints the code for the value at expr.
func (o *unsharer) unshare(expr string, t schema.Type) {
	x := printer.Unparen(expr)
	switch o.Kind(t, false) {
	case plan.Custom: // the memory that it holds is unknown
		o.Line("if i >= n {\n%s = *new(%s)\n}", x, o.Type(t))
	case plan.Pointer:
		o.unsharePiece(x, x+" != nil", "unsafe.Pointer("+x+")", fmt.Sprint(plan.SizeInMemory(plan.Elem(t))))
	case plan.List, plan.Bytes:
		size := fmt.Sprintf("%d*uintptr(cap(%s))", plan.SizeInMemory(plan.Elem(t)), x)
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

// unsharePiece prints code that sets x to nil unless its memory is known to be separate from that of all elements before.
func (o *unsharer) unsharePiece(x, present, address, size string) {
	if o.Safe {
		o.Line("%s = nil", x)
		return
	}
	o.compare(x, present, address, size)
	o.pieces++
}

// compare prints the comparison of an address with those of the elements before, and the code for memory that may be shared.
func (o *unsharer) compare(x, present, address, size string) {
	if o.fallback != "" {
		o.Line("if %s && !baleAscends(&ends[%d], %s, %s) {\n%s\n}", present, o.pieces, address, size, o.fallback)
		return
	}
	o.Line("if %s && !apart[%d].next(%s, %s) {\n%s = nil\n}", present, o.pieces, address, size, x)
}

// unshareUnion is unsharePiece for an interface that may hold a pointer.
func (o *unsharer) unshareUnion(expr string, t schema.Type) {
	x := printer.Unparen(expr)
	if o.Safe {
		o.Line("%s = nil", x)
		return
	}
	o.Line("switch y := %s.(type) {", expr)
	for _, m := range plan.Members(t) {
		if plan.IsPointer(m) {
			o.Line("case %s:", o.Type(m))
			o.compare(x, "y != nil", "unsafe.Pointer(y)", fmt.Sprint(plan.SizeInMemory(plan.Elem(m))))
		}
	}
	o.Line("}")
	o.pieces++
}
