package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Unmarshal decodes the value at the front of b by encoding/json, and returns the offset after it. v may be the result of [View]. whole means that
// nothing but white space may follow, and strict that unknown names are an error.
func Unmarshal(t Types, b []byte, v any, whole, strict bool) (n int, err error) {
	v, done, err := opened(v)
	if err != nil {
		return 0, err
	}
	defer func() { // also after a panic of a method
		if failed := done(); failed != nil {
			n, err = 0, failed
		}
	}()
	if whole && (!strict || !json.Valid(b)) {
		return len(b), original(t, b, v, json.Unmarshal(b, v))
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if strict {
		d.DisallowUnknownFields()
	}
	if err := d.Decode(v); err != nil {
		return 0, original(t, b, v, err)
	}
	return int(d.InputOffset()), nil
}

// Unknown returns the error of encoding/json for a name in b that is unknown in the type of v, or nil. again is another value of the type. The error
// has no type of its own: it is one that does not occur if unknown names are allowed.
func Unknown(t Types, b []byte, v, again any, whole bool) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	_, strict := Unmarshal(t, b, v, whole, true)
	if strict == nil || errors.As(strict, &wrong) || errors.As(strict, &syntax) {
		return nil
	}
	if _, err := Unmarshal(t, b, again, whole, false); err == nil || errors.As(err, &wrong) {
		return strict
	}
	return nil
}

// PlainPrefix begins the names of types that stand for others without methods. That of unexported types begins with a lower-case letter. After it,
// those in which unions refuse unknown names have strictPrefix, and those of which parts do not read all fields have partPrefix, a number and "_".
const (
	PlainPrefix  = "BaleJSONPlain"
	strictPrefix = "Strict_"
	partPrefix   = "Part"
)

// withoutPrefixes returns what follows strictPrefix or partPrefix in a name.
func withoutPrefixes(name string) string {
	name = strings.TrimPrefix(name, strictPrefix)
	if rest, ok := strings.CutPrefix(name, partPrefix); ok {
		if rest = strings.TrimLeft(rest, "0123456789"); strings.HasPrefix(rest, "_") {
			return rest[1:]
		}
	}
	return name
}

// A locator is an error about a part of a text, which becomes one about the text b of a struct.
type locator interface {
	in(b []byte, name string) *json.UnmarshalTypeError
}

// original returns an error about decoding b into v with the types for which others stand.
func original(t Types, b []byte, v any, err error) error {
	if e, ok := err.(locator); ok {
		err = e.in(b, reflect.TypeOf(v).Elem().Name())
	}
	switch e := err.(type) {
	case nil:
	case *json.UnmarshalTypeError:
		e.Struct, e.Field = originalPath(e.Struct), originalPath(e.Field)
		e.Type = t.Original(e.Type)
	default: // that a pointer to an unexported struct cannot be set
		if text := err.Error(); strings.Contains(text, PlainPrefix[1:]) && errors.Unwrap(err) == nil {
			for _, prefix := range []string{PlainPrefix, "b" + PlainPrefix[1:]} {
				text = strings.ReplaceAll(strings.ReplaceAll(text, prefix+strictPrefix, ""), prefix, "")
			}
			return errors.New(text)
		}
	}
	return err
}

// originalPath returns a path without the prefix of types that stand for others.
func originalPath(path string) string {
	if !strings.Contains(path, PlainPrefix[1:]) {
		return path
	}
	if strings.Contains(path, "[") { // an instance of a generic type
		return strings.ReplaceAll(strings.ReplaceAll(path, PlainPrefix, ""), "b"+PlainPrefix[1:], "")
	}
	list := strings.Split(path, ".")
	for i, name := range list {
		if len(name) > 0 && strings.HasPrefix(name[1:], PlainPrefix[1:]) {
			list[i] = withoutPrefixes(name[len(PlainPrefix):])
		}
	}
	return strings.Join(list, ".")
}
