package plan

import (
	"fmt"
	"strings"

	"bale/schema"
)

// LeaveOut returns the end of an error about the field f at a path of names in the struct t, for code in package home. If another package declares
// the field, whose source may not be the user's, it has the directive that leaves out the field; otherwise it is "".
func LeaveOut(t schema.Type, f *schema.Field, path, home string) string {
	if f.Package == home {
		return ""
	}
	var owner *schema.Named
	field := ""
	for _, name := range strings.Split(path, ".") {
		if n, ok := t.(*schema.Named); ok {
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
func LeaveOutStruct(t schema.Type, f *schema.Field, home string) string {
	n, ok := t.(*schema.Named)
	if !ok || f.Package == home {
		return ""
	}
	return fmt.Sprintf("; the fields that hold a struct of another module can be left out with //bale:custom %s.%s skip, anywhere in a file of the package", n.Package, n.Name)
}

// fieldType returns the type of a field of the struct t, or the target of a pointer in the field. It returns nil if there is none.
func fieldType(t schema.Type, name string) schema.Type {
	if t == nil {
		return nil
	}
	s, ok := schema.Underlying(t).(*schema.Struct)
	if !ok {
		return nil
	}
	for _, f := range s.Fields {
		if f.Name != name {
			continue
		}
		if p, ok := f.Type.(*schema.Pointer); ok {
			return p.Elem
		}
		return f.Type
	}
	return nil
}
