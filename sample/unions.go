package sample

import (
	"reflect"
	"strings"
)

// A Union is what an interface may hold at one place of a type.
type Union struct {
	// Place is the name of the defined type that the interface is declared in, and the way from there: ".Name" leads to a field of a
	// struct, "[]" to the elements of a slice or an array, "{key}" and "{}" to the keys and elements of a map, "()" to the members of
	// another union; pointers are not counted. "example.com/shop.Order.Parts[]" is the elements of a field. A defined interface is a place
	// by its name alone.
	Place   string
	Members []reflect.Type
}

// unionsOf is the unions by their place.
func unionsOf(list []Union) map[string][]reflect.Type {
	m := map[string][]reflect.Type{}
	for _, u := range list {
		m[u.Place] = u.Members
	}
	return m
}

// placeOf is the name of a defined type as a place begins with it.
func placeOf(t reflect.Type) string {
	return strings.ReplaceAll(t.PkgPath()+"."+t.Name(), "interface {}", "any")
}

// site is what an info is about: a type, and where there are unions, the place at which it stands and the union around it.
type site struct {
	typ    reflect.Type
	place  string
	within *info
}

// locate is the site of a type that stands at a place: a defined type is the same everywhere. Where the type is the interface of a
// union, members are those of the union.
func (w *world) locate(s site) (at site, members []reflect.Type) {
	if len(w.unions) == 0 {
		return site{typ: s.typ}, nil
	}
	if s.typ.Kind() == reflect.Interface {
		if members = w.unions[s.place]; members != nil {
			return s, members
		}
	}
	if s.typ.PkgPath() != "" {
		s = site{typ: s.typ, place: placeOf(s.typ)}
	}
	if s.typ.Kind() == reflect.Interface {
		members = w.unions[s.place]
	}
	return s, members
}

// part is the info of a part of the type at s.
func (w *world) part(s site, t reflect.Type, step string) *info {
	return w.at(site{t, s.place + step, s.within})
}

// union fills an interface with one of the members of its union, or, unless it must not be, with nil.
func (f *filler) union(i *info, v reflect.Value, must, key bool) {
	var list []*info
	for _, recursive := range []bool{true, false} {
		if recursive && f.budget <= 0 || !recursive && f.chain && len(list) > 0 {
			continue
		}
		for k, m := range i.members {
			if f.w.recurs(i, k) == recursive && f.room(m, false) {
				list = append(list, m)
			}
		}
	}
	if len(list) == 0 || !must && !f.full && !f.chain && f.r.IntN(10) == 0 {
		return
	}
	m := list[f.r.IntN(len(list))]
	x := reflect.New(m.typ).Elem()
	f.fill(m, x, true, key)
	v.Set(x)
}

// recurs reports whether member k of a union i can hold a value of that union.
func (w *world) recurs(i *info, k int) bool {
	if i.recursive == nil {
		for _, m := range i.members {
			i.recursive = append(i.recursive, m == i || w.reaches(m, i))
		}
	}
	return i.recursive[k]
}
