package check

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/root"
)

// evolve records the structs that evolve because of the flag -evolve or the directive of the package: those of all types of the package.
func (p *Package) evolve(roots root.List, d *plan.Directives) {
	if !p.Flags["evolve"] {
		return
	}
	by := "-evolve"
	if !p.Requested["evolve"] {
		by = "//bale:gen evolve in the comment of the package"
	}
	effect := false
	for _, r := range roots {
		if r.Supports("evolve") {
			effect = true
			d.EvolveInside(r.Node, p.Source.Package, by)
		}
	}
	if p.Requested["evolve"] && !effect && !p.Several {
		p.Errors.Add("", "", "-evolve is for the format %s, which no type of package %s has: add the format, or leave out the flag", emit.FormatsWith(p.Known, "evolve"), p.Source.Package)
	}
}
