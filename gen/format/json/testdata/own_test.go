package json_test

import (
	fast "example.org/json/fast/cases"
	own "example.org/json/own/cases"
)

func init() {
	var cases []fast.Case
	for _, c := range own.All() {
		cases = append(cases, fast.Case(c))
	}
	variants = append(variants, variant{"own", cases})
	v := new(fast.Holds)
	v.Any = &own.Holds{L: []any{v}}
	others = append(others, v)
}
