package lower

import (
	"slices"
	"strings"

	"bale/schema"
)

// own reports whether the serializer can carry t as it stands, and everything reachable from it.
func (l *lowerer) own(t schema.Type, seen map[schema.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	caps := l.plan.Caps
	if n, ok := t.(*schema.Named); ok {
		if caps.Opaque != nil && caps.Opaque(n) {
			return true
		}
		if l.closed(n) || caps.Flat && l.plan.holdsItself(n) {
			return false
		}
	}
	if caps.Refuse != nil && caps.Refuse(t, l.plan.In) != "" {
		return false
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return caps.Scalars[u.Kind] == u.Kind
	case *schema.Time:
		return caps.Time == TimeOwn
	case *schema.Interface:
		return false
	case *schema.Struct:
		for _, f := range u.Fields {
			if !l.own(f.Type, seen) {
				return false
			}
		}
		return true
	case *schema.Slice:
		return caps.Bytes && schema.IsKind(u.Elem, schema.Uint8) && isBasic(u.Elem) || l.own(u.Elem, seen)
	case *schema.Array:
		bytes := caps.Bytes && schema.IsKind(u.Elem, schema.Uint8)
		return bytes && isBasic(u.Elem) || (caps.Arrays || bytes) && l.own(u.Elem, seen)
	case *schema.Pointer:
		return caps.Pointers && (caps.Pointee == nil || caps.Pointee(u.Elem)) && l.own(u.Elem, seen)
	case *schema.Map:
		k, e := &Node{Form: Same, Src: u.Key, Go: u.Key}, &Node{Form: Same, Src: u.Elem, Go: u.Elem}
		return caps.Maps != nil && caps.Maps(k, e) && l.own(u.Key, seen) && l.own(u.Elem, seen)
	}
	return true
}

// RefuseUnexported refuses structs with unexported fields, which reflection-based serializers
// and most generators leave out in silence.
func RefuseUnexported(t schema.Type, _ *Package) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		for _, f := range s.Fields {
			if !f.Exported {
				return "unexported field " + f.Name
			}
		}
	}
	return ""
}

// AnyMap allows every map.
func AnyMap(_, _ *Node) bool { return true }

// RefuseFlattened refuses structs with embedded fields that a serializer which writes an embedded
// struct's fields among the outer ones would lose: a nil pointer, a type that is more than its
// fields, and names that meet.
func RefuseFlattened(t schema.Type, _ *Package) string {
	s, ok := schema.Underlying(t).(*schema.Struct)
	if !ok {
		return ""
	}
	return flattened(s, map[string]bool{})
}

func flattened(s *schema.Struct, names map[string]bool) string {
	for _, f := range s.Fields {
		inner, ok := schema.Underlying(f.Type).(*schema.Struct)
		n, _ := f.Type.(*schema.Named)
		switch {
		case f.Embedded && ok && n != nil && !n.Methods.Binary && !n.Methods.Text:
			if reason := flattened(inner, names); reason != "" {
				return reason
			}
		case f.Embedded && (ok || isClock(f.Type) || isPointer(f.Type)):
			return "embedded " + f.Name
		case names[f.Name]:
			return "two fields " + f.Name
		}
		names[f.Name] = true
	}
	return ""
}

func isClock(t schema.Type) bool {
	_, ok := t.(*schema.Time)
	return ok
}

func isStruct(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Struct)
	return ok
}

// Merges reports whether decoding can leave something of the old value in a t, unless the
// serializer clears it: a map keeps its other entries, an omitted field what it held.
func Merges(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Map:
		return true
	case *schema.Struct:
		for _, f := range u.Fields {
			if strings.Contains(f.Tag, ",omit") {
				return true
			}
		}
	}
	return false
}

// Reaches reports whether is holds for the carrier of root i or for any part of it. What is in
// types that marshal themselves is their own business.
func (p *Plan) Reaches(i int, is func(schema.Type) bool) bool {
	return p.reaches(p.Roots[i].Node.Go, is, map[schema.Type]bool{})
}

func (p *Plan) reaches(t schema.Type, is func(schema.Type) bool, seen map[schema.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if n, ok := t.(*schema.Named); ok && p.Caps.Opaque != nil && p.Caps.Opaque(n) {
		return false
	}
	if is(t) {
		return true
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		for _, f := range u.Fields {
			if p.reaches(f.Type, is, seen) {
				return true
			}
		}
	case *schema.Slice:
		return p.reaches(u.Elem, is, seen)
	case *schema.Array:
		return p.reaches(u.Elem, is, seen)
	case *schema.Pointer:
		return p.reaches(u.Elem, is, seen)
	case *schema.Map:
		return p.reaches(u.Key, is, seen) || p.reaches(u.Elem, is, seen)
	}
	return false
}

func (p *Plan) holdsItself(n *schema.Named) bool {
	is := func(t schema.Type) bool { return t == schema.Type(n) }
	return p.reaches(n.Underlying, is, map[schema.Type]bool{})
}

// MapsWithout allows maps that hold, in keys and elements and not by reference, no type that opaque says
// marshals itself: what lies in a map has no address, so a method of its pointer cannot be called.
func MapsWithout(opaque func(*schema.Named) bool) func(key, elem *Node) bool {
	var holds func(t schema.Type) bool
	holds = func(t schema.Type) bool {
		if n, ok := t.(*schema.Named); ok && opaque(n) {
			return true
		}
		switch u := schema.Underlying(t).(type) {
		case *schema.Struct:
			return slices.ContainsFunc(u.Fields, func(f *schema.Field) bool { return holds(f.Type) })
		case *schema.Array:
			return holds(u.Elem)
		}
		return false
	}
	return func(key, elem *Node) bool { return !holds(key.Go) && !holds(elem.Go) }
}
