package tests

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
)

// Methods says how a custom type is encoded.
type Methods struct {
	of      reflect.Type
	by      string // suffix of the names of its methods: Binary, Text, JSON or Gob
	checked bool   // a value that its methods encode and do not decode is an error of encoding
	known   bool   // nothing is lost, or bale gen has printed what is
	path    string // of a value of the type, such as Order.Lines[].Price
}

// MethodsOf returns how type t is encoded. ok is false if it is not a custom type.
func MethodsOf(t reflect.Type) (m Methods, ok bool) {
	for _, m := range Custom {
		if m.of == t {
			return m, true
		}
	}
	return m, false
}

// Encoded returns the encoding of a value of a custom type, or of a struct of another package with unexported fields. ok is false
// for values of other types, and for values whose methods fail. Equal values may have several representations, such as zeros in
// math/big, so Encoded decodes the encoding and encodes the result. It returns the decoded value, too, if decoding succeeds.
func Encoded(v reflect.Value) (b []byte, again reflect.Value, ok bool) {
	if !IsCustom(v.Type()) && !Hides(v.Type()) {
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

// IsCustom reports whether a type is encoded by its own methods.
func IsCustom(t reflect.Type) bool {
	_, ok := MethodsOf(t)
	return ok
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
	if IsCustom(v.Type()) {
		return visit(v)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil() || EachCustom(v.Elem(), visit)
	case reflect.Interface:
		return v.IsNil() || EachCustom(Settable(v.Elem()), visit)
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && (i == 0 || v.Type().Elem().Size() > 0); i++ { // all elements of size 0 are equal
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
	m, _ := MethodsOf(v.Type())
	return EncodeBy(v, m.by)
}

// EncodeBy is Encode by the methods with a suffix, or with "" by the first that there are.
func EncodeBy(v reflect.Value, by string) (b []byte, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var err error
	x := v.Addr().Interface()
	inBinary, isBinary := x.(encoding.BinaryMarshaler)
	inText, isText := x.(encoding.TextMarshaler)
	switch {
	case by == "Gob":
		b, err = x.(interface{ GobEncode() ([]byte, error) }).GobEncode()
	case isBinary && (by == "" || by == "Binary"):
		b, err = inBinary.MarshalBinary()
	case isText && (by == "" || by == "Text"):
		b, err = inText.MarshalText()
	case by == "" || by == "JSON":
		b, err = x.(json.Marshaler).MarshalJSON() // a panic means that there is no method
	default:
		return nil, false
	}
	return b, err == nil
}

// Decode returns what the methods of custom type t decode b to. ok is false if they fail or panic.
func Decode(t reflect.Type, b []byte) (v reflect.Value, ok bool) {
	m, _ := MethodsOf(t)
	return DecodeBy(t, b, m.by)
}

// DecodeBy is Decode by the methods with a suffix, or with "" by the first that there are.
func DecodeBy(t reflect.Type, b []byte, by string) (v reflect.Value, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var err error
	p := reflect.New(t)
	b = bytes.Clone(b)
	x := p.Interface()
	inBinary, isBinary := x.(encoding.BinaryUnmarshaler)
	inText, isText := x.(encoding.TextUnmarshaler)
	switch {
	case by == "Gob":
		err = x.(interface{ GobDecode([]byte) error }).GobDecode(b)
	case isBinary && (by == "" || by == "Binary"):
		err = inBinary.UnmarshalBinary(b)
	case isText && (by == "" || by == "Text"):
		err = inText.UnmarshalText(b)
	case by == "" || by == "JSON":
		err = x.(json.Unmarshaler).UnmarshalJSON(b)
	default:
		return p.Elem(), false
	}
	return p.Elem(), err == nil
}
