package baletest

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
)

// Methods says how a custom type is encoded.
type Methods struct {
	Of      reflect.Type
	By      string // suffix of the names of its methods: Binary, Text, JSON or Gob
	Checked bool   // a value that its methods encode and do not decode is an error of encoding
	Known   bool   // nothing is lost, or bale gen has printed what is
	Path    string // of a value of the type, such as Order.Lines[].Price
}

// MethodsOf returns how type t is encoded. ok is false if it is not a custom type.
func MethodsOf(t reflect.Type) (m Methods, ok bool) {
	for _, m := range about.Customs {
		if m.Of == t {
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
	return len(about.Customs) == 0 || new(Trail).eachCustom(v, visit)
}

// eachCustom is EachCustom for a part of a value.
func (t *Trail) eachCustom(v reflect.Value, visit func(v reflect.Value) bool) bool {
	if IsCustom(v.Type()) {
		return visit(v)
	}
	defer t.leave()
	if !t.enter(v, v) || t.depth > MostNested {
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil() || t.eachCustom(v.Elem(), visit)
	case reflect.Interface:
		return v.IsNil() || t.eachCustom(Settable(v.Elem()), visit)
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && (i == 0 || v.Type().Elem().Size() > 0); i++ { // all elements of size 0 are equal
			if !t.eachCustom(v.Index(i), visit) {
				return false
			}
		}
	case reflect.Map:
		for x := v.MapRange(); x.Next(); {
			if !t.eachCustom(Settable(x.Key()), visit) || !t.eachCustom(Settable(x.Value()), visit) {
				return false
			}
		}
	case reflect.Struct:
		for i, p := range Parts(v.Type()) {
			if !p.foreign && !t.eachCustom(Open(v, i), visit) {
				return false
			}
		}
	}
	return true
}

// Encode returns what the methods of a custom type encode v to. ok is false if they fail or panic.
func Encode(v reflect.Value) (b []byte, ok bool) {
	m, _ := MethodsOf(v.Type())
	return EncodeBy(v, m.By)
}

// EncodeBy is Encode by the methods with a suffix, or with "" by the first that there are.
func EncodeBy(v reflect.Value, by string) (b []byte, ok bool) {
	b, err := TryEncode(v, by)
	return b, err == nil
}

// noMethods returns the error for a type that does not have the methods with a suffix.
func noMethods(by string) error { return errors.New("the type has no methods for " + by) }

// TryEncode is EncodeBy with the error, which for a panic is a PanicError.
func TryEncode(v reflect.Value, by string) (b []byte, err error) {
	x := v.Addr().Interface()
	inBinary, isBinary := x.(encoding.BinaryMarshaler)
	inText, isText := x.(encoding.TextMarshaler)
	inJSON, isJSON := x.(json.Marshaler)
	inGob, isGob := x.(interface{ GobEncode() ([]byte, error) })
	err = Try(func() (err error) {
		switch {
		case isGob && by == "Gob":
			b, err = inGob.GobEncode()
		case isBinary && (by == "" || by == "Binary"):
			b, err = inBinary.MarshalBinary()
		case isText && (by == "" || by == "Text"):
			b, err = inText.MarshalText()
		case isJSON && (by == "" || by == "JSON"):
			b, err = inJSON.MarshalJSON()
		default:
			err = noMethods(by)
		}
		return err
	})
	return b, err
}

// Decode returns what the methods of custom type t decode b to. ok is false if they fail or panic.
func Decode(t reflect.Type, b []byte) (v reflect.Value, ok bool) {
	m, _ := MethodsOf(t)
	return DecodeBy(t, b, m.By)
}

// DecodeBy is Decode by the methods with a suffix, or with "" by the first that there are.
func DecodeBy(t reflect.Type, b []byte, by string) (v reflect.Value, ok bool) {
	v, err := TryDecode(t, b, by)
	return v, err == nil
}

// TryDecode is DecodeBy with the error, which for a panic is a PanicError.
func TryDecode(t reflect.Type, b []byte, by string) (v reflect.Value, err error) {
	p := reflect.New(t)
	b = bytes.Clone(b)
	x := p.Interface()
	inBinary, isBinary := x.(encoding.BinaryUnmarshaler)
	inText, isText := x.(encoding.TextUnmarshaler)
	inJSON, isJSON := x.(json.Unmarshaler)
	inGob, isGob := x.(interface{ GobDecode([]byte) error })
	err = Try(func() error {
		switch {
		case isGob && by == "Gob":
			return inGob.GobDecode(b)
		case isBinary && (by == "" || by == "Binary"):
			return inBinary.UnmarshalBinary(b)
		case isText && (by == "" || by == "Text"):
			return inText.UnmarshalText(b)
		case isJSON && (by == "" || by == "JSON"):
			return inJSON.UnmarshalJSON(b)
		}
		return noMethods(by)
	})
	return p.Elem(), err
}
