package json_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	fast "example.org/json/fast/cases"
	plain "example.org/json/plain/cases"
)

// methods are the generated methods.
type methods interface {
	AppendJSON(b []byte) ([]byte, error)
	MarshalJSON() ([]byte, error)
	UnmarshalJSON(b []byte) error
	UnmarshalJSONAlias(b []byte) error
	DecodeJSON(b []byte) (int, error)
}

// texts are tried with all types.
var texts = []string{
	"null", " null ", "{}", "{ }", "[]", "[ ]", `""`, "0", "true", "", " ", "{", "}", "[", "x", "nulL", "{}x", "{} ", "\ufeff{}", `{"unknown":[1,{"a":null}]}`, `{"unknown":}`, `{"unknown":1,}`, `{"unknown":1 2}`, `{"":0}`, `{null:0}`, `{"a":0,"b":{"c":[]}}`,
	"{\"a\":\"\x01\"}", `{"a":"\x"}`, `{"a":01}`, `{"a":-}`, `{"a":1e}`, `{"a":tru}`, `{"a":[1,2}`, `{"a"`, `{"a":`, `{"a":1`, "{\"\xff\":1}",
}

// A variant is package cases with generated code.
type variant struct {
	name  string
	cases []fast.Case
}

// variants are compared with encoding/json. The file own_test.go adds the code with own strings.
var variants = []variant{{"fast", fast.All()}}

func TestSame(t *testing.T) {
	want := plain.All()
	for _, generated := range variants {
		for i, c := range generated.cases {
			t.Run(generated.name+"/"+c.Name, func(t *testing.T) { same(t, c, want[i]) })
		}
	}
}

func same(t *testing.T, c fast.Case, want plain.Case) {
	makers, wanted := append([]func() any{c.New}, c.Values...), append([]func() any{want.New}, want.Values...)
	for i := range makers {
		encodes(t, i, makers[i], wanted[i])
	}
	for _, text := range slices.Concat(texts, c.Texts) {
		for i := range makers {
			decodes(t, i, text, makers[i], wanted[i])
		}
	}
}

func encodes(t *testing.T, i int, maker, wanted func() any) {
	v, w := maker(), wanted()
	var want, got []byte
	err := call(func() (err error) { want, err = json.Marshal(w); return err })
	compare := func(how string, failed error) {
		if a, b := describe(failed), describe(err); a != b || !bytes.Equal(got, want) {
			t.Errorf("%s of value %d: got\n%s\n%s\nwant\n%s\n%s", how, i, cut(got), a, cut(want), b)
		}
	}
	compare("MarshalJSON", call(func() (err error) { got, err = v.(methods).MarshalJSON(); return err }))
	if d := diff(reflect.ValueOf(v).Elem(), reflect.ValueOf(w).Elem(), 0); d != "" && err == nil {
		t.Errorf("after encoding, value %d has%s", i, d)
	}
	v = maker()
	failed := call(func() (err error) { got, err = v.(methods).AppendJSON([]byte("before")); return err })
	if got = bytes.TrimPrefix(got, []byte("before")); failed != nil {
		got = nil
	}
	compare("AppendJSON", failed)
}

