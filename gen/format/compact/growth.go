package compact

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// growth returns how many bytes a message of root of less than 64 KiB becomes longer at most, for each value of a struct in it, if all of
// structs evolve, and none evolves now.
func growth(d *plan.Directives, home string, root *model.Named, structs []*model.Named) (most int) {
	later := *d
	later.Evolving = map[*model.Named]string{}
	for _, n := range structs {
		later.Evolving[n] = "later"
	}
	roots := []*model.Named{root}
	w := emit.NewPrinter(home)
	w.Directives = &later
	p := newGenerator(w, roots)
	now := emit.NewPrinter(home)
	now.Directives = d
	joined := p.joined(root)
	for _, n := range structs {
		most = max(most, p.growthOf(n, joined[n]))
	}
	if newGenerator(now, roots).flat(root) { // then it has no totals yet
		most += 1 + p.textSize(root)
	}
	return most
}

// joined returns the types in messages of root that would be part of one record if no struct evolved: structs by value, and the types
// that hold them.
func (p *generator) joined(root model.Type) map[model.Type]bool {
	joined := map[model.Type]bool{}
	visit := func(t model.Type) bool {
		for _, it := range p.layout(t, noRules).items {
			if it.Kind == plan.Record {
				joined[t], joined[it.Type] = true, true
			}
		}
		return false
	}
	visit(root)
	p.leads(root, visit)
	return joined
}

// growthOf returns the maximum of the bytes that a value of n takes more because n is a growing struct. joined reports whether its codes
// and bits would share their last byte with those of another struct otherwise.
func (p *generator) growthOf(n *model.Named, joined bool) int {
	l := p.layout(n, noRules)
	rest, strings, bits := 0, 0, 0
	for _, it := range l.items {
		switch it.Kind {
		case plan.Time:
			rest += 4
			bits++
		case plan.Bool:
			bits++
		case plan.Pointer:
			bits++
			rest = unlimited
		case plan.String, plan.Bytes, plan.List, plan.Map:
			if model.IsKind(it.Type, model.String) {
				strings++
				continue
			}
			rest = unlimited
		case plan.Array, plan.Custom, plan.Union, plan.Record:
			rest = unlimited
		}
	}
	rest = min(rest, unlimited)
	control := 4*l.codes() + bits // in bits, if n did not evolve
	more := l.control() - (control+7)/8
	if joined && control%8 > 0 {
		more++
	}
	return more + (growingSections+1)/2 + sizeBytes(l.control()) + sizeBytes(l.fixed) + sizeBytes(l.numberBytes+strings) + sizeBytes(rest) + p.textSize(n)
}

// unlimited is a size without a limit that depends on the type.
const unlimited = 1<<16 - 1

// textSize returns the maximum bytes of the number that gives the length of the text of a t.
func (p *generator) textSize(t model.Type) int {
	if p.someText(t, func(plan.Rules) bool { return true }) {
		return sizeBytes(unlimited)
	}
	return 0
}

// sizeBytes returns the bytes of a number after its code, for numbers below 65,536.
func sizeBytes(n int) int {
	switch {
	case n < 8:
		return 0
	case n < 256:
		return 1
	}
	return 2
}
