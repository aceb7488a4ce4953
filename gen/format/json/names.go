package json

import (
	"bale/gen/emit"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/schema"
)

// names returns the names of the fields of the structs with names in a root.
func names(root *schema.Named, home string) (list []emit.FieldName) {
	graph := &plan.Graph{Home: home}
	add := func(t schema.Type) bool {
		n, ok := t.(*schema.Named)
		if !ok || n.JSON.Any() {
			return false
		}
		if _, ok := n.Underlying.(*schema.Struct); !ok {
			return false
		}
		f := &finder{home: home}
		f.find(n)
		for _, x := range f.dominant() {
			list = append(list, emit.FieldName{Owner: plan.FullName(n, home), Name: x.Name, Form: layout.Form(x.Type, home), Pos: x.Pos})
		}
		return false
	}
	add(root)
	plan.Reachable(schema.Type(root), graph.Parts, add)
	return list
}
