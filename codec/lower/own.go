package lower

import (
	"reflect"
	"slices"
	"strings"

	"bale/schema"
)

// own reports whether the serializer can carry t, and everything reachable from it, as it is.
func (l *lowerer) own(t schema.Type, seen map[schema.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	caps := l.plan.Caps
	if p, ok := t.(*schema.Pointer); ok && caps.Pointers {
		if n, ok := p.Elem.(*schema.Named); ok && l.byPointer(n) {
			return n.Marshal == "" || l.custom(n) == methodsOfWays[n.Marshal]
		}
	}
	if n, ok := t.(*schema.Named); ok {
		if method := l.custom(n); method != "" || n.Marshal != "" {
			return !l.byPointer(n) && (n.Marshal == "" || method == methodsOfWays[n.Marshal])
		}
		if l.inaccessible(n) || caps.Flat && l.plan.holdsItself(n) {
			return false
		}
	}
	if s, ok := t.(*schema.Struct); ok && l.hides(s) {
		return false
	}
	if caps.Refuse != nil && caps.Refuse(t, l.plan.In) != "" || !caps.ignores(t) {
		return false
	}
	if elem := schema.ListElem(t); elem != nil && caps.Bytes && schema.IsKind(elem, schema.Uint8) && isBasic(elem) {
		return true // as bytes, even if Scalars has no single byte
	}
	if !caps.has(l.kept(t)) {
		return false
	}
	for child := range schema.Children(l.kept(t)) {
		if !l.own(child, seen) {
			return false
		}
	}
	return true
}

// kept returns t, or, if it is a struct, one with the fields that the serializer does not ignore because of Caps.Omit. It may promote the fields of
// a struct that is embedded.
func (l *lowerer) kept(t schema.Type) schema.Type {
	s, ok := schema.Underlying(t).(*schema.Struct)
	if !ok || !l.plan.In.omit {
		return t
	}
	return &schema.Struct{Fields: slices.DeleteFunc(slices.Clone(s.Fields), func(f *schema.Field) bool { return !f.Exported && !f.Embedded })}
}

// custom returns the method by which the serializer marshals a type itself: see Caps.Custom.
func (l *lowerer) custom(n *schema.Named) string {
	caps := l.plan.Caps
	if caps.Custom == nil || caps.RootFields && schema.Type(n) == l.top {
		return ""
	}
	return caps.Custom(n)
}

// byPointer reports whether the serializer calls the marshal method of n only through a pointer: see Caps.ByValue.
func (l *lowerer) byPointer(n *schema.Named) bool {
	method := l.custom(n)
	return l.plan.Caps.ByValue && method != "" && method != BuiltIn && !slices.Contains(n.Methods.Value, method)
}

// has reports whether the serializer can carry t itself, without its parts, as it is.
func (c *Caps) has(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		return len(u.Fields) > 0 || !c.NoEmpty
	case *schema.Basic:
		return c.Scalars[u.Kind] == u.Kind
	case *schema.Time:
		return c.Time == TimeOwn
	case *schema.Interface:
		return c.Any && (IsAny(u) || c.isDynamic(u)) || c.Unions && len(u.Members) > 0
	case *schema.Array:
		return (c.Arrays || c.Bytes && schema.IsKind(u.Elem, schema.Uint8)) && c.hasElem(u.Elem)
	case *schema.Slice:
		return c.hasElem(u.Elem)
	case *schema.Pointer:
		return c.Pointers && (c.Pointee == nil || c.Pointee(u.Elem))
	case *schema.Map:
		k, e := &Node{Form: Unchanged, Src: u.Key, Go: u.Key}, &Node{Form: Unchanged, Src: u.Elem, Go: u.Elem}
		return c.Maps != nil && c.Maps(k, e)
	}
	return true
}

// hasElem reports whether the serializer can carry lists and arrays of elem as they are. Bytes are no elements.
func (c *Caps) hasElem(elem schema.Type) bool {
	return c.Elem == nil || schema.IsByte(elem) || c.Elem(&Node{Form: Unchanged, Src: elem, Go: elem})
}

