package main

import (
	"fmt"
	"math"
	"reflect"
)

// differ returns the path of a difference between the values that x and y point to, or "". Nil and empty slices differ, and floats are
// compared by their bits.
func differ(x, y any) string {
	return differAt("", reflect.ValueOf(x).Elem(), reflect.ValueOf(y).Elem(), 0)
}

func differAt(path string, x, y reflect.Value, depth int) string {
	is := func(same bool) string {
		if same {
			return ""
		}
		return fmt.Sprintf("%s (%#v, want %#v)", path, x, y)
	}
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			if d := differAt(path+"."+x.Type().Field(i).Name, x.Field(i), y.Field(i), depth+1); d != "" {
				return d
			}
		}
		return ""
	case reflect.Pointer:
		if x.Pointer() == y.Pointer() || x.IsNil() || y.IsNil() || depth > 500 {
			return is(x.IsNil() == y.IsNil())
		}
		return differAt(path, x.Elem(), y.Elem(), depth+1)
	case reflect.Interface:
		if x.IsNil() || y.IsNil() || x.Elem().Type() != y.Elem().Type() {
			return is(x.IsNil() && y.IsNil())
		}
		return differAt(path, x.Elem(), y.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		if x.Kind() == reflect.Slice && x.IsNil() != y.IsNil() || x.Len() != y.Len() {
			return is(false)
		}
		for i := range x.Len() {
			if d := differAt(fmt.Sprintf("%s[%d]", path, i), x.Index(i), y.Index(i), depth+1); d != "" {
				return d
			}
		}
		return ""
	case reflect.Map:
		if x.IsNil() != y.IsNil() || x.Len() != y.Len() {
			return is(false)
		}
		for _, k := range x.MapKeys() {
			at := fmt.Sprintf("%s[%v]", path, k)
			if !y.MapIndex(k).IsValid() {
				if k.Kind() == reflect.Float64 && math.IsNaN(k.Float()) {
					continue
				}
				return at
			}
			if d := differAt(at, x.MapIndex(k), y.MapIndex(k), depth+1); d != "" {
				return d
			}
		}
		return ""
	case reflect.Float32, reflect.Float64:
		return is(math.Float64bits(x.Float()) == math.Float64bits(y.Float()))
	}
	return is(x.Equal(y))
}

// emptied reports whether the message that x points to differs from a new one only in lists and maps that are empty and not nil.
func emptied(x any) bool {
	v := reflect.ValueOf(x).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Slice || f.Kind() == reflect.Map {
			if f.Len() > 0 {
				return false
			}
		} else if !f.IsZero() {
			return false
		}
	}
	return true
}

// dump returns the text of a message.
func dump(x any) string { return fmt.Sprintf("%#v", x) }
