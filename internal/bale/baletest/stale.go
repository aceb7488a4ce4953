package baletest

import (
	"fmt"
	"reflect"
)

// A Was describes a type as it was when the code was generated.
type Was struct {
	Of    reflect.Type
	Is    reflect.Type            // what a type that is not a struct was declared as; nil if the package cannot write it
	Parts map[string]reflect.Type // types of the fields of a struct that are encoded; nil if the package cannot write it
}

// Stale returns an error for the first type that has changed since the code was generated, or nil if there is none.
func Stale() error {
	for _, was := range about.Types {
		if change := was.change(); change != "" {
			return fmt.Errorf("the generated code is older than the type %s, %s: run bale gen", was.Of, change)
		}
	}
	return nil
}

// change returns what has changed in the type, or "".
func (w Was) change() string {
	if w.Of.Kind() != reflect.Struct || w.Parts == nil {
		if w.Is != nil && !Alike(w.Of, w.Is) {
			return fmt.Sprintf("which was %s", w.Is)
		}
		return ""
	}
	for i, p := range Parts(w.Of) {
		if p.foreign || p.max < 0 || p.field.Name == "_" {
			continue
		}
		now := w.Of.Field(i)
		is, known := w.Parts[now.Name]
		switch {
		case !known && (now.IsExported() || now.PkgPath == about.Path):
			return fmt.Sprintf("whose field %s is new", now.Name)
		case is != nil && !Alike(now.Type, is):
			return fmt.Sprintf("whose field %s was %s", now.Name, is)
		}
	}
	return ""
}

// Alike reports whether values of two types are the same, apart from names of types and tags of fields.
func Alike(a, b reflect.Type) bool { return a.Kind() == b.Kind() && a.ConvertibleTo(b) }
