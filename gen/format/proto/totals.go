package proto

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// Memory for the elements of a slab is allocated at once for as many as the latest messages of the root had. Other formats estimate how many are still
// to come from what they have seen of the message, which does not help for a few elements each of many types.

// takeElems prints an expression for count elements of slab i.
func takeElems(i int, e schema.Type, count string) string {
	return fmt.Sprintf("%[1]sTakeSome(&d.%[1]sInput, &d.slabs.slab%[2]d, &d.slabs.total%[2]d, %[3]s, %[2]d, n, %[4]d, %[5]d)", title, i, count, emit.ElemMemory(e), leastField)
}

// takeElem prints an expression for a pointer to an element of slab i.
func takeElem(i int, e schema.Type) string {
	return fmt.Sprintf("%[1]sTakeOne(&d.%[1]sInput, &d.slabs.slab%[2]d, &d.slabs.total%[2]d, %[2]d, n, %[3]d, %[4]d)", title, i, emit.ElemMemory(e), leastField)
}

// slabsOf returns the indexes of the slabs of the root t.
func (p *generator) slabsOf(t *schema.Named) (all []int) {
	p.EachSliceAndPointer(t, false, func(t schema.Type, _ bool) {
		if i := p.Slab(plan.Elem(t)); i >= 0 {
			all = append(all, i)
		}
	})
	slices.Sort(all)
	return slices.Compact(all)
}

// useTotals prints code that makes a decoder of m use the totals of the latest messages.
func (p *generator) useTotals(t *schema.Named, m *plan.Message) {
	if p.countsElems(t, m) {
		p.Line("d.latest = %[1]sLatest%[2]s.Load()", title, m.Name)
	}
}

// countElems prints code that adds the totals of a decoded message.
func (p *generator) countElems(t *schema.Named, m *plan.Message) {
	if !p.countsElems(t, m) {
		return
	}
	var totals []string
	for _, i := range p.slabsOf(t) {
		totals = append(totals, fmt.Sprintf("%[1]d: d.slabs.total%[1]d", i))
	}
	p.Line("if d.count() {\n%sLatest%s.Store(d.counted([]int{%s}))\n}", title, m.Name, strings.Join(totals, ", "))
}

// latestVar prints the variable for the totals of the messages m.
func (p *generator) latestVar(t *schema.Named, m *plan.Message) {
	if p.countsElems(t, m) {
		p.Line("var %[1]sLatest%[2]s %[3]s.Pointer[%[1]sTotals]\n", title, m.Name, p.Import("sync/atomic"))
	}
}

// countsElems reports whether the elements of messages m are counted: unless a part leaves out some.
func (p *generator) countsElems(t *schema.Named, m *plan.Message) bool {
	return !m.Part && len(p.slabsOf(t)) > 0
}
