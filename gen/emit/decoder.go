package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A Decoder prints the parts of decoding functions that are the same in every format: strings, bytes, memory for slices,
// pointers and maps, the limits of a message, and errors.
type Decoder struct {
	*Generator
	*ErrorReturns
	*Locals
	// CountType is the type of variables that hold a number of elements or bytes: "int" or "uint64".
	CountType string
	// EmptyNotNil means that empty slices and maps are decoded as non-nil.
	EmptyNotNil bool
	// Counted means that the total of each slab is the number of elements still to come. Scanned means that a scan of the
	// message has computed these totals.
	Counted, Scanned bool
	// ListsInTextMemory means that lists without pointers take memory reserved for strings if they fit there. It is for code that
	// estimates that memory.
	ListsInTextMemory bool
	// Fresh means that what is decoded into is empty: pointers and maps are nil or empty, and lists have no elements, but may have memory,
	// which is cleared.
	Fresh bool
	// TakeElems returns an expression that takes count elements of type e from slab i. The expression count is an int.
	TakeElems func(i int, e model.Type, count string) string
	// TakeElem returns an expression for a pointer to an element of type e that is taken from slab i. Nil means that TakeElems takes it.
	TakeElem func(i int, e model.Type) string
	// ClaimedBytes returns an expression for the bytes of the message that count elements of type e claim: their minimum size, not
	// counting the elements of lists in them. A nil ClaimedBytes claims no bytes; it is for decoders that have already checked that
	// the elements are there.
	ClaimedBytes func(e model.Type, count string) string
	// SlabClaimBits returns eight times the number of bytes of the message that an element of a slab claims. It is for formats whose
	// messages announce the totals of slabs.
	SlabClaimBits func(e model.Type) int
	// Message is an expression for the message. A decoded value must not reuse memory of the message.
	Message string
	// Intern is a format for a call that looks up the bytes %s in the table of interned strings.
	Intern string
}

// NewDecoder returns a [Decoder] for functions that return the offset of a value's end, or -1 after an error. count is its
// CountType.
func NewDecoder(g *Generator, count string) *Decoder {
	return &Decoder{Message: "d.B", Intern: "d.Intern(%s)", Generator: g, ErrorReturns: newErrorReturns(g.Printer, "d", "-1"), Locals: newLocals(g.Printer), CountType: count, EmptyNotNil: true}
}

// TakeEstimatedBy returns a [Decoder.TakeElems] for a decoder that estimates how many elements are still to come. minBytes returns the minimum size
// of an element. The printed code calls function with the expression input, the decoder's input, as its first argument.
func TakeEstimatedBy(function, input string, minBytes func(e model.Type) int) func(i int, e model.Type, count string) string {
	return func(i int, e model.Type, count string) string {
		slab, total := slabVars(i)
		return fmt.Sprintf("%s(%s, &%s, &%s, %s, n, %d, %d)", function, input, slab, total, count, ElemMemory(e), minBytes(e))
	}
}

// TakeEstimated is [TakeEstimatedBy] with the function that most formats use.
func TakeEstimated(minBytes func(e model.Type) int) func(i int, e model.Type, count string) string {
	return TakeEstimatedBy("balecore.TakeSome", "d.Core()", minBytes)
}

// TakeCountedElems is a [Decoder.TakeElems] for decoders that know the number of elements in the whole message.
func (d *Decoder) TakeCountedElems(i int, e model.Type, count string) string {
	slab, total := slabVars(i)
	if d.usesSharedSlab(e) {
		return fmt.Sprintf("balecore.Cut[%s](&%s, &%s, %s)", d.Type(e), slab, total, count)
	}
	return fmt.Sprintf("balecore.Take(&%s, &%s, %s)", slab, total, count)
}

// asInt converts the expression count to int.
func (d *Decoder) asInt(count string) string {
	if d.CountType == "int" || count == "1" {
		return count
	}
	return "int(" + count + ")"
}

// asUint converts the expression count to uint64.
func (d *Decoder) asUint(count string) string {
	if d.CountType == "uint64" || count == "1" {
		return count
	}
	return "uint64(" + count + ")"
}

