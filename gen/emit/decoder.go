package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// A Decoder prints the parts of functions that read values which are the same in every format: strings, bytes, memory for
// slices, pointers and maps, the limits of a message, and errors.
type Decoder struct {
	*Generator
	*Exits
	*Locals
	// CountType is the type of variables with a number of elements or bytes: "int", or "uint64".
	CountType string
	// NotNil says that a slice that is read and is empty is not nil.
	NotNil bool
	// Counted says that the totals of slabs are what is still to come, and Scanned that they are so by a scan.
	Counted, Scanned bool
	// Spare says that elements without pointers are taken of the room for strings where they fit. It is for unsafe code that estimates that room.
	Spare bool
	// Take is an expression that takes count elements of type e from slab i. Count is an int.
	Take func(i int, e schema.Type, count string) string
	// Claim returns an expression for the bytes of the message that count elements of type e claim: those that they take at
	// least, beside what the lists in them hold. Nil claims none: it is for decoders that know that the elements are there.
	Claim func(e schema.Type, count string) string
	// SlabPart returns eight times the bytes of the message that an element of a slab claims. It is for decoders with
	// announced totals.
	SlabPart func(e schema.Type) int
	// SlabVars returns the variables of a slab: its elements, and its total.
	SlabVars func(i int) (slab, total string)
	// Message is an expression for the message, whose memory is not used again.
	Message string
	// Intern is a call that looks up the bytes %s in the strings that are known.
	Intern string
}

// NewDecoder is for functions that return where a value ends, or -1, with counts of a type.
func NewDecoder(g *Generator, count string) *Decoder {
	return &Decoder{SlabVars: slabVars, Message: "d.b", Intern: "d.intern(%s)", Generator: g, Exits: NewExits(g.Printer, "d", "-1"), Locals: NewLocals(g.Printer), CountType: count, NotNil: true}
}

// Estimated is a Take of a decoder that estimates how many elements are still to come, each of at least so many bytes. The
// function is called with the decoder's input.
func Estimated(function, input string, minBytes func(e schema.Type) int) func(i int, e schema.Type, count string) string {
	return func(i int, e schema.Type, count string) string {
		slab, total := slabVars(i)
		return fmt.Sprintf("%s(%s, &%s, &%s, %s, n, %d, %d)", function, input, slab, total, count, elemMemory(e), minBytes(e))
	}
}

// TakeSome is Estimated with the function that most formats share.
func TakeSome(minBytes func(e schema.Type) int) func(i int, e schema.Type, count string) string {
	return Estimated("baleTakeSome", "&d.baleInput", minBytes)
}

// TakeCounted is a Take of a decoder that has counted the elements of the whole message.
func (d *Decoder) TakeCounted(i int, e schema.Type, count string) string {
	slab, total := d.SlabVars(i)
	if d.usesSharedSlab(e) {
		return fmt.Sprintf("baleCut[%s](&%s, &%s, %s)", d.Type(e), slab, total, count)
	}
	return fmt.Sprintf("baleTake(&%s, &%s, %s)", slab, total, count)
}

// asInt is a count as an int.
func (d *Decoder) asInt(count string) string {
	if d.CountType == "int" || count == "1" {
		return count
	}
	return "int(" + count + ")"
}

// asUint is a count as a uint64.
func (d *Decoder) asUint(count string) string {
	if d.CountType == "uint64" || count == "1" {
		return count
	}
	return "uint64(" + count + ")"
}

// asCount is an int as a count.
func (d *Decoder) asCount(x string) string {
	if d.CountType == "int" {
		return x
	}
	return d.CountType + "(" + x + ")"
}

// Deeper prints the check of how deep values of recursive types stand in each other.
func (d *Decoder) Deeper(path string) {
	d.FailIf("baleTooDeep", path, "n", "d.depth++; d.depth > baleMaxDepth")
}

// Limit prints the check of a length against what a directive allows.
func (d *Decoder) Limit(r plan.Rules, count, path string) {
	if r.Max > 0 {
		d.FailIf("baleTooLong", path, "n", "%s > %d", count, r.Max)
	}
}

