package json

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// A kind says how a value is encoded.
type kind int

const (
	library   kind = iota // by encoding/json
	marshaler             // by the methods that encoding/json calls
	boolean
	signed
	unsigned
	float
	text
	number // json.Number
	instant
	blob // a slice of bytes
	list
	array
	entries
	pointer
	record
	dynamic   // an interface
	byteArray // an array of bytes, as text
	union     // an interface with a form
)

// kindOf returns the kind of a t. addressable reports whether encoding/json can call the methods of a pointer to it when it encodes.
func (g *generator) kindOf(t model.Type, addressable bool) kind {
	return g.kind(g, t, addressable)
}

// kindV1 returns the kind of a t by the rules of encoding/json.
func (g *generator) kindV1(t model.Type, addressable bool) kind {
	if plan.Members(t) != nil {
		return union
	}
	if g.hides(t) {
		return library
	}
	if n, ok := t.(*model.Named); ok {
		if k, ok := g.named(n, addressable); ok {
			return k
		}
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return basicKind(u.Kind)
	case *model.Time:
		return instant
	case *model.Slice:
		switch {
		case model.IsKind(u.Elem, model.Uint8) && model.IsByte(u.Elem):
			return blob
		case model.IsKind(u.Elem, model.Uint8), !canWrite(u.Elem, g.Package):
			return library
		}
		return list
	case *model.Array:
		return array
	case *model.Map:
		if !g.isKey(u.Key) || !canWrite(u.Elem, g.Package) {
			return library
		}
		return entries
	case *model.Pointer:
		if !model.CanWrite(u.Elem, g.Package) {
			return library
		}
		return pointer
	case *model.Interface:
		if u.EncodesJSON() {
			return library
		}
		return dynamic
	case *model.Struct:
		if g.structOf(t, g.Package) == nil || !model.CanWrite(t, g.Package) || t == model.Type(u) && inheritsMethods(u) {
			return library
		}
		return record
	}
	return library
}

// hides reports whether code in the package cannot refer to the name of t, other than that of an interface.
func (g *generator) hides(t model.Type) bool {
	n, ok := t.(*model.Named)
	return ok && !isInterface(n) && !model.CanName(n, g.Package)
}

// named returns the kind of a type with a name, if its name or its methods decide.
func (g *generator) named(n *model.Named, addressable bool) (kind, bool) {
	switch {
	case n.Package == "encoding/json" && n.Name == "Number":
		return number, true
	case plan.IsPointer(n), hasAny(n, "MarshalJSONTo", "UnmarshalJSONFrom"), n.JSON.MarshalText == model.NoMethod && hasAny(n, "AppendText"):
		return library, true // some versions of Go call the methods
	case !n.JSON.Any(), isInterface(n):
		return 0, false
	}
	m := n.JSON
	encodes := m.MarshalJSON
	if encodes == model.NoMethod {
		encodes = m.MarshalText
	}
	decodes := m.UnmarshalJSON != model.NoMethod || m.UnmarshalText != model.NoMethod
	if encodes == model.NoMethod || !decodes || encodes == model.OnPointer && !addressable || m.MarshalText == model.OnValue && m.MarshalJSON == model.OnPointer {
		return library, true
	}
	return marshaler, true
}

// inheritsMethods reports whether a struct without a name may have methods of an embedded field.
func inheritsMethods(s *model.Struct) bool {
	return slices.ContainsFunc(s.Fields, func(f *model.Field) bool {
		if !f.Embedded {
			return false
		}
		t := model.Pointee(f.Type)
		n, named := t.(*model.Named)
		_, isTime := t.(*model.Time)
		return isTime || named && (n.JSON.Any() || hasAny(n, methodsV2...))
	})
}

// canWrite is model.CanWrite, and true for any and for lists, maps and pointers of it.
func canWrite(t model.Type, home string) bool {
	switch t := t.(type) {
	case *model.Interface:
		return t.Methods == 0
	case *model.Slice, *model.Array, *model.Pointer:
		return canWrite(plan.Elem(t), home)
	case *model.Map:
		return model.CanWrite(t.Key, home) && canWrite(t.Elem, home)
	}
	return model.CanWrite(t, home)
}

func isInterface(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Interface)
	return ok
}

func basicKind(k model.Kind) kind {
	switch {
	case k == model.Bool:
		return boolean
	case k.Signed():
		return signed
	case k.Unsigned():
		return unsigned
	case k == model.Float32 || k == model.Float64:
		return float
	case k == model.String:
		return text
	}
	return library
}

// isKey reports whether the code handles the keys of a map: strings and integers without methods that encoding/json calls.
func (g *generator) isKey(t model.Type) bool {
	if n, ok := t.(*model.Named); ok && (n.JSON.MarshalText != model.NoMethod || n.JSON.UnmarshalText != model.NoMethod || hasAny(n, "AppendText")) {
		return false
	}
	b, ok := model.Underlying(t).(*model.Basic)
	return ok && model.CanWrite(t, g.Package) && slices.Contains([]kind{text, signed, unsigned}, basicKind(b.Kind))
}
