package baletest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"
)

// JSONTexts is how many texts the test of a type decodes in the format json. To try more, raise it in an init function of a test file.
var JSONTexts = 200

// JSONBytes limits the total length of these texts.
var JSONBytes = 1 << 20

// JSONWritesNil reports whether the types that stand for unions in encoding/json are written as null if they are nil, in spite of omitempty: the
// option omitzero, by which they are omitted, is new in Go 1.24.
var JSONWritesNil = func() bool {
	text, _ := json.Marshal(struct { // there is no error
		N int `json:",omitzero"`
	}{})
	return len(text) > len("{}")
}()

// A JSONCase is a type and its methods for the format json.
type JSONCase[T any] struct {
	Append           func(*T, []byte) ([]byte, error)
	Marshal          func(*T) ([]byte, error)
	Unmarshal, Alias func(*T, []byte) error
	Decode           func(*T, []byte) (int, error)
	Plain            func(*T) any // the pointer as a pointer to a type without the methods, for encoding/json
	Strict           bool         // unknown names are an error
	Library          JSONLibrary
	Limit            func(error) bool // reports whether an error is about a limit for decoding; nil if the type has none
	Unions           map[Field]Union  // as in Package.Unions, for unions with a form
	Stream           Stream[T]
	Reads            []ReadCase[T] // parts
}

// A JSONLibrary has the functions of encoding/json, or of encoding/json/v2, for the results of Plain. unmarshal returns the offset after the value; whole means that nothing but white space may follow,
// and strict that unknown names are an error.
type JSONLibrary struct {
	Marshal   func(v any) ([]byte, error)
	Unmarshal func(b []byte, v any, whole, strict bool) (int, error)
}

// TestJSON checks that the methods of a type have the results of encoding/json: for random values, their texts, and changed texts.
func TestJSON[T any](t *testing.T, c JSONCase[T]) {
	if c.Stream.Reader != nil {
		t.Run("stream", c.streams)
	}
	for _, part := range c.Reads {
		t.Run(part.Name, func(t *testing.T) { c.readsPart(t, part) })
	}
	texts, total := 0, 0
	var fault error // nil if a value was encoded without a panic
	for seed := uint64(0); texts < JSONTexts && total < JSONBytes; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		text := c.encodes(t, seed)
		if seed == 0 || fault != nil {
			_, err := c.wanted(seed)
			if _, panicked := err.(*PanicError); !panicked {
				err = nil
			}
			fault = err
		}
		for k := range 16 {
			if k > 0 {
				text = JSONChange(r, text)
			}
			c.decodes(t, text, r.Uint64())
			texts++
			total += len(text)
			if k%4 == 0 {
				text = c.text(seed)
			}
		}
	}
	if fault != nil {
		t.Errorf("encoding ends the program for all values: %v; let the method return an error for what it cannot encode, or name a text that the type decodes, in an init function of a test file, with baletest.Valid", fault)
	}
}