// asCount converts the int expression x to CountType.
func (d *Decoder) asCount(x string) string {
	if d.CountType == "int" {
		return x
	}
	return d.CountType + "(" + x + ")"
}

// CheckDepth prints a check that limits how deeply values of recursive types are nested.
func (d *Decoder) CheckDepth(path string) {
	d.ReturnErrorIf("balecore.TooDeep", path, "n", "d.Depth++; d.Depth > balecore.MaxDepth")
}

// CheckLimit prints a check of a length against the limit of a directive, if there is one.
func (d *Decoder) CheckLimit(r plan.Rules, count, path string) {
	if r.Max > 0 {
		d.ReturnErrorIf("balecore.TooLong", path, "n", "%s > %d", count, r.Max)
	}
}

// ElemMemory returns the number of bytes of memory that the budget is charged for an element.
func ElemMemory(e model.Type) int { return max(1, plan.SizeInMemory(e)) }

// ClaimMinSize returns a [Decoder.ClaimedBytes] for elements of at least minBytes(e) bytes each.
func ClaimMinSize(minBytes func(e model.Type) int) func(e model.Type, count string) string {
	return func(e model.Type, count string) string {
		switch n := minBytes(e); n {
		case 0:
			return "0"
		case 1:
			return count
		default:
			return fmt.Sprintf("%d*%s", n, count)
		}
	}
}

// claim returns an expression for the bytes of the message that count elements of type e claim.
func (d *Decoder) claim(e model.Type, count string) string {
	if d.ClaimedBytes == nil || count == "1" { // the target of a pointer is decoded immediately
		return "0"
	}
	return d.ClaimedBytes(e, d.asUint(count))
}

// Charge prints code that charges the budget for count elements of type e: their memory, and the bytes of the message that they
// claim.
func (d *Decoder) Charge(e model.Type, count, path string) {
	size, claim := ElemMemory(e), d.claim(e, count)
	if size > maxProductSize {
		d.charge(path, fmt.Sprintf("Charge(%s, %d, %s)", d.asUint(count), size, claim))
		return
	}
	bytes := fmt.Sprintf("%d*%s", size, d.asUint(count))
	switch {
	case count == "1":
		bytes = fmt.Sprint(size)
	case size == 1:
		bytes = d.asUint(count)
	}
	d.ReturnErrorIf(fmt.Sprintf("d.Refusal(%s)", claim), path, "n", "!d.ChargeBytes(%s, %s)", bytes, claim)
}

// maxProductSize is the maximum element size for which the total size of all elements of a message is less than 2^64 bytes. The
// number of elements is limited by the length of the message, or by the limit for zero-size elements.
const maxProductSize = 1 << 20

// ChargeMap prints code that charges the budget for the entries of a map.
func (d *Decoder) ChargeMap(u *model.Map, count, path string) {
	slot, outside := plan.MapEntrySize(u)
	d.charge(path, fmt.Sprintf("ChargeMap(%s, %d, %s)", d.asUint(count), slot, d.claim(plan.Entry(u), count)))
	if outside > 0 {
		d.charge(path, fmt.Sprintf("Charge(%s, %d, 0)", d.asUint(count), outside))
	}
}

// chargeElems prints code that charges the budget for new elements. A slab with announced totals is charged when it is
// allocated.
func (d *Decoder) chargeElems(e model.Type, count, path string) {
	if i := d.Slab(e); i >= 0 && d.SlabClaimBits != nil {
		slab, total := slabVars(i)
		d.Line("if %s > uint64(%s.Left()) {", d.asUint(count), slab)
		d.charge(path, fmt.Sprintf("ChargeSlab(%s, %s.Left(), %s, %d, %d)", d.asUint(count), slab, total, ElemMemory(e), d.SlabClaimBits(e)))
		d.Line("}")
		return
	}
	d.Charge(e, count, path)
}

// charge prints a call that returns an error code or 0, and the check of its result.
func (d *Decoder) charge(path, call string) {
	d.ReturnErrorIf("code", path, "n", "code := d.%s; code != 0", call)
}

