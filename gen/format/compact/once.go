package compact

import (
	"bale/gen/plan"
	"bale/model"
)

// encodesOnce reports whether messages of t, which begin with no totals but the length of the text, are encoded without counting first: those with maps or unions, whose
// second walk takes long. Counting finds errors that writing does not look for, and keeps what custom methods return, so types that need it for that are counted.
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

// appendOnce prints the attempt to append a message without counting.
func (p *generator) appendOnce(t *model.Named, name string) {
	p.Line("w, ok := e.Once(b, %d, &baleCompactExpected%s, func(w balecore.Buffer, n, s int) (int, int) { return baleCompactPut%s(&e, w, n, s, v) })", p.HeadSize(t), name, name)
	p.Line("if ok {")
	if p.HeadSize(t) > 0 {
		p.Line("%s", p.PutHead(t, "balecore.All(w)", "len(b)"))
	}
	p.Line("return w, nil\n}\ne = baleCompactEncoder{} // something did not fit, or cannot be encoded")
}
