// Package json has the helpers of the json format. Its functions give the results of encoding/json, or give up: then encoding/json encodes or
// decodes the whole value, so that its results and errors are the same in every case.
package json

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	"bale/gen/runtime/core"
)

// MaxDepth is the nesting depth from which encoding/json decodes, and from which encoding looks for cycles.
const MaxDepth = 900

// An Output is the state of encoding a value.
type Output struct {
	Failed bool           // the value cannot be encoded
	Err    error          // why; nil if only encoding/json can tell
	Depth  int            // nesting depth of recursive values
	Seen   map[visit]bool // what Enter has been called for
	Cycle  bool           // Err is about a cycle
	Buf    []byte         // memory for the message
	Keys   []string
	unused int // how many messages in a row needed little of Buf
}

// keepUnused limits Output.unused.
const keepUnused = 4

// Pool has Outputs with memory.
var Pool sync.Pool

// Begin returns an Output with memory for a message.
func Begin() *Output {
	e := pooled[Output](&Pool)
	if e == nil {
		e = &Output{Buf: make([]byte, 0, 4096)}
	}
	e.Failed, e.Err, e.Cycle, e.Depth, e.Seen, e.Keys = false, nil, false, 0, nil, e.Keys[:0]
	return e
}

// pooled returns a *T from a pool, or nil.
func pooled[T any](pool *sync.Pool) *T {
	v, _ := pool.Get().(*T)
	return v
}

// Finish returns a copy of the message b, and puts e back into the pool.
func (e *Output) Finish(b []byte) []byte {
	message := append(core.New(len(b)), b...)
	e.Keep(b)
	e.Release()
	return message
}

// Keep makes the memory of b that of later messages. Much memory is kept only while messages need it: after keepUnused of them in a row that
// needed less than a quarter of it, it is left to the garbage collector.
func (e *Output) Keep(b []byte) {
	if cap(b) <= core.MaxScratch || len(b) >= cap(b)/4 {
		e.unused = 0
	} else if e.unused++; e.unused > keepUnused {
		b = make([]byte, 0, 4096)
		e.unused = 0
	}
	e.Buf = b
}

// Release puts e back into the pool.
func (e *Output) Release() { Pool.Put(e) }

// An Input is the state of decoding a value. Its methods return the offset after what they decode, or -1 if they give up.
type Input struct {
	core.Input
	core.Zones
	Depth   int
	Times   int      // see room.go
	Strict  bool     // unknown names are an error
	Scratch []byte   // the last name or text with escapes
	Used    bool     // the destination had a value before
	Undo    []func() // restore the values that methods have changed
}

// Enter increments the nesting depth, and reports whether decoding can go on.
func (d *Input) Enter() bool {
	d.Depth++
	return d.Depth <= MaxDepth
}

// Unmarshal decodes the value at the front of b by encoding/json, and returns the offset after it. whole means that nothing but white space may
// follow, and strict that unknown names are an error.
func Unmarshal(b []byte, v any, whole, strict bool) (int, error) {
	if whole && (!strict || !json.Valid(b)) {
		return len(b), original(json.Unmarshal(b, v))
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if strict {
		d.DisallowUnknownFields()
	}
	if err := d.Decode(v); err != nil {
		return 0, original(err)
	}
	return int(d.InputOffset()), nil
}

// PlainPrefix begins the names of types that stand for others without methods. That of unexported types begins with a lower-case letter.
const PlainPrefix = "BaleJSONPlain"

// original returns an error with the type for which another one stands.
func original(err error) error {
	if e, ok := err.(*json.UnmarshalTypeError); ok {
		e.Struct, e.Field = originalPath(e.Struct), originalPath(e.Field)
		e.Type = originalType(e.Type)
	}
	return err
}

// originalPath returns a path without the prefix of types that stand for others.
func originalPath(path string) string {
	if !strings.Contains(path, PlainPrefix[1:]) {
		return path
	}
	list := strings.Split(path, ".")
	for i, name := range list {
		list[i] = strings.TrimPrefix(strings.TrimPrefix(name, PlainPrefix), "b"+PlainPrefix[1:])
	}
	return strings.Join(list, ".")
}

// originalType returns a type with the types for which others stand.
func originalType(t reflect.Type) reflect.Type {
	if t == nil || len(Originals) == 0 {
		return t
	}
	switch o := Originals[t]; {
	case o != nil:
		return o
	case t.Name() != "":
		return t
	}
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(originalType(t.Elem()))
	case reflect.Slice:
		return reflect.SliceOf(originalType(t.Elem()))
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), originalType(t.Elem()))
	case reflect.Map:
		return reflect.MapOf(t.Key(), originalType(t.Elem()))
	}
	return t
}

// AppendNumber appends a json.Number.
func (e *Output) AppendNumber(b []byte, s json.Number) []byte {
	if s == "" {
		return append(b, '0')
	}
	n := len(b)
	b = append(b, s...)
	if EndOfNumber(b, n) != len(b) {
		return e.Fail(b, s)
	}
	return b
}

// AppendQuoted appends the string in a string, as the option string in a tag asks for.
func AppendQuoted(b []byte, s string) []byte {
	inner := append(AppendText([]byte{'"'}, s), '"')
	return append(AppendText(append(b, '"'), string(inner)), '"')
}

// compact appends a valid JSON text without white space, and with the escapes of json.Marshal.
func compact(b, text []byte) []byte {
	inside := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			inside = !inside
		case !inside:
			if c <= ' ' {
				continue
			}
		case c == '\\':
			b = append(b, c)
			i++
			c = text[i]
		case c == '<' || c == '>' || c == '&':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4])
			c = hex[c&15]
		case c == 0xe2 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2]&^1 == 0xa8:
			b = append(b, `\u202`...)
			c = hex[text[i+2]&15]
			i += 2
		}
		b = append(b, c)
	}
	return b
}
