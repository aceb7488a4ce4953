package compact

import (
	"bale/gen/emit"
	locked "bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// lockRules say what the bytes depend on.
var lockRules = &locked.Rules{Evolves: true, NestedRoots: true, Reads: reads, Totals: totals}

// reads reports whether an integer decodes what was encoded from one of another kind: both have a code.
func reads(from, to schema.Kind) bool {
	return from.Bits() >= 32 && locked.Wider(from, to)
}

// totals returns how many totals a message of a root begins with, beside the length of its text.
func totals(d *plan.Directives, home string, root *schema.Named) int {
	w := emit.NewPrinter(home, true)
	w.Directives = d
	return len(newGenerator(w, []*schema.Named{root}).announced(root))
}
