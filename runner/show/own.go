package show

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// writeOwn writes a value of a type with methods of its own: as its text, as its JSON, or by its parts, whichever is the first that is read back
// as the same value; or else as the bytes of its binary methods.
func (n *node) writeOwn(b []byte, v reflect.Value) ([]byte, error) {
	for _, form := range n.forms() {
		text, same := n.try(form, v)
		if same {
			return append(b, text...), nil
		}
	}
	return b, fmt.Errorf("a value of %s has no JSON from which it can be read again", n.typ)
}

// try returns what a form writes, and reports whether v is read from it. A method may panic.
func (n *node) try(form func([]byte, reflect.Value) ([]byte, error), v reflect.Value) (text []byte, same bool) {
	defer func() {
		if recover() != nil {
			same = false
		}
	}()
	text, err := form(nil, v)
	return text, err == nil && n.readsBack(text, v)
}

// forms returns the functions that write a value, the best first. Each writes a form that read knows.
func (n *node) forms() []func(b []byte, v reflect.Value) ([]byte, error) {
	var list []func(b []byte, v reflect.Value) ([]byte, error)
	if n.text {
		list = append(list, func(b []byte, v reflect.Value) ([]byte, error) {
			text, err := v.Addr().Interface().(encoding.TextMarshaler).MarshalText()
			return writeString(b, string(text)), err
		})
	}
	if n.json {
		list = append(list, func(b []byte, v reflect.Value) ([]byte, error) {
			text, err := v.Addr().Interface().(json.Marshaler).MarshalJSON()
			if err != nil {
				return b, err
			}
			var compact bytes.Buffer
			err = json.Compact(&compact, text)
			return append(b, compact.Bytes()...), err
		})
	}
	if !n.text && !n.json {
		list = append(list, n.writeParts)
	}
	if n.binary {
		list = append(list, func(b []byte, v reflect.Value) ([]byte, error) {
			data, err := n.binaryForm(v)
			return writeBinary(b, data), err
		})
	}
	if n.text || n.json {
		list = append(list, func(b []byte, v reflect.Value) ([]byte, error) {
			b, err := n.writeParts(append(b, `{"`+fieldsName+`":`...), v)
			return append(b, '}'), err
		})
	}
	return list
}

// binaryForm returns the result of the type's binary methods.
func (n *node) binaryForm(v reflect.Value) ([]byte, error) {
	switch p := v.Addr().Interface().(type) {
	case encoding.BinaryMarshaler:
		return p.MarshalBinary()
	case gob.GobEncoder:
		return p.GobEncode()
	}
	return nil, errors.New("no binary methods")
}

// readsBack reports whether a value that is read from a text is v.
func (n *node) readsBack(text []byte, v reflect.Value) (same bool) {
	values, err := parse(text)
	if err != nil || len(values) != 1 {
		return false
	}
	again := reflect.New(n.typ).Elem()
	if (&reader{data: text}).value(n, again, values[0], "") != nil {
		return false
	}
	return n.same(v, again)
}

// message returns what a message holds of v.
func (n *node) message(v reflect.Value) ([]byte, error) {
	p := v.Addr().Interface()
	switch n.by {
	case "MarshalText":
		return p.(encoding.TextMarshaler).MarshalText()
	case "MarshalJSON":
		return p.(json.Marshaler).MarshalJSON()
	case "MarshalBinary":
		return p.(encoding.BinaryMarshaler).MarshalBinary()
	}
	return p.(gob.GobEncoder).GobEncode()
}
