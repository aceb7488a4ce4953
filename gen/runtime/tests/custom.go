package tests

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
)

// Encoded returns the encoding of a value of a custom type, or of a struct of another package with unexported fields. ok is false
// for values of other types, and for values whose methods fail. Equal values may have several representations, such as zeros in
// math/big, so Encoded decodes the encoding and encodes the result. It returns the decoded value, too, if decoding succeeds.
func Encoded(v reflect.Value) (b []byte, again reflect.Value, ok bool) {
	if !Custom[v.Type()] && !Hides(v.Type()) {
		return nil, again, false
	}
	if b, ok = Encode(v); !ok {
		return b, again, false
	}
	if again, ok = Decode(v.Type(), b); !ok {
		return b, reflect.Value{}, true
	}
	if c, ok := Encode(again); ok {
		b = c
	}
	return b, again, true
}

// Settle sets v to zero if its custom type's methods cannot encode it, or cannot decode the result. For example, not every value of
// a url.URL is a valid URL.
func Settle(v reflect.Value) {
	if Custom[v.Type()] && !Fits(v) {
		v.SetZero()
	}
}

// Fits reports whether v can be encoded and decoded: whether the methods of all custom types in it succeed.
func Fits(v reflect.Value) bool {
	return EachCustom(v, func(x reflect.Value) bool {
		b, ok := Encode(x)
		if ok {
			_, ok = Decode(x.Type(), b)
		}
		return ok
	})
}

// EachCustom calls visit for the values of custom types in v until it returns false. EachCustom then returns false, too.
func EachCustom(v reflect.Value, visit func(v reflect.Value) bool) bool {
	if len(Custom) == 0 {
		return true
	}
	if Custom[v.Type()] {
		return visit(v)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || EachCustom(Settable(v.Elem()), visit)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !EachCustom(v.Index(i), visit) {
				return false
			}
		}
	case reflect.Map:
		for x := v.MapRange(); x.Next(); {
			if !EachCustom(Settable(x.Key()), visit) || !EachCustom(Settable(x.Value()), visit) {
				return false
			}
		}
	case reflect.Struct:
		for i, p := range Parts(v.Type()) {
			if !p.foreign && !EachCustom(Open(v, i), visit) {
				return false
			}
		}
	}
	return true
}

// Encode returns what the methods of a custom type encode v to. ok is false if they fail or panic.
func Encode(v reflect.Value) (b []byte, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var err error
	switch x := v.Addr().Interface().(type) {
	case encoding.BinaryMarshaler:
		b, err = x.MarshalBinary()
	case encoding.TextMarshaler:
		b, err = x.MarshalText()
	case json.Marshaler:
		b, err = x.MarshalJSON()
	default:
		return nil, false
	}
	return b, err == nil
}

// Decode returns what the methods of custom type t decode b to. ok is false if they fail or panic.
func Decode(t reflect.Type, b []byte) (v reflect.Value, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var err error
	p := reflect.New(t)
	b = bytes.Clone(b)
	switch x := p.Interface().(type) {
	case encoding.BinaryUnmarshaler:
		err = x.UnmarshalBinary(b)
	case encoding.TextUnmarshaler:
		err = x.UnmarshalText(b)
	case json.Unmarshaler:
		err = x.UnmarshalJSON(b)
	default:
		return v, false
	}
	return p.Elem(), err == nil
}
