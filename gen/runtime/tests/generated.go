package tests

import "reflect"

// Package is whose unexported fields are filled.
const Package = "bale/gen/runtime/tests"

var (
	MaxLen    = map[Field]int{}         // how long what is in a field may be, as its directive says: -1 is for a field that is not written
	MembersOf = map[Field]Members{}     // what interfaces may hold: in a field, or in a type, which has no field
	Custom    = map[reflect.Type]bool{} // the types that are encoded by methods of their own
)
