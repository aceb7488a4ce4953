package json

import (
	"bale/gen/plan"
	"bale/model"
)

// checkKeyV1 finds keys that encoding/json refuses, and the few that it takes and bale gen does not.
func (c *checker) checkKeyV1(t model.Type, path, pos string) {
	if _, ok := t.(*model.Time); ok || isJSONKey(t) {
		return
	}
	switch n, _ := t.(*model.Named); {
	case n != nil && n.JSON.MarshalText == model.OnValue || c.failStructKey(t, path, pos):
	case n != nil && n.JSON.MarshalText == model.OnPointer:
		c.failField(pos, path, "encoding/json cannot encode keys of type "+n.Name+", whose MarshalText has a pointer receiver", "give it a value receiver")
	case n == nil && plan.IsPointer(t):
		c.failField(pos, path, "encoding/json cannot decode keys that are pointers before Go 1.27", "use keys that are not pointers")
	default:
		c.failField(pos, path, "encoding/json takes only strings, integers and types with MarshalText as keys")
	}
}

// checkKeyV2 is checkKeyV1 for encoding/json/v2.
func (c *checker) checkKeyV2(t model.Type, path, pos string) {
	switch {
	case hasMethodsV2(t) || isKeyV2(t) || c.failStructKey(t, path, pos):
	case hasMethodsV2(model.Pointee(t)):
		c.failField(pos, path, "bale gen does not support pointers to types with methods as keys in JSON", "use keys that are not pointers")
	default:
		c.failField(pos, path, "encoding/json/v2 takes only strings, numbers and types with methods as keys")
	}
}

// failStructKey adds an error if keys are structs without a name that may have methods from embedded fields. A model has no methods for
// them. It reports whether it did.
func (c *checker) failStructKey(t model.Type, path, pos string) bool {
	s, ok := t.(*model.Struct)
	if ok = ok && inheritsMethods(s); ok {
		c.failField(pos, path, "bale gen does not support structs without a name as keys in JSON", "declare the struct as a type")
	}
	return ok
}

// isJSONKey reports whether a type is a string or an integer.
func isJSONKey(t model.Type) bool {
	b, ok := model.Underlying(t).(*model.Basic)
	return ok && (b.Kind == model.String || b.Kind.Signed() || b.Kind.Unsigned())
}
