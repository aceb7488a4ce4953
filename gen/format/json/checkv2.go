package json

import (
	"cmp"
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// checkV2 is check for a root with the semantics of encoding/json/v2.
func checkV2(root *model.Named, home string) model.Errors {
	c := &checker{rules: rulesV2, seen: map[model.Type]bool{}, home: home}
	if hasMethodsV2(root) {
		c.fail(root.Pos, root.Name, "encoding/json/v2 calls its hand-written methods, such as MarshalJSON, MarshalText or MarshalJSONTo, which the methods of bale gen would replace: remove the format json or these methods, or embed a type without methods if they are those of an embedded field")
	}
	c.walk(root, root.Name, root.Pos)
	return c.errs
}

// checkTypeV2 finds what encoding/json/v2 refuses in t itself, and reports whether its parts are to be checked. Types with methods may be anything.
func (c *checker) checkTypeV2(t model.Type, path, pos string) bool {
	if isDuration(t) {
		c.failField(pos, path, "encoding/json/v2 of Go 1.27 has no form for time.Duration", "use a type of your own with MarshalText and UnmarshalText")
		return false
	}
	if c.seen[t] || hasMethodsV2(t) {
		return false
	}
	if _, named := t.(*model.Named); named {
		c.seen[t] = true
	}
	if _, ok := model.Underlying(t).(*model.Struct); !ok {
		return true
	}
	f := &finderV2{home: c.home}
	f.find(t)
	for _, fault := range f.faults {
		own, where := c.own, path+"."+fault.path
		if fault.Package == c.home {
			c.own = where
		}
		c.failField(cmp.Or(fault.Pos, pos), where, "encoding/json/v2 refuses the struct: "+fault.text, "change the field")
		c.own = own
	}
	return true
}

// isKeyV2 reports whether a type without methods may be the key of a map.
func isKeyV2(t model.Type) bool {
	if p, ok := t.(*model.Pointer); ok {
		t = p.Elem
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind != model.Bool && u.Kind != model.Complex64 && u.Kind != model.Complex128
	case *model.Interface:
		return true
	}
	_, isTime := t.(*model.Time)
	return isTime
}

// checkMixed returns an error if a root holds another one that has other semantics.
func checkMixed(root *model.Named, d *plan.Directives, home string) model.Errors {
	graph := &plan.Graph{Home: home}
	var other *model.Named
	plan.Reachable(model.Type(root), graph.Parts, func(x model.Type) bool {
		n, ok := x.(*model.Named)
		if v2, isRoot := d.JSONV2[n]; ok && isRoot && v2 != d.JSONV2[root] {
			other = n
		}
		return other != nil
	})
	if other == nil {
		return nil
	}
	with, without := root.Name, other.Name
	if d.JSONV2[other] {
		with, without = without, with
	}
	return model.Errors{{Pos: root.Pos, Path: root.Name, Msg: fmt.Sprintf("holds %s, and only %s has //bale:json v2: put it above %s, too", other.Name, with, without)}}
}

// checkFormsV2 returns an error if a root with the semantics of encoding/json/v2 holds a union with a form.
func checkFormsV2(root *model.Named, d *plan.Directives, home string) model.Errors {
	graph := &plan.Graph{Home: home}
	hasForm := func(t model.Type) bool {
		i, ok := model.Underlying(t).(*model.Interface)
		return ok && d.JSONUnions[i] != nil
	}
	if !graph.Contains(root, hasForm) {
		return nil
	}
	return model.Errors{{Pos: root.Pos, Path: root.Name, Msg: "a union in it has a form in JSON, which the code for json v2 does not have: leave out //bale:json v2, or //bale:json union"}}
}