// memory is how many bytes of memory an element is charged.
func elemMemory(e schema.Type) int { return max(1, plan.Memory(e)) }

// Claims returns a Claim for elements that take least bytes each.
func Claims(minBytes func(e schema.Type) int) func(e schema.Type, count string) string {
	return func(e schema.Type, count string) string {
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

// claim is an expression for the bytes of the message that elements claim.
func (d *Decoder) claim(e schema.Type, count string) string {
	if d.Claim == nil || count == "1" { // what a pointer points at is read at once
		return "0"
	}
	return d.Claim(e, d.asUint(count))
}

// Charge prints the check of what elements take: memory, and bytes of the message.
func (d *Decoder) Charge(e schema.Type, count, path string) {
	size, claim := elemMemory(e), d.claim(e, count)
	if size > maxProductSize {
		d.charge(path, fmt.Sprintf("charge(%s, %d, %s)", d.asUint(count), size, claim))
		return
	}
	bytes := fmt.Sprintf("%d*%s", size, d.asUint(count))
	switch {
	case count == "1":
		bytes = fmt.Sprint(size)
	case size == 1:
		bytes = d.asUint(count)
	}
	d.FailIf(fmt.Sprintf("d.refusal(%s)", claim), path, "n", "!d.chargeBytes(%s, %s)", bytes, claim)
}

// maxProduct is up to how many bytes an element takes so that all elements of a message together are less than 2^64 bytes: there are no
// more elements than bytes, or than are allowed of those that take none.
const maxProductSize = 1 << 20

// ChargeMap prints the same check for the entries of a map.
func (d *Decoder) ChargeMap(u *schema.Map, count, path string) {
	slot, outside := plan.Slot(u)
	d.charge(path, fmt.Sprintf("chargeMap(%s, %d, %s)", d.asUint(count), slot, d.claim(plan.Entry(u), count)))
	if outside > 0 {
		d.charge(path, fmt.Sprintf("charge(%s, %d, 0)", d.asUint(count), outside))
	}
}

// chargeElems prints the check for new elements: of a slab with announced totals, the slab is charged when it is made.
func (d *Decoder) chargeElems(e schema.Type, count, path string) {
	if i := d.Slab(e); i >= 0 && d.SlabPart != nil {
		slab, total := d.SlabVars(i)
		d.Line("if %s > uint64(len(%s)) {", d.asUint(count), slab)
		d.charge(path, fmt.Sprintf("chargeSlab(%s, len(%s), %s, %d, %d)", d.asUint(count), slab, total, elemMemory(e), d.SlabPart(e)))
		d.Line("}")
		return
	}
	d.Charge(e, count, path)
}

// charge prints a call that returns the code of an error, or 0.
func (d *Decoder) charge(path, call string) {
	d.FailIf("code", path, "n", "code := d.%s; code != 0", call)
}

// String is an expression for a string. bytes are those of the message, and shared is a string that shares memory with others.
func (d *Decoder) String(t schema.Type, r plan.Rules, bytes, shared string) string {
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

// Bytes prints the reading of a slice of bytes: count of them from offset at. append clears no memory, and the slice may be a
// part of the message. Memory that is a part of the message is not used again.
func (d *Decoder) Bytes(x string, t schema.Type, r plan.Rules, at, count, path string) {
	bare, end := printer.Bare(x), at+"+"+d.asInt(count)
	if !r.Own {
		d.Line("if d.alias {\n%s = d.b[%s : %s : %s]\n} else {", bare, at, end, end)
	}
	i := d.Slab(plan.Elem(t))
	slab := i >= 0 && !r.Own
	if d.Safe { // nothing tells whether two slices overlap
		d.Line("{")
	} else {
		d.Line("if %s < %s || baleOverlaps(%s, %s) {", d.asCount("cap("+bare+")"), count, bare, d.Message)
	}
	if slab {
		d.chargeElems(plan.Elem(t), count, path)
		d.Line("%s = %s", bare, d.elements(t, r, count))
	} else {
		d.Charge(plan.Elem(t), count, path)
		d.Line("%s = nil", bare)
	}
	if slab && d.Counted && !d.Safe {
		d.Line("} else {")
		d.uncount(i, plan.Elem(t), count)
	}
	d.Line("}")
	d.Line("%s = append(%s[:0], d.b[%s:%s]...)", bare, x, at, end)
	if d.NotNil {
		d.Line("if %[1]s == nil {\n%[1]s = %[2]s{}\n}", bare, d.Type(t))
	}
	if !r.Own {
		d.Line("}")
	}
}

// Forget prints what keeps memory of a slice of bytes that is a part of the message from being used again. Without package unsafe
// nothing tells whether two slices overlap.
func (d *Decoder) Forget(x string) {
	bare := printer.Bare(x)
	if d.Safe {
		d.Line("%s = nil", bare)
		return
	}
	d.Line("if baleOverlaps(%[1]s, %[2]s) {\n%[1]s = nil\n}", bare, d.Message)
}

// Empty prints what makes a slice empty. A later append to it does not change the message, which a slice of bytes may be a part of.
func (d *Decoder) Empty(x string, t schema.Type) {
	if plan.IsByte(plan.Elem(t)) {
		d.Forget(x)
	}
	d.Line("%s = %s[:0]", printer.Bare(x), x)
}

// NamedBytes prints the reading of a slice of bytes whose element type has a name: count of them from offset at of b.
func (d *Decoder) NamedBytes(x string, t schema.Type, r plan.Rules, at, count, path string) {
	bare := printer.Bare(x)
	d.Line("if %[1]s == nil || cap(%[1]s) < %[2]s {", bare, count)
	d.chargeElems(plan.Elem(t), count, path)
	d.Line("%[1]s = %[3]s\n}\n%[1]s = %[4]s[:%[2]s]", bare, count, d.elements(t, r, count), x)
	d.Line("%s(%s, b, %s)", d.loadBytes(), bare, at)
}

// loadBytes is the function that reads elements of one byte.
func (d *Decoder) loadBytes() string {
	if d.Safe {
		return "baleLoadBytes"
	}
	return "baleLoadMemory"
}

// ByteArray prints the reading of an array of bytes, which stands at an offset of b.
func (d *Decoder) ByteArray(x string, t schema.Type, at string) {
	switch {
	case schema.Underlying(t).(*schema.Array).Len == 0:
	case d.Safe:
		d.Line("baleLoadBytes(%s[:], b, %s)", x, at)
	default:
		d.Line("%s = *(*%s)(unsafe.Add(b, %s))", printer.Bare(x), d.Type(t), at)
	}
}

// Unmarshal prints the call of a type's own method with bytes, a slice whose capacity ends with them. at is the offset of an
// error.
func (d *Decoder) Unmarshal(x string, t schema.Type, bytes, path, at string) {
	d.Line("if err := %s.Unmarshal%s(%s); err != nil {\nd.cause = err", x, d.Marshals(t), bytes)
	d.Fail("baleMalformed", path, at)
	d.Line("}")
}

// Slice prints what gives a slice as many elements: those that it has, if they are enough. New ones are charged.
func (d *Decoder) Slice(x string, t schema.Type, r plan.Rules, count, path string) {
	bare, notNil := printer.Bare(x), ""
	if d.NotNil {
		notNil = bare + " != nil && "
	}
	d.Line("if %s%s >= %s {", notNil, d.asCount("cap("+bare+")"), count)
	if unshare := d.unshareFunc(plan.Elem(t)); unshare != "" {
		d.Line("if %s > 1 {\n%s(%s[:%s], len(%s))\n}", count, unshare, x, count, bare)
	}
	d.Line("%s = %s[:%s]", bare, x, count)
	if i := d.Slab(plan.Elem(t)); i >= 0 && d.Counted {
		d.uncount(i, plan.Elem(t), count)
	}
	d.Line("} else {")
	d.chargeElems(plan.Elem(t), count, path)
	d.Line("%s = %s\n}", bare, d.elements(t, r, count))
}

// elements is an expression for a slice of new elements. Bytes that have memory of their own are from no slab.
func (d *Decoder) elements(t schema.Type, r plan.Rules, count string) string {
	e := plan.Elem(t)
	switch i := d.Slab(e); {
	case r.Own && schema.IsBytes(t):
	case i >= 0:
		return d.Take(i, e, d.asInt(count))
	case d.Spare && plan.Memory(e) > 0 && !schema.HoldsPointers(e):
		return fmt.Sprintf("baleTakeRoom[%s](&d.baleInput, %s)", d.Type(e), d.asInt(count))
	}
	return fmt.Sprintf("make(%s, %s)", d.Type(t), count)
}

// untake prints that elements of type e are not taken from slab i.
func (d *Decoder) uncount(i int, e schema.Type, count string) {
	_, total := d.SlabVars(i)
	if n := d.SlabCount(e, d.asInt(count)); n == "1" {
		d.Line("%s--", total)
	} else {
		d.Line("%s -= %s", total, n)
	}
}

// New is an expression for a pointer to a new zero value of type e.
func (d *Decoder) New(e schema.Type) string {
	if i := d.Slab(e); i >= 0 {
		return "&" + d.Take(i, e, "1") + "[0]"
	}
	return "new(" + d.Type(e) + ")"
}

// Pointer prints what gives a pointer that is nil something to point at, which is charged.
func (d *Decoder) Pointer(x string, e schema.Type, path string) {
	x = printer.Bare(x)
	d.Line("if %s == nil {", x)
	d.chargeElems(e, "1", path)
	d.Line("%s = %s", x, d.New(e))
	if i := d.Slab(e); i >= 0 && d.Scanned {
		d.Line("} else {")
		d.uncount(i, e, "1")
	}
	d.Line("}")
}

// Map prints what makes a map that has no entries.
func (d *Decoder) Map(x string, t schema.Type, count string) {
	x, nonEmpty := printer.Bare(x), ""
	if !d.NotNil {
		nonEmpty = fmt.Sprintf(" && %s > 0", count)
	}
	d.Line("if %[1]s == nil%[2]s {\n%[1]s = make(%[3]s, %[4]s)\n} else {\nclear(%[1]s)\n}", x, nonEmpty, d.Type(t), count)
}

// GetEntries prints a loop that reads the entries of a map: get prints the reading of the variables key and elem. A key
// that is there twice is an error.
func (d *Decoder) GetEntries(x string, t schema.Type, count, path, key, elem string, get func()) {
	u := schema.Underlying(t).(*schema.Map)
	i := d.Var("i")
	d.Line("for %s := range %s {\nvar %s %s\nvar %s %s", i, d.asInt(count), key, d.Type(u.Key), elem, d.Type(u.Elem))
	d.Within(d.Index(path, i), func() {
		get()
		d.Line("%s[%s] = %s\nif len(%s) != %s+1 {", x, key, elem, printer.Bare(x), i)
		if d.Result != "false" {
			d.Fail("baleDuplicate", "", "n")
		}
	})
	if d.Result == "false" { // such an error tells of the map, and not of the entry
		d.Fail("baleDuplicate", path, "n")
	}
	d.Line("}")
	d.Line("}")
}

// Member prints a variable for a member of a union, and old is what the interface holds: a pointer of the member's type is used
// again, and another value is made anew, so that a copy of the interface stays what it is.
func (d *Decoder) Member(x, old string, m schema.Type, path string) {
	if plan.Points(m) {
		d.Line("%s, _ := %s.(%s)", x, old, d.Type(m))
		return
	}
	d.Charge(m, "1", path)
	d.Line("var %s %s", x, d.Type(m))
}

// slabVars are the variables of a slab.
func slabVars(i int) (slab, total string) {
	return fmt.Sprintf("d.slabs.slab%d", i), fmt.Sprintf("d.slabs.total%d", i)
}
