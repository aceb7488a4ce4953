package main

import (
	"fmt"
	"reflect"
)

// A shared is memory that empty lists and maps of a message share with other messages.
type shared struct {
	lists, maps  []reflect.Value
	texts, names []string // of the lists
}

// share makes the lists of m the empty beginnings of lists, and its maps empty ones, which other messages could have.
func share(m message) *shared {
	x, v := new(shared), reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if !v.Type().Field(i).IsExported() {
			continue
		}
		switch f.Kind() {
		case reflect.Slice:
			list := reflect.MakeSlice(f.Type(), 3, 3)
			for j := range list.Len() {
				setSome(list.Index(j))
			}
			f.Set(list.Slice(0, 0))
			x.lists, x.texts, x.names = append(x.lists, list), append(x.texts, fmt.Sprint(list)), append(x.names, v.Type().Field(i).Name)
		case reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
			x.maps = append(x.maps, reflect.ValueOf(f.Interface()))
		}
	}
	return x
}

// setSome sets v to a value other than zero, which is a pointer to a new message for a pointer.
func setSome(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.String:
		v.SetString("shared")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1.5)
	default:
		if v.CanInt() {
			v.SetInt(7)
		} else {
			v.SetUint(7)
		}
	}
}

// check checks that decoding b into the message has not changed what it shared.
func (x *shared) check(what string, b []byte) {
	if x == nil {
		return
	}
	for i := range x.lists {
		if got := fmt.Sprint(x.lists[i]); got != x.texts[i] {
			fail("%s changed a list that was empty in the message, %s: %s, was %s, of %x", what, x.names[i], got, x.texts[i], b)
		}
	}
	for _, m := range x.maps {
		if m.Len() > 0 {
			fail("%s set %d entries in a map that was in the message, of %x", what, m.Len(), b)
		}
	}
}

// shortenLists removes the last elements of the lists of m, which stay in memory behind the lists.
func shortenLists(m message) {
	v := reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && f.CanSet() && f.Len() > 0 {
			f.SetLen(f.Len() - 1)
		}
	}
}

// shareWithin makes lists and maps of m of one type share memory.
func shareWithin(m message) {
	v := reflect.ValueOf(m).Elem()
	first := map[reflect.Type]reflect.Value{}
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Slice && f.Kind() != reflect.Map || !f.CanSet() || f.IsNil() {
			continue
		}
		if x, ok := first[f.Type()]; ok && f.Kind() == reflect.Slice && x.Len() > 1 {
			f.Set(x.Slice(1, 2))
		} else if ok {
			f.Set(x)
		} else {
			first[f.Type()] = f
		}
	}
}

// checkCleared checks that nothing in the memory of the lists of m, up to their capacity, keeps other memory alive.
func checkCleared(m message) {
	v := reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Slice || !f.CanSet() {
			continue
		}
		for j := range f.Cap() {
			switch x := f.Slice(0, f.Cap()).Index(j); x.Kind() {
			case reflect.String, reflect.Pointer, reflect.Slice:
				if !x.IsZero() {
					fail("ResetProto keeps an element behind the list %s: %v", v.Type().Field(i).Name, x)
				}
			}
		}
	}
}
