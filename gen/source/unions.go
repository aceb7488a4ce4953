package source

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// FieldUnion returns the union that a directive at a field declares, or nil. Its name distinguishes the interface from others of
// the same type.
func (p *Package) FieldUnion(f *model.Field) *model.Union {
	u := p.Notes.FieldUnion(f)
	if u != nil {
		u.Name = p.UnionName(u.Pos+f.Pos, f.Name)
	}
	return u
}

// TypeUnion returns the union that the directives above a type declare, on one line or several, or nil.
func (p *Package) TypeUnion(pos, name string) *model.Union {
	u := p.Notes.TypeUnion(pos, name)
	if u != nil {
		u.Name = p.UnionName(u.Pos, name)
	}
	return u
}

// UnionName returns the generated name for the interface whose union is declared at place.
func (p *Package) UnionName(place, name string) string {
	if n := p.unions[place]; n != "" {
		return n
	}
	stem := "baleUnion" + plan.Upper(name)
	n := stem
	taken := func() bool {
		for _, other := range p.unions {
			if other == n {
				return true
			}
		}
		return p.Taken[n] != ""
	}
	for i := 2; taken(); i++ {
		n = fmt.Sprintf("%s%d", stem, i)
	}
	p.unions[place] = n
	return n
}