// ignores reports whether the serializer ignores all internal and skipped fields of t.
func (c *Caps) ignores(t schema.Type) bool {
	s, ok := schema.Underlying(t).(*schema.Struct)
	return !ok || !slices.ContainsFunc(slices.Concat(s.Internal, s.Skipped), func(f *schema.Field) bool { return c.Ignores == nil || !c.Ignores(f) })
}

// isDynamic reports whether all values of a union are what decoding into an empty interface gives, and Omit applies.
func (c *Caps) isDynamic(i *schema.Interface) bool {
	return c.omits() && c.Dynamic != nil && i.Methods == 0 && len(i.Members) > 0 && !slices.ContainsFunc(i.Members, func(t schema.Type) bool { return !c.Dynamic(t) })
}

// omits reports whether Omit applies: the serializer ignores fields because they are unexported.
func (c *Caps) omits() bool {
	return c.Omit && c.Ignores != nil && c.Ignores(&schema.Field{Name: "x"}) && !c.Ignores(&schema.Field{Name: "X", Exported: true})
}

// IgnoresAll is the Ignores of a codec whose code names each field that it encodes.
func IgnoresAll(*schema.Field) bool { return true }

// IgnoresUnexported is the Ignores of a serializer that ignores unexported fields.
func IgnoresUnexported(f *schema.Field) bool { return !f.Exported }

// IgnoresTagged returns the Ignores of a serializer that ignores unexported fields, and fields with the value "-" for one of the keys
// in their tags.
func IgnoresTagged(keys ...string) func(*schema.Field) bool {
	return func(f *schema.Field) bool {
		return !f.Exported || slices.ContainsFunc(keys, func(key string) bool { return reflect.StructTag(f.Tag).Get(key) == "-" })
	}
}

// RefuseAny returns a Refuse that refuses what any of the functions refuses.
func RefuseAny(functions ...func(schema.Type, *Package) string) func(schema.Type, *Package) string {
	return func(t schema.Type, in *Package) string {
		for _, refuse := range functions {
			if reason := refuse(t, in); reason != "" {
				return reason
			}
		}
		return ""
	}
}

// RefuseText refuses types with a method MarshalText.
func RefuseText(t schema.Type, _ *Package) string {
	if n, ok := t.(*schema.Named); ok && n.Methods.Text {
		return "has a method MarshalText"
	}
	return ""
}

// RefuseUnexported refuses structs with unexported fields, unless Caps.Omit applies. Serializers that use reflection, and most generators, silently
// omit these.
func RefuseUnexported(t schema.Type, in *Package) string {
	if in != nil && in.omit {
		return ""
	}
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		for _, f := range s.Fields {
			if !f.Exported {
				return "unexported field " + f.Name
			}
		}
	}
	return ""
}

// RefuseUntagged refuses unexported fields, and fields of pointer types whose tags do not satisfy tagged, for serializers that need a tag for
// pointers that may be nil.
func RefuseUntagged(t schema.Type, in *Package, tagged func(reflect.StructTag) bool) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		for _, f := range s.Fields {
			if IsPointer(f.Type) && !tagged(reflect.StructTag(f.Tag)) {
				return "the pointer " + f.Name + ", whose tag does not say that it may be nil"
			}
		}
	}
	return RefuseUnexported(t, in)
}

// RefuseEndless is for serializers that handle the parts of a type together with the type, except for those of structs. It refuses defined
// types that hold themselves without a struct in between.
func RefuseEndless(t schema.Type, _ *Package) string {
	n, ok := t.(*schema.Named)
	if !ok {
		return ""
	}
	found := false
	schema.Walk(n.Underlying, func(part schema.Type) bool {
		_, isStruct := schema.Underlying(part).(*schema.Struct)
		found = found || part == t && !isStruct
		return !found && !isStruct
	})
	if found {
		return "holds itself without a struct in between"
	}
	return ""
}

