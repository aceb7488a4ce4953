package json

import (
	"slices"

	"bale/gen/plan"
	"bale/schema"
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
func (g *generator) kindOf(t schema.Type, addressable bool) kind {
	if g.v2 {
		return g.kindV2(t)
	}
	if plan.Members(t) != nil {
		return union
	}
	if g.hides(t) {
		return library
	}
	if n, ok := t.(*schema.Named); ok {
		if k, ok := g.named(n, addressable); ok {
			return k
		}
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return basicKind(u.Kind)
	case *schema.Time:
		return instant
	case *schema.Slice:
		switch {
		case schema.IsKind(u.Elem, schema.Uint8) && schema.IsByte(u.Elem):
			return blob
		case schema.IsKind(u.Elem, schema.Uint8), !canWrite(u.Elem, g.Package):
			return library
		}
		return list
	case *schema.Array:
		return array
	case *schema.Map:
		if !g.isKey(u.Key) || !canWrite(u.Elem, g.Package) {
			return library
		}
		return entries
	case *schema.Pointer:
		if !schema.CanWrite(u.Elem, g.Package) {
			return library
		}
		return pointer
	case *schema.Interface:
		if u.EncodesJSON() {
			return library
		}
		return dynamic
	case *schema.Struct:
		if g.structOf(t) == nil || !schema.CanWrite(t, g.Package) || t == schema.Type(u) && inheritsMethods(u) {
			return library
		}
		return record
	}
	return library
}

// hides reports whether code in the package cannot refer to the name of t, other than that of an interface.
func (g *generator) hides(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	return ok && !isInterface(n) && !schema.CanName(n, g.Package)
}

// named returns the kind of a type with a name, if its name or its methods decide.
func (g *generator) named(n *schema.Named, addressable bool) (kind, bool) {
	switch {
	case n.Package == "encoding/json" && n.Name == "Number":
		return number, true
	case plan.IsPointer(n), hasAny(n, "MarshalJSONTo", "UnmarshalJSONFrom"), n.JSON.MarshalText == schema.NoMethod && hasAny(n, "AppendText"):
		return library, true // some versions of Go call the methods
	case !n.JSON.Any(), isInterface(n):
		return 0, false
	}
	m := n.JSON
	encodes := m.MarshalJSON
	if encodes == schema.NoMethod {
		encodes = m.MarshalText
	}
	decodes := m.UnmarshalJSON != schema.NoMethod || m.UnmarshalText != schema.NoMethod
	if encodes == schema.NoMethod || !decodes || encodes == schema.OnPointer && !addressable || m.MarshalText == schema.OnValue && m.MarshalJSON == schema.OnPointer {
		return library, true
	}
	return marshaler, true
}

// inheritsMethods reports whether a struct without a name may have methods of an embedded field.
func inheritsMethods(s *schema.Struct) bool {
	return slices.ContainsFunc(s.Fields, func(f *schema.Field) bool {
		if !f.Embedded {
			return false
		}
		t := schema.Pointee(f.Type)
		n, named := t.(*schema.Named)
		_, isTime := t.(*schema.Time)
		return isTime || named && (n.JSON.Any() || hasAny(n, methodsV2...))
	})
}

// canWrite is schema.CanWrite, and true for any and for lists, maps and pointers of it.
func canWrite(t schema.Type, home string) bool {
	switch t := t.(type) {
	case *schema.Interface:
		return t.Methods == 0
	case *schema.Slice, *schema.Array, *schema.Pointer:
		return canWrite(plan.Elem(t), home)
	case *schema.Map:
		return schema.CanWrite(t.Key, home) && canWrite(t.Elem, home)
	}
	return schema.CanWrite(t, home)
}

func isInterface(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Interface)
	return ok
}

func basicKind(k schema.Kind) kind {
	switch {
	case k == schema.Bool:
		return boolean
	case k.Signed():
		return signed
	case k.Unsigned():
		return unsigned
	case k == schema.Float32 || k == schema.Float64:
		return float
	case k == schema.String:
		return text
	}
	return library
}

// isKey reports whether the code handles the keys of a map: strings and integers without methods that encoding/json calls.
func (g *generator) isKey(t schema.Type) bool {
	if n, ok := t.(*schema.Named); ok && (n.JSON.MarshalText != schema.NoMethod || n.JSON.UnmarshalText != schema.NoMethod || hasAny(n, "AppendText")) {
		return false
	}
	b, ok := schema.Underlying(t).(*schema.Basic)
	return ok && schema.CanWrite(t, g.Package) && slices.Contains([]kind{text, signed, unsigned}, basicKind(b.Kind))
}
