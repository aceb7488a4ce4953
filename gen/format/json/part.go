package json

import (
	"fmt"

	"bale/model"
)

// part prints the functions that decode a part of a root.
func (g *generator) part(t *model.Named) {
	name := g.Name(t)
	g.Func("// baleJSONPlain%[1]s returns v as a type without the generated methods, in which encoding/json does not see the other fields.\nfunc baleJSONPlain%[1]s(v *%[2]s) any { return balejson.View[%[3]s](v) }\n", name, g.Type(t), g.plainType(t, false))
	g.decodeRoot(g, t, name, g.Type(t))
}

// partName returns the name after [plainName]'s prefix of the type that stands for a copy of a type. Unmarshal removes it from errors.
func (g *generator) partName(n *model.Named, name string) string {
	key := n.Part.Key() + " " + g.Type(n)
	for i, other := range g.copies {
		if other == key {
			return fmt.Sprintf("Part%d_%s", i+1, name)
		}
	}
	g.copies = append(g.copies, key)
	return fmt.Sprintf("Part%d_%s", len(g.copies), name)
}
