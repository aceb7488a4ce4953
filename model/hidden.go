package model

import (
	"go/types"
	"slices"
)

// An embeddedType is a type, or one of an embedded field.
type embeddedType struct {
	typ     types.Type
	pointer bool   // a pointer leads to it
	field   string // path of the embedded field, as in Outer.Inner, or ""
}

// methodBehind returns the method with a name that t would have without the methods for which counts returns false, and the type that declares it. Each
// of these may hide one of a deeper embedded field. It follows the rule of the language: the least deep one is taken, unless there is another one, or a
// field, as deep as that. The method is nil if there is none.
func methodBehind(t types.Type, name string, counts func(types.Object) bool) (*types.Func, embeddedType) {
	var seen []types.Type // at lower depths
	level := []embeddedType{{typ: types.Unalias(t)}}
	for len(level) > 0 {
		var found *types.Func
		var next []embeddedType
		n, in := 0, embeddedType{}
		for _, e := range level {
			if slices.ContainsFunc(seen, func(t types.Type) bool { return types.Identical(t, e.typ) }) {
				continue
			}
			if m := declared(e.typ, name); m != nil && counts(m) {
				n, found, in = n+1, m, e
				continue
			}
			for _, f := range structFields(e.typ) {
				if f.Name() == name {
					n++
				} else if f.Embedded() {
					next = append(next, e.embeds(f))
				}
			}
		}
		switch {
		case n == 1 && found != nil:
			return found, in
		case n > 0:
			return nil, embeddedType{}
		}
		for _, e := range level {
			seen = append(seen, e.typ)
		}
		level = next
	}
	return nil, embeddedType{}
}

// declared returns the method with a name that is declared for t, or nil.
func declared(t types.Type, name string) *types.Func {
	var m types.Object
	if i, ok := t.Underlying().(*types.Interface); ok {
		m, _, _ = types.LookupFieldOrMethod(i, false, nil, name)
	} else if named, ok := t.(*types.Named); ok {
		for method := range named.Methods() {
			if method.Name() == name {
				m = method
			}
		}
	}
	f, _ := m.(*types.Func)
	return f
}

func structFields(t types.Type) (fields []*types.Var) {
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			fields = append(fields, f)
		}
	}
	return fields
}

// receiver returns the receiver that a method of e has as a method of the type that embeds e.
func (e embeddedType) receiver(m *types.Func) Receiver {
	if _, ok := m.Signature().Recv().Type().(*types.Pointer); ok && !e.pointer {
		return OnPointer
	}
	return OnValue
}

// embeds returns the type of an embedded field of e.
func (e embeddedType) embeds(f *types.Var) embeddedType {
	in := embeddedType{types.Unalias(f.Type()), e.pointer, e.field}
	if p, ok := in.typ.(*types.Pointer); ok {
		in.typ, in.pointer = types.Unalias(p.Elem()), true
	}
	if in.field != "" {
		in.field += "."
	}
	in.field += f.Name()
	return in
}
