package gen

import (
	"fmt"
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/model"
)

// encodeByFields marks the types that are encoded by their fields although they have marshal methods that were written by hand: the
// roots, and the types of other packages with //bale:gen whose fields this package can name. Otherwise the root of a recursive type
// would be encoded by its fields, and the values inside it by its methods. A directive //bale:custom that chooses methods takes precedence
// for values inside other values.
func (t *target) encodeByFields(m *model.Model) {
	for _, r := range t.roots {
		if r.node.Marshal != "" {
			copied := *r.node
			r.node = &copied
		}
		r.node.Marshal = model.MarshalByFields
	}
	for _, r := range t.roots {
		model.Walk(r.node, func(x model.Type) bool {
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
	uses, _ := directive.ParseType(t.notes.Type(n.Pos, n.Name), false)
	return uses.Has("gen")
}

// keepMethods returns advice for a field that no longer has the type was in the lock file: a directive that encodes a custom type in it by the
// same methods as before. It returns "" if there is no such type, or if the type does not have these methods.
func (t *target) keepMethods(was *layout.Type) string {
	for _, custom := range was.Customs() {
		way := model.MarshalMethods(strings.ToLower(custom.Method))
		wasName, _, _ := strings.Cut(custom.Name, "[")
		found := ""
		for _, r := range t.roots {
			model.Walk(r.node, func(x model.Type) bool {
				if n, ok := x.(*model.Named); ok {
					name, _, _ := strings.Cut(plan.FullName(n, t.src.Package), "[")
					if same := r.callsMethods(n, t.src.Package) && plan.MethodSuffix(n, t.src.Package) == custom.Method; name == wasName && n.Methods.Has(way) && !same {
						found = name
					}
				}
				return found == ""
			})
		}
		if found != "" {
			return fmt.Sprintf("; to go on calling its methods, write //bale:custom %s %s anywhere in a file of the package", found, way)
		}
	}
	return ""
}
