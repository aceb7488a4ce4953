package plan

import "bale/model"

// Elem returns the element type of a slice, an array or a pointer, and nil for other types.
func Elem(t model.Type) model.Type {
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		return u.Elem
	case *model.Array:
		return u.Elem
	case *model.Pointer:
		return u.Elem
	}
	return nil
}

// Basic returns the kind of a type whose underlying type is a basic type. It panics for other types.
func Basic(t model.Type) model.Kind { return model.Underlying(t).(*model.Basic).Kind }

// IsNamed reports whether t is a named type, so that a value of its underlying type has to be converted to it.
func IsNamed(t model.Type) bool {
	_, ok := t.(*model.Named)
	return ok
}

// Entry returns a struct type with the key and the element of a map as fields.
func Entry(u *model.Map) model.Type {
	return &model.Struct{Fields: []*model.Field{{Type: u.Key}, {Type: u.Elem}}}
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
