package tests

import (
	"fmt"
	"reflect"
)

// A Was describes a type as it was when the code was generated.
type Was struct {
	of    reflect.Type
	is    reflect.Type            // what a type that is not a struct was declared as; nil if the package cannot write it
	parts map[string]reflect.Type // types of the fields of a struct that are encoded; nil if the package cannot write it
}

// Stale returns an error for the first type that has changed since the code was generated, or nil if there is none.
func Stale() error {
	for _, was := range Types {
		if change := was.change(); change != "" {
			return fmt.Errorf("the generated code is older than the type %s, %s: run bale gen", was.of, change)
		}
	}
	return nil
}

// change returns what has changed in the type, or "".
func (w Was) change() string {
	if w.of.Kind() != reflect.Struct || w.parts == nil {
		if HasRenamed && w.is != nil && !Alike(w.of, w.is) {
			return fmt.Sprintf("which was %s", w.is)
		}
		return ""
	}
	for i, p := range Parts(w.of) {
		if p.foreign || p.max < 0 || p.field.name == "_" {
			continue
		}
		now := w.of.Field(i)
		is, known := w.parts[now.Name]
		switch {
		case !known && (now.IsExported() || now.PkgPath == Package):
			return fmt.Sprintf("whose field %s is new", now.Name)
		case is != nil && !Alike(now.Type, is):
			return fmt.Sprintf("whose field %s was %s", now.Name, is)
		}
	}
	return ""
}

// Alike reports whether values of two types are the same, apart from names of types and tags of fields.
func Alike(a, b reflect.Type) bool { return a.Kind() == b.Kind() && a.ConvertibleTo(b) }
