package lab

import (
	"fmt"
	"slices"
	"strings"

	"bale/sample"
	"bale/schema"
)

// ParseIgnored checks a list of what the proofs of round trips are to leave out, as far as no type need be known for it.
func ParseIgnored(names []string) error {
	for _, name := range names {
		typ, field, dot := strings.Cut(name, ".")
		switch {
		case !dot && !slices.Contains(sample.Kinds(), name):
			return fmt.Errorf("%q is no kind of difference: there are %s; a field is named with its type, as in Order.Cache",
				name, strings.Join(sample.Kinds(), ", "))
		case dot && (typ == "" || field == "" || strings.Contains(field, ".")):
			return fmt.Errorf("%q names no field: name it with its type alone, as in Order.Cache", name)
		}
	}
	return nil
}

// checkIgnored says which of the fields to ignore none of the shapes has.
func checkIgnored(names []string, shapes []*Shape) error {
	fields, types := fieldsOf(shapes)
	for _, name := range names {
		typ, field, dot := strings.Cut(name, ".")
		has, known := fields[typ]
		switch {
		case !dot || slices.Contains(has, field):
		case known:
			return fmt.Errorf("-ignore %s: %s has no such field: there are %s", name, typ, strings.Join(has, ", "))
		default:
			return fmt.Errorf("-ignore %s: no struct of this name is compared: there are %s", name, strings.Join(types, ", "))
		}
	}
	return nil
}

// fieldsOf is the names of the fields of all structs with a name that the shapes are made of, by the name of the struct, and
// these names in order.
func fieldsOf(shapes []*Shape) (fields map[string][]string, types []string) {
	fields = map[string][]string{}
	for _, s := range shapes {
		schema.Walk(s.Model.Roots[s.Root].Type, func(t schema.Type) bool {
			n, named := t.(*schema.Named)
			u, isStruct := schema.Underlying(t).(*schema.Struct)
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
