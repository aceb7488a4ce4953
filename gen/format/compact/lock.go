package compact

import (
	"bale/gen/emit"
	locked "bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// lockRules describe what the bytes of messages depend on.
var lockRules = &locked.Rules{Evolves: true, Stamps: true, Reads: reads, Totals: totals, Sparse: sparse}

// reads reports whether integers of kind from can be decoded into kind to: both have codes, and to has no smaller range.
func reads(from, to model.Kind) bool {
	return from.Bits() >= 32 && locked.HoldsInteger(from, to)
}

// sparse reports whether the record of a struct is sparse.
func sparse(d *plan.Directives, home string, t model.Type) bool {
	w := emit.NewPrinter(home)
	w.Directives = d
	return newGenerator(w, nil).layout(t, noRules).sparse
}

// totals returns the types that the totals of a root's messages count.
func totals(d *plan.Directives, home string, root *model.Named) []model.Type {
	w := emit.NewPrinter(home)
	w.Directives = d
	return newGenerator(w, []*model.Named{root}).totalTypes(root)
}
