package main

import (
	"fmt"
	"math"
	"reflect"
)

// differ returns the path of a difference between the values that x and y point to, or "". Floats are compared by their bits. Nil and empty
// slices and maps differ, except for lists and maps that are fields of x if it is a used message, which keeps their memory.
func differ(x, y any, used bool) string {
	v, w := reflect.ValueOf(x).Elem(), reflect.ValueOf(y).Elem()
	for i := range v.NumField() {
		f, g := v.Field(i), w.Field(i)
		list := f.Kind() == reflect.Map || f.Kind() == reflect.Slice && f.Type().Elem().Kind() != reflect.Uint8
		if used && list && f.Len() == 0 && g.Len() == 0 {
			continue
		}
		if path := differAt("."+v.Type().Field(i).Name, f, g, 0); path != "" {
			return path
		}
	}
	return ""
}

// emptyMaps means that empty maps equal nil.
var emptyMaps = false

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
		if x.IsNil() != y.IsNil() && !emptyMaps || x.Len() != y.Len() {
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

// dump returns the text of a message.
func dump(x any) string { return fmt.Sprintf("%#v", x) }
