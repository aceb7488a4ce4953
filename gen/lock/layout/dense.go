package layout

import "bale/gen/plan"

// KeepDense makes the record of each struct dense that is dense in old, the layout in the lock file, and would be sparse now, in l, in the whole layout all, of which l is the part without
// versions, and in d. Messages without a stamp could not be told apart otherwise: an earlier version of bale wrote them, or the struct has grown.
func (l *Layout) KeepDense(old *Layout, d *plan.Directives, all *Layout) {
	for name, def := range l.Defs {
		if o := old.Defs[name]; o != nil && o.Kind == Struct && !o.Sparse && def.Sparse {
			def.Sparse, all.Defs[name].Sparse, d.Sparse[def.node] = false, false, false
		}
	}
}