func decodes(t *testing.T, i int, text string, maker, wanted func() any) {
	type try struct {
		how    string
		decode func(v methods, b []byte) error
	}
	end := 0
	w, b := wanted(), []byte(text)
	err := call(func() error { return json.Unmarshal(b, w) })
	for _, try := range []try{{"UnmarshalJSONAlias", methods.UnmarshalJSONAlias}, {"UnmarshalJSON", methods.UnmarshalJSON}, {"DecodeJSON", func(v methods, b []byte) error {
		n, err := v.DecodeJSON(b)
		if n != end {
			t.Errorf("DecodeJSON of %s returns %d, want %d, and %v", cut([]byte(text)), n, end, err)
		}
		return err
	}}} {
		if try.how == "DecodeJSON" {
			w, b = wanted(), []byte(text)
			d := json.NewDecoder(bytes.NewReader(b))
			if err = call(func() error { return d.Decode(w) }); err == nil {
				end = int(d.InputOffset())
			}
		}
		v, input := maker(), []byte(text)
		failed := call(func() error { return try.decode(v.(methods), input) })
		if string(input) != text {
			t.Errorf("%s changes %s to %s", try.how, cut([]byte(text)), cut(input))
		}
		if x, y := describe(failed), describe(err); x != y {
			t.Errorf("%s of %s into value %d returns\n%s\nwant\n%s", try.how, cut([]byte(text)), i, x, y)
		}
		if try.how == "UnmarshalJSON" {
			clear(input)
			clear(b)
		}
		if d := diff(reflect.ValueOf(v).Elem(), reflect.ValueOf(w).Elem(), 0); d != "" {
			t.Errorf("%s of %s into value %d has%s\nerror: %v", try.how, cut([]byte(text)), i, d, err)
		}
	}
}

// call returns the error or the panic of a call.
func call(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	return f()
}

// describe returns all that an error and those that it wraps tell.
func describe(err error) (text string) {
	for ; err != nil; err = errors.Unwrap(err) {
		text += fmt.Sprintf("%T %v", err, err)
		switch err := err.(type) {
		case *json.SyntaxError:
			text += fmt.Sprint(" offset ", err.Offset)
		case *json.UnmarshalTypeError:
			text += fmt.Sprintf(" offset %d value %q type %v struct %q field %q", err.Offset, err.Value, err.Type, err.Struct, err.Field)
		case *json.MarshalerError:
			text += fmt.Sprint(" type ", err.Type)
		case *json.UnsupportedTypeError:
			text += fmt.Sprint(" type ", err.Type)
		case *json.UnsupportedValueError:
			text += fmt.Sprintf(" %q", err.Str)
		}
		text += "\n"
	}
	return folder.ReplaceAllString(text, "")
}

func cut(b []byte) string {
	if len(b) > 300 {
		return fmt.Sprintf("%q... (%d bytes)", b[:300], len(b))
	}
	return fmt.Sprintf("%q", b)
}

// show returns a value as text, without what is in it, since a value may hold itself.
func show(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return fmt.Sprintf("%s of length %d (nil: %t)", v.Type(), v.Len(), v.IsNil())
	case reflect.Pointer, reflect.Interface:
		return fmt.Sprintf("%s (nil: %t)", v.Type(), v.IsNil())
	case reflect.Struct, reflect.Array:
		return v.Type().String()
	}
	return fmt.Sprintf("%s %v", v.Type(), v)
}

// folder is in the names of types of generic types.
var folder = regexp.MustCompile(`\bexample.org/json/\w+/cases\.`)

