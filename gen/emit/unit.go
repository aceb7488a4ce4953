package emit

import (
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// A Unit is the roots of a package that one format with a view of its own encodes. Their nodes are of its model.
type Unit struct {
	Source *source.Package
	Set    *model.Set // the package, loaded
	Names  []string   // of the types in the model: the roots, and requested names that the package does not declare
	Roots  Roots
}

// A Walk is the check of all types that the roots of a package contain, as a format sees it that checks the fields of some structs itself.
type Walk struct {
	Home       string // the package that the code is for
	Directives *plan.Directives
	SortsMaps  bool // the entries of all maps are encoded in the order of their keys
	// Fail reports an error.
	Fail func(pos, path, format string, args ...any)
	// Enter says that what follows is about the field f of the type t.
	Enter func(t model.Type, f *model.Field)
	// Type checks a type of the value at path. pos is the position of the innermost field on the path that is in the user's module.
	Type func(t model.Type, path, pos string)
	// LeaveOut returns the advice on how to leave out the field that is being checked.
	LeaveOut func() string
}
