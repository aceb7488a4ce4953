package check

import (
	"bale/gen/plan"
	"bale/gen/root"
)

// unstamp records that messages have no stamp because of the directive of the package.
func (p *Package) unstamp(roots root.List, d *plan.Directives) {
	if !p.Flags[plan.Unstamped] {
		return
	}
	for _, r := range roots {
		if r.Supports(plan.Unstamped) {
			d.Mark(r.Node, plan.Unstamped)
		}
	}
}
