package baletest

import (
	"reflect"
	"slices"
	"testing"
)

// Deepest is the number of values that Deep puts into each other at most. It exceeds the limit of generated code.
const Deepest = 4096

// Deep checks that a value that contains itself many times through a custom type is refused. A hand-written method that calls generated
// ones starts a new message, for which the limit of the depth begins again.
func Deep[T any](t *testing.T, c Case[T]) {
	if Unlimited(c) {
		t.Errorf("%d values of %v inside each other were encoded and decoded: a hand-written method that calls generated ones restarts the limit of the depth, and a message of some megabytes can end the process. Encode the type by its fields, or limit the depth in the method", Deepest, reflect.TypeFor[T]())
	}
}

// Unlimited reports whether Deepest values inside each other can be encoded and decoded.
func Unlimited[T any](c Case[T]) bool {
	way := Cycle(reflect.TypeFor[T]())
	if way == nil {
		return false
	}
	last, length := uint64(256<<10), 0 // less is not exact, because small values count by the page
	for n := 8; n <= Deepest; n *= 2 {
		v := new(T)
		for range n {
			outer := new(T)
			Put(reflect.ValueOf(outer).Elem(), way, reflect.ValueOf(v).Elem())
			v = outer
		}
		before := Allocated()
		b, err := c.Marshal(v)
		if err == nil {
			err = c.Unmarshal(new(T), b)
		}
		took := Allocated() - before
		if err != nil || took > 8*last || len(b) < length+n/2 { // a method may need twice the memory for each level, or leave the values inside out
			return false
		}
		if length = len(b); took > last { // not max, which the package may declare
			last = took
		}
	}
	return true
}

// A Place leads from a value into it: to a field, or with a negative number to the target of a pointer or to an element.
type Place int

// Cycle returns the places that lead from a value of type t through a custom type to another value of the type, or nil.
func Cycle(t reflect.Type) []Place {
	type visit struct {
		t      reflect.Type
		custom bool
	}
	seen := map[visit]bool{}
	var search func(at reflect.Type, custom bool, way []Place) []Place
	search = func(at reflect.Type, custom bool, way []Place) []Place {
		if len(way) > 0 && IsCustom(at) {
			custom = true
		}
		if len(way) > 0 && at == t && custom {
			return way
		}
		if seen[visit{at, custom}] || at.PkgPath() != "" && at.PkgPath() != about.Path {
			return nil
		}
		seen[visit{at, custom}] = true
		switch at.Kind() {
		case reflect.Pointer, reflect.Slice:
			return search(at.Elem(), custom, append(slices.Clone(way), -1))
		case reflect.Struct:
			for i := range at.NumField() {
				if f := at.Field(i); f.Name == "_" || about.MaxLen[Field{at, f.Name}] < 0 {
					continue
				}
				if found := search(at.Field(i).Type, custom, append(slices.Clone(way), Place(i))); found != nil {
					return found
				}
			}
		}
		return nil
	}
	return search(t, false, nil)
}

// Put sets the value to which the places lead from v.
func Put(v reflect.Value, way []Place, x reflect.Value) {
	for _, p := range way {
		switch v.Kind() {
		case reflect.Struct:
			v = Open(v, int(p))
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			v = v.Index(0)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			v = v.Elem()
		}
	}
	v.Set(x)
}
