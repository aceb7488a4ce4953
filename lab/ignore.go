package lab

import (
	"fmt"
	"slices"
	"strings"

	"bale/model"
	"bale/program/build"
	"bale/runner/loss"
)

// ParseIgnored checks the syntax of a list of differences that round-trip checks ignore. It does not check that the fields exist.
func ParseIgnored(names []string) error {
	for _, name := range names {
		typ, field, dot := strings.Cut(name, ".")
		switch {
		case !dot && !slices.Contains(loss.Kinds(), name):
			return fmt.Errorf("%q is not a kind of difference: the kinds are %s; name a field with its type: TYPE.FIELD",
				name, strings.Join(loss.Kinds(), ", "))
		case dot && (typ == "" || field == "" || strings.Contains(field, ".")):
			return fmt.Errorf("%q does not name a field: write its type and its name: TYPE.FIELD", name)
		}
	}
	return nil
}

// checkIgnored returns an error if none of the shapes has one of the fields to ignore.
func checkIgnored(names []string, shapes []*build.Shape) error {
	fields, types := fieldsOf(shapes)
	for _, name := range names {
		typ, field, dot := strings.Cut(name, ".")
		has, known := fields[typ]
		switch {
		case !dot || slices.Contains(has, field):
		case known:
			return fmt.Errorf("-ignore %s: %s has no such field: it has %s", name, typ, strings.Join(has, ", "))
		default:
			return fmt.Errorf("-ignore %s: no struct of this name is compared: the structs are %s", name, strings.Join(types, ", "))
		}
	}
	return nil
}

// fieldsOf returns the names of the fields of all named structs in the shapes, by the name of the struct, and the names of the structs in
// the order of their first use.
func fieldsOf(shapes []*build.Shape) (fields map[string][]string, types []string) {
	fields = map[string][]string{}
	for _, s := range shapes {
		model.Walk(s.Model.Roots[s.Root].Type, func(t model.Type) bool {
			n, named := t.(*model.Named)
			u, isStruct := model.Underlying(t).(*model.Struct)
			if !named || !isStruct {
				return true
			}
			if _, ok := fields[n.Name]; !ok {
				fields[n.Name] = nil
				types = append(types, n.Name)
			}
			for _, f := range u.Fields {
				if !slices.Contains(fields[n.Name], f.Name) {
					fields[n.Name] = append(fields[n.Name], f.Name)
				}
			}
			return true
		})
	}
	return fields, types
}
