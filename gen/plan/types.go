package plan

import "bale/schema"

// Elem is the element type of a slice, an array or a pointer, and nil for another type.
func Elem(t schema.Type) schema.Type {
	switch u := schema.Underlying(t).(type) {
	case *schema.Slice:
		return u.Elem
	case *schema.Array:
		return u.Elem
	case *schema.Pointer:
		return u.Elem
	}
	return nil
}

// Basic is the kind of a type that is a basic one underneath.
func Basic(t schema.Type) schema.Kind { return schema.Underlying(t).(*schema.Basic).Kind }

// IsByte reports whether t is the predeclared byte, and no other type of that kind.
func IsByte(t schema.Type) bool {
	b, ok := t.(*schema.Basic)
	return ok && b.Kind == schema.Uint8
}

// IsNamed reports whether t has a name of its own, so that a value of its underlying type is converted to it.
func IsNamed(t schema.Type) bool {
	_, ok := t.(*schema.Named)
	return ok
}

// CustomBy is the method pair by which a t is written, "" where its fields are: see Marshals.
func CustomBy(t schema.Type, home string) string {
	if n, ok := t.(*schema.Named); ok {
		return Marshals(n, home)
	}
	return ""
}

// Entry returns a struct of the key and the element of a map.
func Entry(u *schema.Map) schema.Type {
	return &schema.Struct{Fields: []*schema.Field{{Type: u.Key}, {Type: u.Elem}}}
}

// Join is the path of a field in the value at path.
func Join(path, name string) string {
	switch {
	case path == "":
		return name
	case name == "":
		return path
	}
	return path + "." + name
}