// String returns an expression for a decoded string. The expression bytes is the part of the message that holds it, and shared
// is a string that may share memory with other strings.
func (d *Decoder) String(t model.Type, r plan.Rules, bytes, shared string) string {
	switch {
	case r.Own:
		return fmt.Sprintf("%s(%s)", d.Type(t), bytes)
	case r.Intern:
		shared = fmt.Sprintf(d.Intern, bytes)
	}
	if plan.IsNamed(t) {
		return fmt.Sprintf("%s(%s)", d.Type(t), shared)
	}
	return shared
}

// GetBytes prints code that decodes a slice of bytes: count bytes from offset at. It uses append, which does not clear memory.
// Memory that overlaps the message is not reused.
func (d *Decoder) GetBytes(x string, t model.Type, r plan.Rules, at, count, path string) {
	bare, end := printer.Unparen(x), at+"+"+d.asInt(count)
	if !r.Own {
		if d.EmptyNotNil {
			d.Line("if d.Alias {")
		} else { // an empty slice is decoded as without alias: as nil into a new value
			d.Line("if d.Alias && %s > 0 {", count)
		}
		d.Line("%s = d.B[%s : %s : %s]\n} else {", bare, at, end, end)
	}
	i := d.Slab(plan.Elem(t))
	slab := i >= 0 && !r.Own
	d.Own(x, t)
	d.Line("if %s < %s || balecore.Overlaps(%s, %s) {", d.asCount("cap("+bare+")"), count, bare, d.Message)
	if slab {
		d.chargeElems(plan.Elem(t), count, path)
		d.Line("%s = %s", bare, d.elements(t, r, count))
	} else {
		d.Charge(plan.Elem(t), count, path)
		d.Line("%s = nil", bare)
	}
	if slab && d.Counted {
		d.Line("} else {")
		d.uncount(i, plan.Elem(t), count)
	}
	d.Line("}")
	d.Line("%s = append(%s[:0], d.B[%s:%s]...)", bare, x, at, end)
	if d.EmptyNotNil {
		d.Line("if %[1]s == nil {\n%[1]s = %[2]s{}\n}", bare, d.Type(t))
	}
	if !r.Own {
		d.Line("}")
	}
}

// DropAlias prints code that sets the slice of bytes x to nil if it overlaps the message, so that its memory is not reused.
func (d *Decoder) DropAlias(x string) {
	d.Line("if balecore.Overlaps(%[1]s, %[2]s) {\n%[1]s = nil\n}", printer.Unparen(x), d.Message)
}

// SetEmpty prints code that makes the slice x empty. A slice of bytes may be part of the message; after this code, an append to it
// does not change the message.
func (d *Decoder) SetEmpty(x string, t model.Type) {
	bare := printer.Unparen(x)
	if d.Renewed(t) {
		d.Line("%s = nil", bare)
		return
	}
	d.Own(x, t)
	if model.IsByte(plan.Elem(t)) {
		d.DropAlias(x)
	}
	d.Line("%s = %s", bare, resized(x, t, "0"))
}

// resized returns an expression for the slice x of type t with count elements, for which it has memory. The elements that are removed are cleared if they have
// pointers.
func resized(x string, t model.Type, count string) string {
	if model.HoldsPointers(plan.Elem(t)) {
		return fmt.Sprintf("balecore.Resize(%s, %s)", printer.Unparen(x), count)
	}
	return fmt.Sprintf("%s[:%s]", x, count)
}

// GetNamedBytes prints code that decodes a slice of bytes whose element type is named: count bytes from offset at of b.
func (d *Decoder) GetNamedBytes(x string, t model.Type, r plan.Rules, at, count, path string) {
	bare := printer.Unparen(x)
	d.Own(x, t)
	d.Line("if %[1]s == nil || cap(%[1]s) < %[2]s {", bare, count)
	d.chargeElems(plan.Elem(t), count, path)
	d.Line("%[1]s = %[3]s\n}\n%[1]s = %[4]s[:%[2]s]", bare, count, d.elements(t, r, count), x)
	d.Line("balecore.LoadMemory(%s, b, %s)", bare, at)
}