// diff returns in what two addressable values differ whose types are declared alike in two packages, or "".
func diff(a, b reflect.Value, depth int) string {
	if depth > 60 { // values may hold themselves
		return ""
	}
	wrong := func() string { return fmt.Sprintf(" %s, want %s", show(a), show(b)) }
	if a.Kind() != b.Kind() || folder.ReplaceAllString(a.Type().String(), "") != folder.ReplaceAllString(b.Type().String(), "") {
		return wrong()
	}
	within := func(step string, a, b reflect.Value) string {
		if d := diff(a, b, depth+1); d != "" {
			return step + d
		}
		return ""
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return wrong()
			}
			return ""
		}
		return within("*", a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() || a.Kind() == reflect.Slice && a.IsNil() != b.IsNil() {
			return wrong()
		}
		for i := range a.Len() {
			if d := within(fmt.Sprintf("[%d]", i), a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
	case reflect.Map:
		if a.Len() != b.Len() || a.IsNil() != b.IsNil() {
			return wrong()
		}
		for x := a.MapRange(); x.Next(); {
			found := false
			for y := b.MapRange(); y.Next() && !found; {
				found = diff(x.Key(), y.Key(), depth+1) == "" && diff(x.Value(), y.Value(), depth+1) == ""
			}
			if !found {
				return wrong()
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if d := within("."+a.Type().Field(i).Name, a.Field(i), b.Field(i)); d != "" {
				return d
			}
		}
	case reflect.Func, reflect.Chan:
	default:
		if fmt.Sprint(a) != fmt.Sprint(b) {
			return wrong()
		}
	}
	return ""
}

// TestCycles checks that values which hold themselves in interfaces are errors like those of encoding/json. The type in the error is one of the cycle.
func TestCycles(t *testing.T) {
	for i, make := range []func(v *fast.Outer){
		func(v *fast.Outer) { v.X = v }, func(v *fast.Outer) { v.I.B = v }, func(v *fast.Outer) { v.X = []any{1, map[string]any{"o": v}} },
		func(v *fast.Outer) { v.X = []*fast.Outer{v} }, func(v *fast.Outer) { v.X = struct{ A any }{v} }, func(v *fast.Outer) { v.X = map[string]*fast.Outer{"": v} },
		func(v *fast.Outer) { v.P = &fast.Inner{B: v} }, func(v *fast.Outer) { v.L = []fast.Inner{{}, {B: v}} },
	} {
		v := new(fast.Outer)
		make(v)
		b, err := v.MarshalJSON()
		var cycle *json.UnsupportedValueError
		if !errors.As(err, &cycle) || !strings.HasPrefix(cycle.Str, "encountered a cycle via ") || b != nil {
			t.Errorf("value %d: got %s, error %v", i, b, err)
		}
	}
}

// others are cyclic values with generated code of another package. The file own_test.go adds one.
var others []json.Marshaler

// TestInterfaceCycles checks the same for types that refer to themselves only by interfaces, also if json.Marshal calls the generated method.
func TestInterfaceCycles(t *testing.T) {
	list := fast.AnyList{nil}
	list[0] = list
	pointer := fast.AnyList{nil}
	pointer[0] = &pointer
	m := fast.AnyMap{}
	m["m"] = m
	var array fast.AnyArray
	array[0] = &array
	hold := func(set func(v *fast.Holds)) *fast.Holds {
		v := new(fast.Holds)
		set(v)
		return v
	}
	for i, v := range append([]json.Marshaler{
		&list, &pointer, &m, &array, &fast.AnyList{fast.AnyMap{"l": list}},
		hold(func(v *fast.Holds) { v.Any = v }), hold(func(v *fast.Holds) { v.Any = &v.Any; v.Any = v }), hold(func(v *fast.Holds) { v.F = v }),
		hold(func(v *fast.Holds) { v.H = []fast.Holder{v} }), hold(func(v *fast.Holds) { v.H = make([]fast.Holder, 1); v.H[0] = *v }),
		hold(func(v *fast.Holds) { v.L = make([]any, 1); v.L[0] = *v }), hold(func(v *fast.Holds) { v.M = map[string]any{}; v.M["v"] = *v }),
		hold(func(v *fast.Holds) { v.Any = &fast.AnyList{v} }), hold(func(v *fast.Holds) { v.Any = struct{ A any }{v} }),
	}, others...) {
		for name, encode := range map[string]func() ([]byte, error){"MarshalJSON": v.MarshalJSON, "json.Marshal": func() ([]byte, error) { return json.Marshal(v) }} {
			b, err := encode()
			var cycle *json.UnsupportedValueError
			if !errors.As(err, &cycle) || !strings.HasPrefix(cycle.Str, "encountered a cycle via ") || b != nil {
				t.Errorf("value %d, %s: got %.40s, error %v", i, name, b, err)
			}
		}
	}
}

// TestDeepErrors checks that an error at the end of many nested interfaces takes no more time for each of them.
func TestDeepErrors(t *testing.T) {
	v := &fast.Outer{X: func() {}}
	for range 200 {
		v = &fast.Outer{X: v}
	}
	_, err := v.MarshalJSON()
	if want := new(json.UnsupportedTypeError); !errors.As(err, &want) || err != error(want) {
		t.Errorf("got error %v", err)
	}
}
