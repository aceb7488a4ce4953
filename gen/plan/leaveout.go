package plan

import (
	"fmt"
	"strings"

	"bale/schema"
)

// LeaveOut returns the end of an error about the field f at a path of names in the struct t, for code in package home. If another package declares
// the field, whose source may not be the user's, it has the directive that leaves out the field; otherwise it is "". A field that is already left
// out is in the way for what the struct is, so the directive leaves out the fields that hold the struct.
func LeaveOut(t schema.Type, f *schema.Field, path, home string) string {
	if f.Package == home {
		return ""
	}
	names := strings.Split(path, ".")
	var owner *schema.Named
	field, at := "", t
	for _, name := range names {
		if n, ok := at.(*schema.Named); ok {
			owner, field = n, name
		}
		if at = fieldType(at, name); at == nil {
			break
		}
	}
	outer, named := t.(*schema.Named)
	switch {
	case f.Type == nil && named:
		return fmt.Sprintf("; if the struct is of another module, the fields that hold it can be left out with //bale:custom %s.%s skip, anywhere in a file of the package", outer.Package, outer.Name)
	case owner == nil:
		return "; if the struct is of another module, leave out the field that holds it"
	}
	return fmt.Sprintf("; a field of another module can be left out with //bale:custom %s.%s.%s skip, anywhere in a file of the package", owner.Package, owner.Name, field)
}

// fieldType returns the type of a field of the struct t, or the target of a pointer in the field. It returns nil if there is none.
func fieldType(t schema.Type, name string) schema.Type {
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
