package lower

import (
	"reflect"
	"slices"
	"strings"

	"bale/model"
)

// own reports whether the serializer can carry t, and everything reachable from it, as it is.
func (l *lowerer) own(t model.Type, seen map[model.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	caps := l.plan.Caps
	if p, ok := t.(*model.Pointer); ok && caps.Pointers {
		if n, ok := p.Elem.(*model.Named); ok && l.byPointer(n) {
			return n.Marshal == "" || l.custom(n) == methodsOfWays[n.Marshal]
		}
	}
	if n, ok := t.(*model.Named); ok {
		if method := l.custom(n); method != "" || n.Marshal != "" {
			return !l.byPointer(n) && (n.Marshal == "" || method == methodsOfWays[n.Marshal])
		}
		if l.inaccessible(n) || caps.Flat && l.plan.holdsItself(n) {
			return false
		}
	}
	if s, ok := t.(*model.Struct); ok && l.hides(s) {
		return false
	}
	if caps.Refuse != nil && caps.Refuse(t, l.plan.In) != "" || !caps.ignores(t) {
		return false
	}
	if elem := model.ListElem(t); elem != nil && caps.Bytes && model.IsKind(elem, model.Uint8) && isBasic(elem) {
		return true // as bytes, even if Scalars has no single byte
	}
	if !caps.has(l.kept(t)) {
		return false
	}
	for child := range model.Children(l.kept(t)) {
		if !l.own(child, seen) {
			return false
		}
	}
	return true
}

// kept returns t, or, if it is a struct, one with the fields that the serializer does not ignore because of Caps.Omit. It may promote the fields of
// a struct that is embedded.
func (l *lowerer) kept(t model.Type) model.Type {
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok || !l.plan.In.omit {
		return t
	}
	return &model.Struct{Fields: slices.DeleteFunc(slices.Clone(s.Fields), func(f *model.Field) bool { return !f.Exported && !f.Embedded })}
}

// custom returns the method by which the serializer marshals a type itself: see Caps.Custom.
func (l *lowerer) custom(n *model.Named) string {
	caps := l.plan.Caps
	if caps.Custom == nil || caps.RootFields && model.Type(n) == l.top {
		return ""
	}
	return caps.Custom(n)
}

// byPointer reports whether the serializer calls the marshal method of n only through a pointer: see Caps.ByValue.
func (l *lowerer) byPointer(n *model.Named) bool {
	method := l.custom(n)
	return l.plan.Caps.ByValue && method != "" && method != BuiltIn && !slices.Contains(n.Methods.Value, method)
}

// has reports whether the serializer can carry t itself, without its parts, as it is.
func (c *Caps) has(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		return len(u.Fields) > 0 || !c.NoEmpty
	case *model.Basic:
		return c.Scalars[u.Kind] == u.Kind
	case *model.Time:
		return c.Time == TimeOwn
	case *model.Interface:
		return c.Any && (IsAny(u) || c.isDynamic(u)) || c.Unions && len(u.Members) > 0
	case *model.Array:
		return (c.Arrays || c.Bytes && model.IsKind(u.Elem, model.Uint8)) && c.hasElem(u.Elem)
	case *model.Slice:
		return c.hasElem(u.Elem)
	case *model.Pointer:
		return c.Pointers && (c.Pointee == nil || c.Pointee(u.Elem))
	case *model.Map:
		k, e := &Node{Form: Unchanged, Src: u.Key, Go: u.Key}, &Node{Form: Unchanged, Src: u.Elem, Go: u.Elem}
		return c.Maps != nil && c.Maps(k, e)
	}
	return true
}

// hasElem reports whether the serializer can carry lists and arrays of elem as they are. Bytes are no elements.
func (c *Caps) hasElem(elem model.Type) bool {
	return c.Elem == nil || model.IsByte(elem) || c.Elem(&Node{Form: Unchanged, Src: elem, Go: elem})
}

// ignores reports whether the serializer ignores all internal and skipped fields of t.
func (c *Caps) ignores(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	return !ok || !slices.ContainsFunc(slices.Concat(s.Internal, s.Skipped), func(f *model.Field) bool { return c.Ignores == nil || !c.Ignores(f) })
}

// isDynamic reports whether all values of a union are what decoding into an empty interface gives, and Omit applies.
func (c *Caps) isDynamic(i *model.Interface) bool {
	return c.omits() && c.Dynamic != nil && i.Methods == 0 && len(i.Members) > 0 && !slices.ContainsFunc(i.Members, func(t model.Type) bool { return !c.Dynamic(t) })
}

// omits reports whether Omit applies: the serializer ignores fields because they are unexported.
func (c *Caps) omits() bool {
	return c.Omit && c.Ignores != nil && c.Ignores(&model.Field{Name: "x"}) && !c.Ignores(&model.Field{Name: "X", Exported: true})
}

// IgnoresAll is the Ignores of a codec whose code names each field that it encodes.
func IgnoresAll(*model.Field) bool { return true }

// IgnoresUnexported is the Ignores of a serializer that ignores unexported fields.
func IgnoresUnexported(f *model.Field) bool { return !f.Exported }

