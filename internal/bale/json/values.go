package json

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bale/internal/bale/core"
)

// Close replaces the comma after the last element by the closing bracket c, or appends it if there are no elements.
func Close(b []byte, c byte) []byte {
	if n := len(b); n > 0 && b[n-1] == ',' {
		b[n-1] = c
		return b
	}
	return append(b, c)
}

// Enclose puts the fields after start, each with a comma before it, into braces.
func Enclose(b []byte, start int) []byte {
	if len(b) == start {
		return append(b, "{}"...)
	}
	b[start] = '{'
	return append(b, '}')
}

// OmitsZero reports whether encoding/json knows the option omitzero, which is new in Go 1.24.
var OmitsZero = func() bool {
	text, _ := json.Marshal(struct { // there is no error, and the name of an embedded field is not changed in generated code
		json.Delim `json:",omitzero"`
	}{})
	return len(text) == len("{}")
}()

// Zero reports whether a value is zero as reflect defines it.
func Zero[T any](v *T) bool { return reflect.ValueOf(v).Elem().IsZero() }

// Keys returns the keys of a map in ascending order. They are after those of the enclosing maps in e.Keys.
func Keys[M ~map[K]V, K ~string, V any](e *Output, m M) []string {
	n := len(e.Keys)
	for k := range m {
		e.Keys = append(e.Keys, string(k))
	}
	keys := e.Keys[n:]
	slices.Sort(keys)
	return keys
}

// An Integer is a type of integers.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Numbers returns the keys of a map in the order of their decimal texts.
func Numbers[M ~map[K]V, K Integer, V any](m M) []K {
	list := make([]K, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	text := func(b []byte, k K) []byte {
		if k < 0 {
			return AppendInt(b, int64(k))
		}
		return AppendUint(b, uint64(k))
	}
	slices.SortFunc(list, func(x, y K) int {
		var a, b [2 * maxInt]byte
		return bytes.Compare(text(a[:0], x), text(b[:0], y))
	})
	return list
}

// IntKey decodes the key of a map at n, and the colon after it.
func (d *Input) IntKey(n int) (int64, int) {
	name, n := d.Name(n)
	x, err := strconv.ParseInt(string(name), 10, 64)
	if err != nil {
		return 0, -1
	}
	return x, n
}

// UintKey is IntKey for unsigned integers.
func (d *Input) UintKey(n int) (uint64, int) {
	name, n := d.Name(n)
	x, err := strconv.ParseUint(string(name), 10, 64)
	if err != nil {
		return 0, -1
	}
	return x, n
}

// Colon returns the offset of the value after the colon at n.
func Colon(b []byte, n int) int {
	if n < 0 {
		return -1
	}
	if n = Space(b, n); n >= len(b) || b[n] != ':' {
		return -1
	}
	return Space(b, n+1)
}

// SkipField skips the name and the value at n.
func (d *Input) SkipField(n int) int {
	if n = skipName(d.B, Space(d.B, n)); n < 0 {
		return -1
	}
	return Skip(d.B, n)
}

// Fold returns the first of some names that is equal to a name but for the case of letters, or nil.
func Fold(name []byte, names []string) []byte {
	for _, s := range names {
		if strings.EqualFold(s, core.Text(name, true)) {
			return bytesOf(s)
		}
	}
	return nil
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

// Number decodes the number or the string at n.
func (d *Input) Number(v *json.Number, n int) int {
	if end := EndOfNumber(d.B, n); end >= 0 {
		*v = json.Number(d.B[n:end])
		return end
	}
	if IsNull(d.B, n) {
		return Null(d.B, n)
	}
	text, end := d.TextBytes(n)
	if end < 0 || EndOfNumber(text, 0) != len(text) {
		return -1
	}
	*v = json.Number(text)
	return end
}
