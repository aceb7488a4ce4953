package gen

import (
	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// encodeByFields marks the types that are encoded by their fields although they have marshal methods that were written by hand: the
// roots, and the types of other packages with //bale:gen whose fields this package can name. Otherwise the root of a recursive type
// would be encoded by its fields, and the values inside it by its methods. A directive //bale:custom that chooses methods takes precedence
// for values inside other values.
func (t *target) encodeByFields(m *model.Model) {
	for _, r := range t.roots {
		if r.Node.Marshal != "" {
			copied := *r.Node
			r.Node = &copied
		}
		r.Node.Marshal = model.MarshalByFields
	}
	for _, r := range t.roots {
		model.Walk(r.Node, func(x model.Type) bool {
			if n, ok := x.(*model.Named); ok && n.Marshal == "" && n.Methods.Binary && t.generatesElsewhere(n) && len(plan.Hidden(n, m.Package)) == 0 {
				n.Marshal = model.MarshalByFields
			}
			return true
		})
	}
}

// generatesElsewhere reports whether n is a type of another package that carries //bale:gen and whose MarshalBinary was written by hand.
// A generated MarshalBinary encodes the fields.
func (t *target) generatesElsewhere(n *model.Named) bool {
	if n.Package == t.src.Package || emit.IsGenerated(n) {
		return false
	}
	uses, _ := directive.ParseType(t.src.Notes.Type(n.Pos, n.Name), false)
	return uses.Has("gen")
}
