package json

import (
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// names returns the names of the fields of the structs with names in a root, and of the members of its unions.
func names(root *model.Named, d *plan.Directives, home string) (list []emit.FieldName) {
	graph := &plan.Graph{Home: home}
	owners := map[model.Type]string{} // of unions whose names are not in the source
	add := func(t model.Type) bool {
		n, ok := t.(*model.Named)
		switch {
		case !ok:
		case isUnion(n):
			owner := plan.FullName(n, home)
			if n.Alias && owners[n] != "" {
				owner = owners[n]
			}
			list = append(list, unionNames(n, owner, d)...)
		case !n.JSON.Any():
			noteOwners(owners, n, plan.FullName(n, home))
			list = append(list, fieldNames(n, home)...)
		}
		return false
	}
	add(root)
	plan.Reachable(model.Type(root), graph.Parts, add)
	return list
}

// noteOwners notes the places of the unions in n, a type called owner, whose names are not in the source.
func noteOwners(owners map[model.Type]string, n *model.Named, owner string) {
	var visit func(t model.Type, owner string)
	visit = func(t model.Type, owner string) {
		if x, ok := t.(*model.Named); ok {
			if x.Alias && owners[x] == "" {
				owners[x] = owner
			}
			return
		}
		if s, ok := t.(*model.Struct); ok {
			for _, f := range s.Fields {
				visit(f.Type, owner+"."+f.Name)
			}
			return
		}
		for part := range model.Children(t) {
			visit(part, owner)
		}
	}
	visit(n.Underlying, owner)
}

// fieldNames returns the names of the fields of a type with a name, if it is a struct.
func fieldNames(n *model.Named, home string) (list []emit.FieldName) {
	if _, ok := n.Underlying.(*model.Struct); !ok {
		return nil
	}
	f := &finder{home: home}
	f.find(n)
	for _, x := range dominant(f.all) {
		list = append(list, emit.FieldName{Owner: plan.FullName(n, home), Name: x.Name, Form: layout.Form(x.Type, home), Pos: x.Pos, Keep: "the tag `json:\"%s\"`"})
	}
	return list
}

// unionNames returns the names of the members of a union, and that of the discriminator.
func unionNames(n *model.Named, owner string, d *plan.Directives) (list []emit.FieldName) {
	form := d.JSONUnions[n.Underlying.(*model.Interface)]
	kind := "object"
	if form.Field != "" {
		kind = "field:" + form.Field
		list = append(list, emit.FieldName{Owner: owner + "[field]", Name: form.Field, Form: "string", Pos: n.Pos, Keep: "//bale:json union=field:%s"})
	}
	for i, m := range plan.Members(n) {
		keep := "//bale:json union=" + kind + " " + plan.MemberText(n, m)
		list = append(list, emit.FieldName{Owner: owner, Name: form.Names[i], Form: emit.MemberForm, Pos: n.Pos, Keep: strings.ReplaceAll(keep, "%", "%%") + "=%s"})
	}
	return list
}
