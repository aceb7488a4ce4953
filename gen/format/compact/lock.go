package compact

import (
	"bale/gen/emit"
	locked "bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// lockRules describe what the bytes of messages depend on.
var lockRules = &locked.Rules{Evolves: true, Reads: reads, Totals: totals}

// reads reports whether integers of kind from can be decoded into kind to: both have codes, and to has no smaller range.
func reads(from, to schema.Kind) bool {
	return from.Bits() >= 32 && locked.HoldsInteger(from, to)
}

// totals returns the types that the totals of a root's messages count.
func totals(d *plan.Directives, home string, root *schema.Named) []schema.Type {
	w := emit.NewPrinter(home, true)
	w.Directives = d
	return newGenerator(w, []*schema.Named{root}).totalTypes(root)
}