// GetByteArray prints code that decodes an array of bytes from offset at of b.
func (d *Decoder) GetByteArray(x string, t model.Type, at string) {
	if plan.Len(t) > 0 {
		d.Line("balecore.LoadArray(%s, b, %s)", printer.Addr(x), at)
	}
}

// GetCustom prints the call of a custom type's own method. The expression bytes is a slice whose capacity equals its length.
// The expression at is the offset of an error.
func (d *Decoder) GetCustom(x string, t model.Type, bytes, path, at string) {
	d.Line("%sif err := %s; err != nil {\nd.Cause = err", d.SetZero(x, t), d.Unmarshal(x, t, bytes))
	d.ReturnError("balecore.Malformed", path, at)
	d.Line("}")
}

// MakeSlice prints code that gives a slice count elements. It reuses the slice's memory if that is large enough and not [plan.Graph.Renewed]; otherwise it
// charges the budget for new elements.
func (d *Decoder) MakeSlice(x string, t model.Type, r plan.Rules, count, path string) {
	bare, notNil := printer.Unparen(x), ""
	switch renewed := d.Renewed(t); {
	case renewed && d.EmptyNotNil:
		d.chargeElems(plan.Elem(t), count, path)
		d.Line("%s = %s", bare, d.elements(t, r, count))
		return
	case renewed:
		d.Line("%s = nil\nif %s > 0 {", bare, count)
		d.chargeElems(plan.Elem(t), count, path)
		d.Line("%s = %s\n}", bare, d.elements(t, r, count))
		return
	case d.EmptyNotNil:
		notNil = bare + " != nil && "
	}
	d.Own(x, t)
	d.Line("if %s%s >= %s {", notNil, d.asCount("cap("+bare+")"), count)
	d.Line("%s = %s", bare, resized(x, t, d.asInt(count)))
	if i := d.Slab(plan.Elem(t)); i >= 0 && d.Counted {
		d.uncount(i, plan.Elem(t), count)
	}
	d.Line("} else {")
	d.chargeElems(plan.Elem(t), count, path)
	d.Line("%s = %s\n}", bare, d.elements(t, r, count))
}

// elements returns an expression for a slice of count new elements. A slice of bytes with its own memory does not come from a
// slab.
func (d *Decoder) elements(t model.Type, r plan.Rules, count string) string {
	e := plan.Elem(t)
	switch i := d.Slab(e); {
	case r.Own && model.IsBytes(t):
	case i >= 0:
		return d.TakeElems(i, e, d.asInt(count))
	case d.ListsInTextMemory && plan.SharesMemory(e, d.Package):
		return fmt.Sprintf("balecore.TakeRoom[%s](d.Core(), %s)", d.Type(e), d.asInt(count))
	}
	return fmt.Sprintf("make(%s, %s)", d.Type(t), count)
}

// uncount prints code that subtracts elements of type e from the total of slab i, since they do not take memory from it.
func (d *Decoder) uncount(i int, e model.Type, count string) {
	_, total := slabVars(i)
	if n := d.SlabCount(e, d.asInt(count)); n == "1" {
		d.Line("%s--", total)
	} else {
		d.Line("%s -= %s", total, n)
	}
}

// NewElems prints the declaration of the variable list, a slice of count new values of type e, and charges the budget for them.
func (d *Decoder) NewElems(list string, e model.Type, count, path string) {
	d.chargeElems(e, count, path)
	d.Line("%s := %s", list, d.elements(&model.Slice{Elem: e}, plan.Rules{}, count))
}

// NewElem returns an expression for a pointer to a new zero value of type e.
func (d *Decoder) NewElem(e model.Type) string {
	switch i := d.Slab(e); {
	case i >= 0 && d.TakeElem != nil:
		return d.TakeElem(i, e)
	case i >= 0:
		return "&" + d.TakeElems(i, e, "1") + "[0]"
	}
	return "new(" + d.Type(e) + ")"
}