// FuzzJSON is TestJSON for the inputs of the fuzzer.
func FuzzJSON[T any](f *testing.F, c JSONCase[T]) {
	for seed := range uint64(20) {
		f.Add(c.text(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) { c.decodes(t, b, 1) })
}

// BenchmarkJSON is Benchmark for the format json.
func BenchmarkJSON[T any](b *testing.B, c JSONCase[T]) {
	var values []*T
	for seed := uint64(0); len(values) < 64 && seed < 1000; seed++ {
		if v := c.value(seed, false); Try(func() error { _, err := c.Marshal(v); return err }) == nil {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		b.Skip("no values that can be encoded are known")
	}
	Measure(b, values, c.Append, c.Marshal, c.Unmarshal)
}

// value returns the value for a seed. Values for encoding may be ones that cannot be encoded.
func (c JSONCase[T]) value(seed uint64, strange bool) *T {
	v := new(T)
	if seed > 0 {
		f := JSONFiller{r: rand.New(rand.NewPCG(seed, 8)), left: 200, strange: strange && seed%8 == 0, unions: c.Unions}
		f.fill(reflect.ValueOf(v).Elem(), 0)
	}
	return v
}

// text returns what encoding/json writes for the value for a seed, or for the zero value.
func (c JSONCase[T]) text(seed uint64) (text []byte) {
	for _, v := range []*T{c.value(seed, false), new(T)} {
		if err := Try(func() (err error) { text, err = c.Library.Marshal(c.Plain(v)); return err }); err == nil {
			return text
		}
	}
	return []byte("null")
}

// encodes checks the encoding of the value for a seed, and returns a text.
func (c JSONCase[T]) encodes(t *testing.T, seed uint64) []byte {
	var got, longer []byte
	want, err := c.wanted(seed)
	failed := Try(func() (err error) { got, err = c.Marshal(c.value(seed, true)); return err })
	if err == nil && c.Limit != nil && c.Limit(failed) {
		if again := Try(func() error { return c.Unmarshal(new(T), want) }); !c.Limit(again) {
			t.Fatalf("value %d: MarshalJSON returns the error %v, and its text can be decoded (%v):\n%s", seed, failed, again, want)
		}
		return c.text(seed)
	}
	same := bytes.Equal(got, want) || err == nil && failed == nil && (JSONMembers(got) == JSONMembers(want) || c.Unions != nil && JSONWritesNil)
	if d := c.encodingErrors(failed, err, seed); d != "" || !same {
		t.Fatalf("value %d: MarshalJSON returns\n%s\nwant\n%s\n%s", seed, got, want, d)
	}
	failed = Try(func() (err error) { longer, err = c.Append(c.value(seed, true), []byte("before")); return err })
	if d := c.encodingErrors(failed, err, seed); d != "" || err == nil && len(longer) != len("before")+len(got) {
		t.Fatalf("value %d: appended as\n%s\nwant\n%s\n%s", seed, longer, got, d)
	}
	clear(got) // which must not be the memory of the next text
	return c.text(seed)
}

// wanted returns what the library encodes the value for a seed as.
func (c JSONCase[T]) wanted(seed uint64) (text []byte, err error) {
	err = Try(func() (err error) { text, err = c.Library.Marshal(c.Plain(c.value(seed, true))); return err })
	return text, err
}

// encodingErrors is errors for encoding the value for a seed. If several keys of a map cannot be encoded, the order of the map decides which of them the
// library reports.
func (c JSONCase[T]) encodingErrors(got, want error, seed uint64) string {
	d := c.errors(got, want)
	for i := 0; i < 50 && d != "" && got != nil && want != nil; i++ {
		if _, want = c.wanted(seed); c.errors(got, want) == "" {
			return ""
		}
	}
	return d
}

// decodes checks the decoding of a text, into a new value and into the value for a seed.
func (c JSONCase[T]) decodes(t *testing.T, text []byte, seed uint64) {
	for _, from := range []uint64{0, seed%1000 + 1} {
		want, b := c.value(from, false), bytes.Clone(text)
		err := Try(func() error {
			_, err := c.Library.Unmarshal(b, c.Plain(want), true, c.Strict)
			return err
		})
		if fault, ok := err.(*PanicError); ok {
			t.Fatalf("decoding ends the program: %v; let the method return an error; the text is %q", fault, text)
		}
		check := func(how string, decode func(v *T, b []byte) error, want *T, wanted error, whole, reuse bool) {
			got, input := c.value(from, false), bytes.Clone(text)
			err := Try(func() error { return decode(got, input) })
			if c.Limit != nil && c.Limit(err) {
				return
			}
			if !bytes.Equal(input, text) {
				t.Fatalf("%s changes its input\n%s\nto\n%s", how, text, input)
			}
			if d := c.errors(err, wanted); d != "" && !c.varies(text, from, whole) {
				t.Fatalf("%s into value %d: %s\nof %s", how, from, d, text)
			}
			if reuse {
				clear(input)
				clear(b)
			}
			if !SameResult(reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem()) && !c.varies(text, from, whole) {
				t.Fatalf("%s into value %d: got\n%s\nwant\n%s\nof %s", how, from, JSONShow(got), JSONShow(want), text)
			}
		}
		check("UnmarshalJSONAlias", c.Alias, want, err, true, false)
		check("UnmarshalJSON", c.Unmarshal, want, err, true, true)
		n := 0
		want = c.value(from, false)
		err = Try(func() (err error) {
			n, err = c.Library.Unmarshal(text, c.Plain(want), false, c.Strict)
			return err
		})
		check("DecodeJSON", func(v *T, b []byte) error {
			k, err := c.Decode(v, b)
			if k != n && !(c.Limit != nil && c.Limit(err)) {
				t.Fatalf("DecodeJSON returns %d, want %d, of %s", k, n, text)
			}
			return err
		}, want, err, false, false)
	}
}

// varies reports whether the library itself decodes a text into the value for a seed with different results. whole is as in Decode. Methods that
// decode the members of an object in the order of a Go map, and stop at an error, leave another value at each call.
func (c JSONCase[T]) varies(text []byte, seed uint64, whole bool) bool {
	var first *T
	var wanted error
	for range 50 {
		v, b := c.value(seed, false), bytes.Clone(text)
		err := Try(func() error {
			_, err := c.Library.Unmarshal(b, c.Plain(v), whole, c.Strict)
			return err
		})
		if first == nil {
			first, wanted = v, err
		}
		if c.errors(err, wanted) != "" || !SameResult(reflect.ValueOf(v).Elem(), reflect.ValueOf(first).Elem()) {
			return true
		}
	}
	return false
}

// JSONMembers returns a text with the members of objects in the order of their texts: encoding/json writes keys with the same text in any order.
func JSONMembers(text []byte) string {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return JSONValue(d)
}

// JSONValue is JSONMembers for the next value.
func JSONValue(d *json.Decoder) string {
	token, err := d.Token()
	open, nested := token.(json.Delim)
	if !nested {
		return fmt.Sprintf("%T %[1]v %v", token, err)
	}
	var list []string
	for d.More() {
		item := JSONValue(d)
		if open == '{' {
			item += ":" + JSONValue(d)
		}
		list = append(list, item)
	}
	if open == '{' {
		slices.Sort(list)
	}
	_, err = d.Token()
	return fmt.Sprintf("%v%q%v", open, list, err)
}

// JSONShow returns a value as text, with what pointers point to as far as encoding/json shows it.
func JSONShow(v any) string {
	x := reflect.ValueOf(v).Elem()
	if Nested(x, 0) {
		return "a value that contains itself or is nested too deep to be printed"
	}
	text := fmt.Sprintf("%+v", x)
	var inner []byte
	if err := Try(func() (err error) { inner, err = json.Marshal(v); return err }); err == nil {
		text += "\n" + string(inner)
	}
	return text
}

// errors returns in what two errors differ, or "".
func (c JSONCase[T]) errors(got, want error) string {
	for a, b := got, want; ; {
		if x, y := JSONError(a), JSONError(b); x != regexp.MustCompile("[bB]aleJSONPlain").ReplaceAllString(y, "") { // encoding/json gets types of other names
			return fmt.Sprintf("the error is\n%s\nwant\n%s", x, y)
		}
		if a == nil {
			return ""
		}
		a, b = errors.Unwrap(a), errors.Unwrap(b)
	}
}

// JSONError returns the type of an error and all that its fields tell.
func JSONError(err error) string {
	text := fmt.Sprintf("%T: %v", err, err)
	switch err := err.(type) {
	case *json.SyntaxError:
		text += fmt.Sprintf(" (offset %d)", err.Offset)
	case *json.UnmarshalTypeError:
		text += fmt.Sprintf(" (offset %d, value %q, type %v, struct %q, field %q)", err.Offset, err.Value, err.Type, err.Struct, err.Field)
	case *json.MarshalerError:
		text += fmt.Sprintf(" (type %v)", err.Type)
	case *json.UnsupportedTypeError:
		text += fmt.Sprintf(" (type %v)", err.Type)
	case *json.UnsupportedValueError:
		text += fmt.Sprintf(" (%q)", err.Str)
	case *json.InvalidUnmarshalError:
		text += fmt.Sprintf(" (type %v)", err.Type)
	}
	return text
}
