package json

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync/atomic"

	"bale/gen/runtime/core"
)

// Fail notes the error with which encoding/json does not encode v, a part of the value. If encoding/json encodes it now, it has to encode the
// whole value. Fail returns b.
func (e *Output) Fail(b []byte, v any) []byte {
	if !e.Failed {
		e.Failed = true
		_, e.Err = json.Marshal(v)
		e.Err = withoutCalls(e.Err)
	}
	return b
}

// FailAt is Fail for the value that v points to. pointer means that the pointer is part of the value, too.
func FailAt[T any](e *Output, b []byte, v *T, pointer bool) []byte {
	e.Fail(b, v)
	setType(e.Err, v, pointer)
	return b
}

// setType sets the type in an error about the value that v points to.
func setType[T any](err error, v *T, pointer bool) {
	if m, ok := err.(*json.MarshalerError); ok && !pointer && m.Type == reflect.TypeOf(v) {
		m.Type = reflect.TypeFor[T]()
	}
}

// withoutCalls returns an error without the errors about calls of generated methods, which encoding/json would not call.
func withoutCalls(err error) error {
	for {
		m, ok := err.(*json.MarshalerError)
		if !ok || !IsRoot(m.Type) {
			return err
		}
		err = m.Err
	}
}

// Enter is called for a value that v points to, or for a list or map v, that is nested deeper than MaxDepth. It reports whether v is not inside
// itself. Otherwise the error is that of encoding/json.
func (e *Output) Enter(v any) bool {
	if e.Failed {
		return false
	}
	key := place(v)
	if e.Seen[key] {
		x := reflect.ValueOf(v)
		e.Failed, e.Cycle = true, true
		e.Err = &json.UnsupportedValueError{Value: x, Str: fmt.Sprintf("encountered a cycle via %s", x.Type())}
		return false
	}
	if e.Seen == nil {
		e.Seen = map[visit]bool{}
	}
	e.Seen[key] = true
	return true
}

// Leave is called after Enter.
func (e *Output) Leave(v any) { delete(e.Seen, place(v)) }

// place returns where a pointer, list or map refers to.
func place(v any) visit {
	x := reflect.ValueOf(v)
	key := visit{at: x.Pointer(), typ: x.Type()}
	if x.Kind() == reflect.Slice {
		key.n = x.Len()
	}
	return key
}

// A visit is a pointer, slice or map on the way to a value.
type visit struct {
	at  uintptr
	n   int
	typ reflect.Type
}

// AppendAny appends what encoding/json writes for v.
func (e *Output) AppendAny(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return append(AppendText(append(b, '"'), v), '"')
	case bool:
		if v {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case int:
		return AppendInt(b, int64(v))
	case int64:
		return AppendInt(b, v)
	case float64:
		return e.AppendFloat64(b, v)
	case []any:
		return e.appendList(b, v)
	case map[string]any:
		return e.appendMap(b, v)
	}
	if b, ok := AppendRoot(e, b, v); ok {
		return b
	}
	return e.AppendLibrary(b, v)
}

// appendList appends a list of values.
func (e *Output) appendList(b []byte, list []any) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	if e.Depth++; e.Depth > MaxDepth && !e.Enter(list) {
		return b
	}
	b = append(b, '[')
	for _, x := range list {
		b = append(e.AppendAny(b, x), ',')
	}
	if e.Depth > MaxDepth {
		e.Leave(list)
	}
	e.Depth--
	return Close(b, ']')
}

// appendMap appends a map of values.
func (e *Output) appendMap(b []byte, m map[string]any) []byte {
	if m == nil {
		return append(b, "null"...)
	}
	if e.Depth++; e.Depth > MaxDepth && !e.Enter(m) {
		return b
	}
	b = append(b, '{')
	n := len(e.Keys)
	for _, k := range Keys(e, m) {
		b = append(AppendText(append(b, '"'), k), '"', ':')
		b = append(e.AppendAny(b, m[k]), ',')
	}
	e.Keys = e.Keys[:n]
	if e.Depth > MaxDepth {
		e.Leave(m)
	}
	e.Depth--
	return Close(b, '}')
}

// active is the number of calls of json.Marshal for parts of values.
var active atomic.Int32

// maxActive is the number from which such a call looks for cycles: a value may hold itself by a type that only encoding/json encodes, which calls
// generated methods.
const maxActive = 1000

// AppendLibrary appends what encoding/json writes for v, which may be a pointer to the value.
func (e *Output) AppendLibrary(b []byte, v any) []byte {
	if active.Add(1) > maxActive {
		if t := cycle(reflect.ValueOf(v), map[visit]bool{}); t != nil {
			active.Add(-1)
			e.Failed, e.Err = true, &json.UnsupportedValueError{Value: reflect.ValueOf(v), Str: fmt.Sprintf("encountered a cycle via %s", t)}
			return b
		}
	}
	text, err := json.Marshal(v)
	active.Add(-1)
	if err != nil {
		if !e.Failed {
			e.Failed, e.Err = true, withoutCalls(err)
		}
		return b
	}
	return append(b, text...)
}

// AppendLibraryAt is AppendLibrary for the value that v points to. pointer means that the pointer is part of the value, too.
func AppendLibraryAt[T any](e *Output, b []byte, v *T, pointer bool) []byte {
	b = e.AppendLibrary(b, v)
	setType(e.Err, v, pointer)
	return b
}

// cycle returns the type of a pointer, slice or map that is inside itself by exported fields, or nil. done has what has been visited, and whether it
// is on the way to v.
func cycle(v reflect.Value, done map[visit]bool) reflect.Type {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if v.IsNil() || v.Kind() == reflect.Slice && v.Len() == 0 {
			return nil
		}
		key := visit{at: v.Pointer(), typ: v.Type()}
		if onWay, seen := done[key]; onWay {
			return v.Type()
		} else if seen {
			return nil
		}
		done[key] = true
		defer func() { done[key] = false }()
	}
	inner := func(x reflect.Value) reflect.Type { return cycle(x, done) }
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return inner(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if t := inner(v.Index(i)); t != nil {
				return t
			}
		}
	case reflect.Map:
		for i := v.MapRange(); i.Next(); {
			if t := inner(i.Value()); t != nil {
				return t
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-" {
				if t := inner(v.Field(i)); t != nil {
					return t
				}
			}
		}
	}
	return nil
}

// AppendMarshalJSON appends the result of the method MarshalJSON of the value that v points to. pointer is that of FailAt.
func AppendMarshalJSON[T any](e *Output, b []byte, v *T, pointer bool, text []byte, err error) []byte {
	n := Space(text, 0)
	if end := Skip(text, n); err != nil || e.Failed || end < 0 || Space(text, end) != len(text) {
		return FailAt(e, b, v, pointer)
	}
	return compact(b, text)
}

// AppendMarshalText appends the result of the method MarshalText of the value that v points to. pointer is that of FailAt.
func AppendMarshalText[T any](e *Output, b []byte, v *T, pointer bool, text []byte, err error) []byte {
	if err != nil {
		return FailAt(e, b, v, pointer)
	}
	return append(AppendText(append(b, '"'), core.Text(text, true)), '"')
}