// MakePointer prints code that makes x a pointer to an e that belongs to no other place. It keeps the target if it can.
func (d *Decoder) MakePointer(x string, e model.Type, path string) {
	to := &model.Pointer{Elem: e}
	if d.Fresh || d.Renewed(to) {
		d.newPointer(x, e, path)
		return
	}
	d.Own(x, to)
	d.KeepPointer(x, e, path)
}

// newPointer prints code that allocates the target of the pointer x, and charges the budget for it.
func (d *Decoder) newPointer(x string, e model.Type, path string) {
	d.chargeElems(e, "1", path)
	d.Line("%s = %s", printer.Unparen(x), d.NewElem(e))
}

// KeepPointer prints code that allocates the target of the pointer x, and charges the budget for it, if x is nil.
func (d *Decoder) KeepPointer(x string, e model.Type, path string) {
	x = printer.Unparen(x)
	if d.Fresh {
		d.newPointer(x, e, path)
		return
	}
	d.Line("if %s == nil {", x)
	d.newPointer(x, e, path)
	if i := d.Slab(e); i >= 0 && d.Scanned {
		d.Line("} else {")
		d.uncount(i, e, "1")
	}
	d.Line("}")
}

// ClearMap prints code that makes the map x empty.
func (d *Decoder) ClearMap(x string, t model.Type) {
	d.Own(x, t)
	d.Line("clear(%s)", printer.Unparen(x))
}

// MakeMap prints code that clears the map x, or allocates a map for count entries if x is nil.
func (d *Decoder) MakeMap(x string, t model.Type, count string) {
	d.Own(x, t)
	x, nonEmpty := printer.Unparen(x), ""
	if !d.EmptyNotNil {
		nonEmpty = fmt.Sprintf(" && %s > 0", count)
	}
	d.Line("if %[1]s == nil%[2]s {\n%[1]s = make(%[3]s, %[4]s)\n} else {\nclear(%[1]s)\n}", x, nonEmpty, d.Type(t), count)
}

// GetEntries prints a loop that decodes the entries of a map. get prints the code that decodes the variables key and elem. A
// duplicate key is an error.
func (d *Decoder) GetEntries(x string, t model.Type, count, path, key, elem string, get func()) {
	u := model.Underlying(t).(*model.Map)
	i := d.Var("i")
	d.Line("for %s := range %s {", i, d.asInt(count))
	if k, e := d.Type(u.Key), d.Type(u.Elem); k == e {
		d.Line("var %s, %s %s", key, elem, k)
	} else {
		d.Line("var %s %s\nvar %s %s", key, k, elem, e)
	}
	d.Within(d.AddIndexLine(path, i), func() {
		get()
		d.Line("%s[%s] = %s\nif len(%s) != %s+1 {", x, key, elem, printer.Unparen(x), i)
		if d.Result != "false" {
			d.ReturnError("balecore.Duplicate", "", "n")
		}
	})
	if d.Result == "false" { // here the path of the error is that of the map, without an index
		d.ReturnError("balecore.Duplicate", path, "n")
	}
	d.Line("}")
	d.Line("}")
}

// DeclareMember prints the declaration of the variable x for a member of a union. old is the current value of the interface. If it is
// a pointer of the member's type, the pointer is reused. A member that is not a pointer gets a new variable, so that a copy of
// the interface keeps its value.
func (d *Decoder) DeclareMember(x, old string, m model.Type, path string) {
	switch {
	case d.ReusesMember(m):
		d.Line("%s, _ := %s.(%s)", x, old, d.Type(m))
		return
	case plan.IsPointer(m):
		d.Line("var %s %s", x, d.Type(m))
		return
	}
	d.Charge(m, "1", path)
	d.Line("var %s %s", x, d.Type(m))
}

// ReusesMember reports whether decoding may reuse the target of a member of a union that has the type m: a pointer whose memory can be shown to
// belong to no other place. Own prints the code for that.
func (d *Decoder) ReusesMember(m model.Type) bool {
	return plan.IsPointer(m)
}

// slabVars returns the variables of slab i: the unused elements, and the total.
func slabVars(i int) (slab, total string) {
	return fmt.Sprintf("d.slabs.slab%d", i), fmt.Sprintf("d.slabs.totals[%d]", i)
}
