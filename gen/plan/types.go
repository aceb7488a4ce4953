package plan

import "bale/schema"

// Elem returns the element type of a slice, an array or a pointer, and nil for other types.
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

// Basic returns the kind of a type whose underlying type is a basic type. It panics for other types.
func Basic(t schema.Type) schema.Kind { return schema.Underlying(t).(*schema.Basic).Kind }

// IsNamed reports whether t is a named type, so that a value of its underlying type has to be converted to it.
func IsNamed(t schema.Type) bool {
	_, ok := t.(*schema.Named)
	return ok
}

// Entry returns a struct type with the key and the element of a map as fields.
func Entry(u *schema.Map) schema.Type {
	return &schema.Struct{Fields: []*schema.Field{{Type: u.Key}, {Type: u.Elem}}}
}

// Join returns the path of a field with the given name in the value at path.
func Join(path, name string) string {
	switch {
	case path == "":
		return name
	case name == "":
		return path
	}
	return path + "." + name
}
