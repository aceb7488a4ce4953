package inspect

import (
	"reflect"
	"strings"
)

// A Union lists the types that an interface may hold at one place of a type.
type Union struct {
	// Place is the name of the defined type that contains the interface, followed by the steps that lead to it: ".Name" is a field of a
	// struct, "[]" the elements of a slice or an array, "{key}" and "{}" the keys and elements of a map, and "()" the members of
	// another union. Pointers take no step. For example, "example.com/shop.Order.Parts[]" are the elements of a field. The place of a
	// defined interface is its name.
	Place   string
	Members []reflect.Type
}

// unionsOf returns the members of the unions by place.
func unionsOf(list []Union) map[string][]reflect.Type {
	m := map[string][]reflect.Type{}
	for _, u := range list {
		m[u.Place] = u.Members
	}
	return m
}

// placeOf returns the name of a defined type as used in a place.
func placeOf(t reflect.Type) string {
	return strings.ReplaceAll(t.PkgPath()+"."+t.Name(), "interface {}", "any")
}

// site identifies an info: a type and, with unions, its place and the union that contains it.
type site struct {
	typ    reflect.Type
	place  string
	within *Info
}

// locate returns the site of a type at a place: a defined type has the same site everywhere. members are those of the union if the type
// is its interface.
func (w *World) locate(s site) (at site, members []reflect.Type) {
	if len(w.unions) == 0 {
		return site{typ: s.typ}, nil
	}
	if s.typ.Kind() == reflect.Interface {
		if members = w.unions[s.place]; members != nil {
			return s, members
		}
	}
	if s.typ.PkgPath() == "" {
		return s, nil
	}
	s.place = placeOf(s.typ)
	if s.typ.Kind() == reflect.Interface {
		members = w.unions[s.place]
	}
	if s.typ.Kind() != reflect.Interface || members != nil { // an interface without a union may be that of the union around it
		s.within = nil
	}
	return s, members
}

// part returns the info of a part of the type at s.
func (w *World) part(s site, t reflect.Type, step string) *Info {
	return w.at(site{t, s.place + step, s.within})
}

// MemberRecursive reports whether member k of a union i can contain a value of that union.
func (w *World) MemberRecursive(i *Info, k int) bool {
	if i.recursive == nil {
		for _, m := range i.Members {
			i.recursive = append(i.recursive, m == i || w.Reaches(m, i))
		}
	}
	return i.recursive[k]
}