// IsAny reports whether t is an interface without methods and without a union, to which Caps.Any applies.
func IsAny(t schema.Type) bool {
	i, ok := schema.Underlying(t).(*schema.Interface)
	return ok && i.Methods == 0 && len(i.Members) == 0
}

// IsString reports whether t is the type string, and not a defined type.
func IsString(t schema.Type) bool {
	b, ok := t.(*schema.Basic)
	return ok && b.Kind == schema.String
}

// AnyMap allows every map.
func AnyMap(_, _ *Node) bool { return true }

// RefuseFlattened is for serializers that encode the fields of an embedded struct among those of the outer struct. It refuses structs
// that lose values that way: with embedded nil pointers, embedded types other than plain structs, and duplicate names.
func RefuseFlattened(t schema.Type, _ *Package) string {
	s, ok := schema.Underlying(t).(*schema.Struct)
	if !ok {
		return ""
	}
	return flattenLoss(s, map[string]bool{})
}

func flattenLoss(s *schema.Struct, names map[string]bool) string {
	for _, f := range s.Fields {
		inner, ok := schema.Underlying(f.Type).(*schema.Struct)
		n, _ := f.Type.(*schema.Named)
		switch {
		case f.Embedded && ok && n != nil && !n.Methods.Binary && !n.Methods.Text:
			if reason := flattenLoss(inner, names); reason != "" {
				return reason
			}
		case f.Embedded && (ok || isTime(f.Type) || isPointer(f.Type)):
			return "embedded " + f.Name
		case names[f.Name]:
			return "two fields " + f.Name
		}
		names[f.Name] = true
	}
	return ""
}

func isTime(t schema.Type) bool {
	_, ok := t.(*schema.Time)
	return ok
}

func isStruct(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Struct)
	return ok
}

// KeepsOldValue reports whether decoding into a used t can keep parts of the old value unless the serializer clears it: entries of a map, or a
// field that was omitted in the message.
func KeepsOldValue(t schema.Type) bool {
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

// MayBeAbsent reports whether decoding into a used t can keep parts of the old value because the serializer writes nothing for a nil, or adds to
// a list that is there: t can be nil, or KeepsOldValue holds.
func MayBeAbsent(t schema.Type) bool {
	switch schema.Underlying(t).(type) {
	case *schema.Pointer, *schema.Slice, *schema.Interface:
		return true
	}
	return KeepsOldValue(t)
}

// Walk calls visit for the carrier of root i and all its parts, each type once and before its parts. It skips custom types.
func (p *Plan) Walk(i int, visit func(schema.Type)) {
	p.reaches(p.Roots[i].Node.Go, func(t schema.Type) bool { visit(t); return false })
}

// Reaches reports whether is holds for the carrier of root i or any part of it. It skips custom types.
func (p *Plan) Reaches(i int, is func(schema.Type) bool) bool {
	return p.reaches(p.Roots[i].Node.Go, is)
}

func (p *Plan) reaches(t schema.Type, is func(schema.Type) bool) bool {
	found := false
	schema.Walk(t, func(t schema.Type) bool {
		if n, ok := t.(*schema.Named); ok && p.Caps.Custom != nil && p.Caps.Custom(n) != "" || found {
			return false
		}
		found = is(t)
		return !found
	})
	return found
}

func (p *Plan) holdsItself(n *schema.Named) bool {
	return p.reaches(n.Underlying, func(t schema.Type) bool { return t == schema.Type(n) })
}

// MapsWithout returns a Caps.Maps that refuses maps whose keys or elements contain, by value, a type for which custom names a method.
// Values in a map are not addressable, so methods with pointer receivers cannot be called.
func MapsWithout(custom func(*schema.Named) string) func(key, elem *Node) bool {
	marshals := func(t schema.Type) bool {
		n, ok := t.(*schema.Named)
		return ok && custom(n) != ""
	}
	return func(key, elem *Node) bool {
		return !schema.Inline(key.Go, marshals) && !schema.Inline(elem.Go, marshals)
	}
}
