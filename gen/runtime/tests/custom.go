package tests

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

// Methods says how a custom type is encoded.
type Methods struct {
	by      string // suffix of the names of its methods: Binary, Text, JSON or Gob
	checked bool   // a value that its methods encode and do not decode is an error of encoding
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
func IsCustom(t reflect.Type) bool { return Custom[t].by != "" }

// Customs checks that the methods of custom types decode the zero value that they encode.
func Customs(t *testing.T) {
	for _, fault := range ZeroFaults() {
		t.Error(fault)
	}
}

// ZeroFaults returns a line for each custom type whose methods encode the zero value and cannot decode it. Messages with this value are
// written and cannot be decoded.
func ZeroFaults() (list []string) {
	for typ, m := range Custom {
		b, ok := Encode(reflect.New(typ).Elem())
		if _, decoded := Decode(typ, b); ok && !decoded && !m.checked {
			list = append(list, fmt.Sprintf("the zero value of %v is encoded as %q by its method for %s, which decoding refuses: a message with it cannot be decoded. Let the method return an error for it, or choose other methods with //bale:custom. If the type is another module's, hold it in a type of your own, whose MarshalBinary returns an error for the zero value", typ, b, m.by))
		}
	}
	return list
}

// Settle sets v to zero if its custom type's methods cannot encode it, or cannot decode the result. For example, not every value of
// a url.URL is a valid URL.
func Settle(v reflect.Value) {
	if IsCustom(v.Type()) && !Fits(v) {
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
	if IsCustom(v.Type()) {
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
	x := v.Addr().Interface()
	inBinary, isBinary := x.(encoding.BinaryMarshaler)
	inText, isText := x.(encoding.TextMarshaler)
	by := Custom[v.Type()].by
	switch {
	case by == "Gob":
		b, err = x.(interface{ GobEncode() ([]byte, error) }).GobEncode()
	case isBinary && (by == "" || by == "Binary"):
		b, err = inBinary.MarshalBinary()
	case isText && (by == "" || by == "Text"):
		b, err = inText.MarshalText()
	default:
		b, err = x.(json.Marshaler).MarshalJSON() // a panic means that there is no method
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
	x := p.Interface()
	inBinary, isBinary := x.(encoding.BinaryUnmarshaler)
	inText, isText := x.(encoding.TextUnmarshaler)
	by := Custom[t].by
	switch {
	case by == "Gob":
		err = x.(interface{ GobDecode([]byte) error }).GobDecode(b)
	case isBinary && (by == "" || by == "Binary"):
		err = inBinary.UnmarshalBinary(b)
	case isText && (by == "" || by == "Text"):
		err = inText.UnmarshalText(b)
	default:
		err = x.(json.Unmarshaler).UnmarshalJSON(b)
	}
	return p.Elem(), err == nil
}
