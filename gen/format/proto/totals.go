package proto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// Memory for the elements of a slab is allocated at once for as many as the latest messages of the root had. Other formats estimate how many are still
// to come from what they have seen of the message, which does not help for a few elements each of many types.

// takeElems prints an expression for count elements of slab i.
func takeElems(i int, e model.Type, count string) string {
	return fmt.Sprintf("baleproto.TakeSome(&d.Input, &d.slabs.slab%[1]d, &d.slabs.totals[%[1]d], %[2]s, %[1]d, n, end, %[3]d, %[4]d)", i, count, emit.ElemMemory(e), leastField)
}

// takeElem prints an expression for a pointer to an element of slab i.
func takeElem(i int, e model.Type) string {
	return fmt.Sprintf("baleproto.TakeOne(&d.Input, &d.slabs.slab%[1]d, &d.slabs.totals[%[1]d], %[1]d, n, %[2]d, %[3]d)", i, emit.ElemMemory(e), leastField)
}

// useTotals prints code that makes a decoder of m use the totals of the latest messages.
func (p *generator) useTotals(t *model.Named, m *message) {
	if p.countsElems(t, m) {
		p.Line("d.Latest = %[1]sLatest%[2]s.Load()", title, m.Name)
	}
}

// countElems prints code that adds the totals of a decoded message.
func (p *generator) countElems(t *model.Named, m *message) {
	if p.countsElems(t, m) {
		p.Line("if d.Count() {\n%sLatest%s.Store(d.Counted(d.slabs.totals[:]))\n}", title, m.Name)
	}
}

// latestVar prints the variable for the totals of the messages m.
func (p *generator) latestVar(t *model.Named, m *message) {
	if p.countsElems(t, m) {
		p.Line("var %[1]sLatest%[2]s %[3]s.Pointer[baleproto.Totals]\n", title, m.Name, p.Import("sync/atomic"))
	}
}

// countsElems reports whether the elements of messages m are counted: if it has some from slabs, and is not a part, which leaves out others.
func (p *generator) countsElems(t *model.Named, m *message) (counts bool) {
	p.EachSliceAndPointer(t, false, func(t model.Type, _ bool) { counts = counts || p.Slab(plan.Elem(t)) >= 0 })
	return counts && !m.Part
}
