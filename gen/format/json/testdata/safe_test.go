package json_test

import (
	safe "example.org/json/safe/cases"
	fast "example.org/json/unsafe/cases"
)

func init() {
	var cases []fast.Case
	for _, c := range safe.All() {
		cases = append(cases, fast.Case(c))
	}
	variants = append(variants, variant{"safe", cases})
	v := new(fast.Holds)
	v.Any = &safe.Holds{L: []any{v}}
	others = append(others, v)
}
