package json

import (
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// methodsV2 are the methods that encoding/json/v2 calls in addition to those of [model.JSONMethods]. From Go 1.27 on, encoding/json calls them, too.
var methodsV2 = []string{"MarshalJSONTo", "UnmarshalJSONFrom", "AppendText"}

// hasAny reports whether n has hand-written methods with one of the names.
func hasAny(n *model.Named, names ...string) bool {
	return slices.ContainsFunc(n.Methods.Names, func(name string) bool { return slices.Contains(names, name) })
}

// hasMethodsV2 reports whether t has methods that encode or decode it. Those of roots do not count. A struct without a name has those of embedded fields.
func hasMethodsV2(t model.Type) bool {
	switch t := t.(type) {
	case *model.Time:
		return true
	case *model.Named:
		return t.JSON.Any() || hasAny(t, methodsV2...) || t.Package == "encoding/json" && t.Name == "Number" || isDuration(t)
	case *model.Struct:
		return slices.ContainsFunc(encodersV2, func(name string) bool { return promotes(t, name) })
	}
	return false
}

// encodersV2 are the methods that encoding/json/v2 calls.
var encodersV2 = append([]string{"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText"}, methodsV2...)

// promotes reports whether a struct without a name has the method of an embedded field. It has none that two of them have.
func promotes(s *model.Struct, name string) bool {
	count := 0
	for _, f := range s.Fields {
		switch t := model.Pointee(f.Type).(type) {
		case *model.Time:
			if f.Embedded && !strings.HasSuffix(name, "To") && !strings.HasSuffix(name, "From") {
				count++
			}
		case *model.Named:
			if f.Embedded && hasMethodsV2(t) && hasAny(t, name) {
				count++
			}
		}
	}
	return count == 1
}

// isDuration reports whether t is time.Duration, for which encoding/json/v2 of Go 1.27 has no form.
func isDuration(t model.Type) bool {
	n, ok := t.(*model.Named)
	return ok && n.Package == "time" && n.Name == "Duration"
}

// kindV2 returns the kind of a t by the rules of encoding/json/v2. It calls methods on copies of values that are not addressable.
func (g *generator) kindV2(t model.Type, _ bool) kind {
	if _, ok := t.(*model.Time); ok {
		return instant
	}
	if hasMethodsV2(t) || plan.IsNamed(t) && plan.IsPointer(t) || g.hides(t) {
		return library
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return basicKind(u.Kind)
	case *model.Slice:
		switch {
		case model.IsByte(u.Elem):
			return blob
		case !canWrite(u.Elem, g.Package):
			return library
		}
		return list
	case *model.Array:
		switch {
		case u.Len == 0, !canWrite(u.Elem, g.Package):
			return library
		case model.IsByte(u.Elem):
			return byteArray
		}
		return array
	case *model.Map:
		if hasMethodsV2(u.Key) || !g.isKey(u.Key) || !canWrite(u.Elem, g.Package) {
			return library
		}
		return entries
	case *model.Pointer:
		if !model.CanWrite(u.Elem, g.Package) {
			return library
		}
		return pointer
	case *model.Interface:
		if u.Methods == 0 && !plan.IsNamed(t) {
			return dynamic
		}
	case *model.Struct:
		if g.structOf(t, g.Package) != nil && model.CanWrite(t, g.Package) && (plan.IsNamed(t) || !inheritsMethods(u)) {
			return record
		}
	}
	return library
}
