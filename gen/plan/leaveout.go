package plan

import (
	"fmt"
	"strings"

	"bale/model"
)

// LeaveOut returns the end of an error about the field f at a path of names in the struct t, for code in package home. If another package declares
// the field, whose source may not be the user's, it has the directive that leaves out the field; otherwise it is "".
func LeaveOut(t model.Type, f *model.Field, path, home string) string {
	if f.Package == home {
		return ""
	}
	var owner *model.Named
	field := ""
	for _, name := range strings.Split(path, ".") {
		if n, ok := t.(*model.Named); ok {
			owner, field = n, name
		}
		t = fieldType(t, name)
	}
	if owner == nil {
		return "; if the struct is of another module, leave out the field that holds it"
	}
	return fmt.Sprintf("; a field of another module can be left out with //bale:custom %s.%s.%s skip, anywhere in a file of the package", owner.Package, owner.Name, field)
}

// LeaveOutStruct is [LeaveOut] for an error about f that the struct t has without f, too: its directive leaves out the fields that hold the struct.
func LeaveOutStruct(t model.Type, f *model.Field, home string) string {
	n, ok := t.(*model.Named)
	if !ok || f.Package == home {
		return ""
	}
	return fmt.Sprintf("; the fields that hold a struct of another module can be left out with //bale:custom %s.%s skip, anywhere in a file of the package", n.Package, n.Name)
}

// fieldType returns the type of a field of the struct t, or the target of a pointer in the field. It returns nil if there is none.
func fieldType(t model.Type, name string) model.Type {
	if t == nil {
		return nil
	}
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		return nil
	}
	for _, f := range s.Fields {
		if f.Name != name {
			continue
		}
		if p, ok := f.Type.(*model.Pointer); ok {
			return p.Elem
		}
		return f.Type
	}
	return nil
}
