package tests

// Package is the import path of the package whose unexported fields are filled, too.
const Package = "bale/gen/runtime/tests"

var (
	MaxLen    = map[Field]int{}     // maximum lengths of fields; -1 means that the field is not encoded
	MembersOf = map[Field]Members{} // types that interfaces may hold: in a field, or in a type, with an empty field name
	Custom    = []Methods(nil)      // types that are encoded by their own methods, once for each way
	Types     = []Was(nil)          // types as they were when the code was generated
)
