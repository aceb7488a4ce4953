package harness

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unsafe"

	"bale/runner/measure"
)

// changeTexts decodes JSON and replaces each text.
func changeTexts(change func(string) string) func([]byte, *order) error {
	return func(b []byte, v *order) error {
		if err := json.Unmarshal(b, v); err != nil {
			return err
		}
		v.Name = change(v.Name)
		for i := range v.Lines {
			v.Lines[i] = change(v.Lines[i])
		}
		if v.Note != nil {
			*v.Note = change(*v.Note)
		}
		return nil
	}
}

// slab returns a function that copies texts into a piece of memory with room for size bytes.
func slab(size int) func(string) string {
	room := make([]byte, 0, size)
	return func(s string) string {
		if len(s) > cap(room)-len(room) {
			return strings.Clone(s)
		}
		start := len(room)
		room = append(room, s...)
		return unsafe.String(unsafe.SliceData(room[start:]), len(s))
	}
}

// TestMemoryOfStrings checks decoders that share the memory of strings in different ways, and some that seem to.
func TestMemoryOfStrings(t *testing.T) {
	words := map[string]string{}
	intern := func(s string) string {
		if words[s] == "" {
			words[s] = strings.Clone(s)
		}
		return words[s]
	}
	across := slab(1 << 20)
	var last *order
	fresh := func(decode func([]byte, *order) error) map[string]func([]byte, *order) error {
		return map[string]func([]byte, *order) error{"fresh,copy": decode}
	}
	for _, c := range []struct {
		name  string
		calls calls
		want  measure.Strings
	}{
		{name: "each alone", calls: calls{decode: fresh(decodeJSON)}, want: measure.Own},
		{name: "a slab", calls: calls{decode: fresh(func(b []byte, v *order) error { return changeTexts(slab(1<<12))(b, v) })}, want: measure.Shared},
		{name: "a slab for short ones only", calls: calls{decode: fresh(func(b []byte, v *order) error {
			short := slab(1 << 12)
			return changeTexts(func(s string) string {
				if len(s) > 100 {
					return strings.Clone(s)
				}
				return short(s)
			})(b, v)
		})}, want: measure.Shared},
		{name: "a slab for long ones only", calls: calls{decode: fresh(func(b []byte, v *order) error {
			long := slab(1 << 12)
			return changeTexts(func(s string) string {
				if len(s) < 100 {
					return strings.Clone(s)
				}
				return long(s)
			})(b, v)
		})}, want: measure.Shared},
		{name: "two of many share memory", calls: calls{decode: fresh(func(b []byte, v *order) error {
			n, two := 0, slab(1<<12)
			return changeTexts(func(s string) string {
				if n++; n == 2 || n == 3 {
					return two(s)
				}
				return strings.Clone(s)
			})(b, v)
		})}, want: measure.Shared},
		// The limit of the method: what the codec keeps alive does not count, so a slab that it never replaces is not found.
		{name: "one slab for all messages", calls: calls{decode: fresh(changeTexts(across))}, want: measure.Own},
		{name: "a table of words", calls: calls{decode: fresh(changeTexts(intern))}, want: measure.Own},
		{name: "a copy of the message that the codec keeps", calls: calls{decode: fresh(func(b []byte, v *order) error {
			last = new(order)
			return errors.Join(decodeJSON(b, last), decodeJSON(b, v))
		})}, want: measure.Own},
		{name: "only in memory that is reused", calls: calls{decode: map[string]func([]byte, *order) error{"reuse,copy": func(b []byte, v *order) error {
			*v = order{}
			return changeTexts(slab(1<<12))(b, v)
		}}}, want: measure.Shared},
		{name: "alias only", calls: calls{decode: map[string]func([]byte, *order) error{"fresh,alias": aliasing}}, want: ""},
		{name: "a decoder that refuses long texts", calls: calls{decode: fresh(func(b []byte, v *order) error {
			if len(b) > 1500 {
				return errors.New("too long")
			}
			return decodeJSON(b, v)
		})}, want: measure.Own},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.calls.marshal = encodeJSON
			p := c.calls.adapter().check(source{Seed: 1, Count: 64}, &Request{}, nil)
			if p.Error != "" || len(p.Dropped) > 0 {
				t.Fatalf("error %q, dropped %v", p.Error, p.Dropped)
			}
			if p.Strings != c.want || (p.Sharing != "") != (c.want == measure.Shared) || p.Untried != "" {
				t.Errorf("the strings are %q (%s, %s), want %q", p.Strings, p.Sharing, p.Untried, c.want)
			}
		})
	}
	if last == nil || len(words) == 0 {
		t.Error("a decoder was not called")
	}
}