// IgnoresTagged returns the Ignores of a serializer that ignores unexported fields, and fields with the value "-" for one of the keys
// in their tags.
func IgnoresTagged(keys ...string) func(*model.Field) bool {
	return func(f *model.Field) bool {
		return !f.Exported || slices.ContainsFunc(keys, func(key string) bool { return reflect.StructTag(f.Tag).Get(key) == "-" })
	}
}

// RefuseAny returns a Refuse that refuses what any of the functions refuses.
func RefuseAny(functions ...func(model.Type, *Package) string) func(model.Type, *Package) string {
	return func(t model.Type, in *Package) string {
		for _, refuse := range functions {
			if reason := refuse(t, in); reason != "" {
				return reason
			}
		}
		return ""
	}
}

// RefuseText refuses types with a method MarshalText.
func RefuseText(t model.Type, _ *Package) string {
	if n, ok := t.(*model.Named); ok && n.Methods.Text {
		return "has a method MarshalText"
	}
	return ""
}

// RefuseUnexported refuses structs with unexported fields, unless Caps.Omit applies. Serializers that use reflection, and most generators, silently
// omit these.
func RefuseUnexported(t model.Type, in *Package) string {
	if in != nil && in.omit {
		return ""
	}
	if s, ok := model.Underlying(t).(*model.Struct); ok {
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
func RefuseUntagged(t model.Type, in *Package, tagged func(reflect.StructTag) bool) string {
	if s, ok := model.Underlying(t).(*model.Struct); ok {
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
func RefuseEndless(t model.Type, _ *Package) string {
	n, ok := t.(*model.Named)
	if !ok {
		return ""
	}
	found := false
	model.Walk(n.Underlying, func(part model.Type) bool {
		_, isStruct := model.Underlying(part).(*model.Struct)
		found = found || part == t && !isStruct
		return !found && !isStruct
	})
	if found {
		return "holds itself without a struct in between"
	}
	return ""
}

// IsAny reports whether t is an interface without methods and without a union, to which Caps.Any applies.
func IsAny(t model.Type) bool {
	i, ok := model.Underlying(t).(*model.Interface)
	return ok && i.Methods == 0 && len(i.Members) == 0
}

// IsString reports whether t is the type string, and not a defined type.
func IsString(t model.Type) bool {
	b, ok := t.(*model.Basic)
	return ok && b.Kind == model.String
}

// AnyMap allows every map.
func AnyMap(_, _ *Node) bool { return true }

// RefuseFlattened is for serializers that encode the fields of an embedded struct among those of the outer struct. It refuses structs
// that lose values that way: with embedded nil pointers, embedded types other than plain structs, and duplicate names.
func RefuseFlattened(t model.Type, _ *Package) string {
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		return ""
	}
	return flattenLoss(s, map[string]bool{})
}

func flattenLoss(s *model.Struct, names map[string]bool) string {
	for _, f := range s.Fields {
		inner, ok := model.Underlying(f.Type).(*model.Struct)
		n, _ := f.Type.(*model.Named)
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

func isTime(t model.Type) bool {
	_, ok := t.(*model.Time)
	return ok
}

func isStruct(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Struct)
	return ok
}

// KeepsOldValue reports whether decoding into a used t can keep parts of the old value unless the serializer clears it: entries of a map, or a
// field that was omitted in the message.
func KeepsOldValue(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Map:
		return true
	case *model.Struct:
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
func MayBeAbsent(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Pointer, *model.Slice, *model.Interface:
		return true
	}
	return KeepsOldValue(t)
}

// Walk calls visit for the carrier of root i and all its parts, each type once and before its parts. It skips custom types.
func (p *Plan) Walk(i int, visit func(model.Type)) {
	p.reaches(p.Roots[i].Node.Go, func(t model.Type) bool { visit(t); return false })
}

// Reaches reports whether is holds for the carrier of root i or any part of it. It skips custom types.
func (p *Plan) Reaches(i int, is func(model.Type) bool) bool {
	return p.reaches(p.Roots[i].Node.Go, is)
}

func (p *Plan) reaches(t model.Type, is func(model.Type) bool) bool {
	found := false
	model.Walk(t, func(t model.Type) bool {
		if n, ok := t.(*model.Named); ok && p.Caps.Custom != nil && p.Caps.Custom(n) != "" || found {
			return false
		}
		found = is(t)
		return !found
	})
	return found
}

func (p *Plan) holdsItself(n *model.Named) bool {
	return p.reaches(n.Underlying, func(t model.Type) bool { return t == model.Type(n) })
}

// MapsWithout returns a Caps.Maps that refuses maps whose keys or elements contain, by value, a type for which custom names a method.
// Values in a map are not addressable, so methods with pointer receivers cannot be called.
func MapsWithout(custom func(*model.Named) string) func(key, elem *Node) bool {
	marshals := func(t model.Type) bool {
		n, ok := t.(*model.Named)
		return ok && custom(n) != ""
	}
	return func(key, elem *Node) bool {
		return !model.Inline(key.Go, marshals) && !model.Inline(elem.Go, marshals)
	}
}
