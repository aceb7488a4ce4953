package compact

import (
	"bale/gen/plan"
	"bale/model"
)

// encodesOnce reports whether messages of t are encoded without counting first: those with maps or unions, whose second walk takes long. The totals are then counted
// while the elements are written. Counting finds errors that writing does not look for, and keeps what custom methods return, so types that need it for that are counted.
func (p *generator) encodesOnce(t *model.Named) bool {
	walks, needs := false, p.HoldsCustom(t)
	look := func(t model.Type) bool {
		for _, it := range p.layout(t, noRules).items {
			switch u := it.underlying().(type) {
			case *model.Map:
				walks = walks || p.needsCount(u.Key) || p.needsCount(u.Elem)
				needs = needs || p.MergesKeys(u)
			case *model.Slice:
				needs = needs || p.minSize(u.Elem) == 0
			}
			walks = walks || it.Kind == plan.Union
		}
		return false
	}
	look(t)
	p.leads(t, look)
	return walks && !needs
}

// appendOnce prints the attempt to append a message without counting. l is the layout of the totals.
func (p *generator) appendOnce(t *model.Named, l *layout, name string) {
	p.Line("w, ok := e.Once(b, %d, &baleCompactExpected%[2]s, func(w balecore.Buffer, n, s int) (int, int) { return baleCompactPut%[2]s(&e, w, n, s, v) },\nfunc(w balecore.Buffer, n int) int { return baleCompactHead%[2]s(&e, w, n) })",
		p.HeadSize(t)+l.max(), name)
	p.Line("if ok {\nreturn w, nil\n}\ne = baleCompactEncoder{} // something did not fit, or cannot be encoded")
}

// headFunc prints the function that encodes what is before the text of a message.
func (p *generator) headFunc(t *model.Named, l *layout, name string) {
	p.Func("// baleCompactHead%[1]s encodes what is before the text of a message at n, and returns its end offset.\nfunc baleCompactHead%[1]s(e *baleCompactEncoder, b balecore.Buffer, n int) int {", name)
	p.putHead(t, l)
	p.Line("return n\n}\n")
}

// putHead prints the encoding of what is before the text of a message, at n, which it advances.
func (p *generator) putHead(t *model.Named, l *layout) {
	if p.HeadSize(t) > 0 {
		p.Line("n = %s", p.PutHead(t, "b", "n"))
	}
	p.putRecord(l)
}

// addTotal prints code that adds the number of elements of type e to the total of their slab, if they are written before totals: see encodesOnce.
func (p *generator) addTotal(e model.Type, count string) {
	if i := p.Slab(e); i >= 0 && p.once {
		p.Line("e.totals[%d] += %s", i, count)
	}
}
