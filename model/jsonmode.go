package model

import (
	"cmp"
	"go/types"
)

// A Receiver says on which type a method is declared.
type Receiver int

// The receivers. A method of a value is also one of the pointer to it.
const (
	NoMethod Receiver = iota
	OnValue
	OnPointer
)

// JSONMethods are the methods of a type that encoding/json calls.
type JSONMethods struct {
	MarshalJSON, UnmarshalJSON, MarshalText, UnmarshalText, IsZero Receiver
	// Embedded is the path of an embedded field that has a method which encodes or decodes, as in Outer.Inner. It is "" if the type declares all such methods
	// itself.
	Embedded string
}

// Any reports whether a method of a type encodes or decodes it.
func (m JSONMethods) Any() bool {
	return m.MarshalJSON != NoMethod || m.UnmarshalJSON != NoMethod || m.MarshalText != NoMethod || m.UnmarshalText != NoMethod
}

var isZeroType = types.NewSignatureType(nil, nil, nil, nil, tuple(types.Typ[types.Bool]), false)

// jsonMethodsOf returns the methods of t that encoding/json calls, if the program does not have the methods for which counts returns false.
func jsonMethodsOf(t types.Type, counts func(types.Object) bool) JSONMethods {
	embedded := ""
	of := func(name string, want *types.Signature) Receiver {
		m, in := methodBehind(t, name, counts)
		if m == nil || !types.Identical(m.Type(), want) {
			return NoMethod
		}
		embedded = cmp.Or(embedded, in.field)
		return in.receiver(m)
	}
	m := JSONMethods{
		MarshalJSON: of("MarshalJSON", writerType), UnmarshalJSON: of("UnmarshalJSON", readerType),
		MarshalText: of("MarshalText", writerType), UnmarshalText: of("UnmarshalText", readerType),
	}
	m.Embedded = embedded
	m.IsZero = of("IsZero", isZeroType)
	return m
}

// ZeroMethod returns the receiver of the method IsZero() bool that a struct without a name has from an embedded field.
func (s *Struct) ZeroMethod() Receiver {
	if s.source == nil {
		return NoMethod
	}
	return jsonMethodsOf(s.source, func(types.Object) bool { return true }).IsZero
}

// EncodesJSON reports whether the interface has a method that encoding/json calls for every value in it, whatever methods the type of the value has.
func (i *Interface) EncodesJSON() bool {
	if i.source == nil {
		return false
	}
	m := jsonMethodsOf(i.source, func(types.Object) bool { return true })
	return m.MarshalJSON != NoMethod || m.MarshalText != NoMethod
}

// jsonIgnores is [JSONIgnores] for a field that is not part of a model.
func jsonIgnores(f *types.Var, tag string) bool {
	t := types.Unalias(f.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	_, isStruct := t.Underlying().(*types.Struct)
	return JSONIgnores(tag, f.Exported() || f.Embedded() && isStruct)
}
