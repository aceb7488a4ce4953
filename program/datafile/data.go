// Package datafile checks files of sample values, which are in JSON, against the model of their type, so that errors are found before
// anything is built.
package datafile

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bale/model"
	"bale/runner/sample"
)

// Check checks the sample values in a file against the model of their type, so that errors are found before anything is built. It
// accepts the values that encoding/json accepts. It does not check the values of types with their own unmarshal methods: the runners do.
func Check(path, dir string, root *model.Root) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	if err := checkValues(data, root); err != nil {
		if rel, bad := filepath.Rel(dir, path); bad == nil && filepath.IsLocal(rel) {
			path = rel
		}
		return fmt.Errorf("-data: %s: %w", path, err)
	}
	return nil
}

func checkValues(data []byte, root *model.Root) error {
	values, err := sample.JSONValues(data, openBrackets(root.Type))
	if err != nil {
		return err
	}
	fields := map[*model.Struct][]jsonField{}
	for n, v := range values {
		r := &dataReader{data: data, start: v.Start, tokens: json.NewDecoder(bytes.NewReader(data[v.Start:v.End])), fields: fields}
		r.tokens.UseNumber()
		tok := r.next()
		if err := r.value(tok, root.Type, root.Expr); err != nil {
			var m *mismatch
			if errors.As(err, &m) {
				return sample.JSONError(data, m.at, n, err)
			}
			return sample.JSONError(data, v.Start, n, err)
		}
	}
	return nil
}

// openBrackets returns the number of brackets [ at the beginning of a JSON value of type t, math.MaxInt if there may be any number.
func openBrackets(t model.Type) int {
	brackets := 0
	for seen := map[*model.Named]bool{}; ; {
		if n, ok := t.(*model.Named); ok {
			if has(n, unmarshalJSON) || has(n, unmarshalText) {
				return brackets
			}
			if seen[n] {
				return math.MaxInt // type Tree []Tree
			}
			seen[n] = true
		}
		switch u := model.Underlying(t).(type) {
		case *model.Slice:
			if model.IsKind(u.Elem, model.Uint8) {
				return brackets // base64
			}
			brackets++
			t = u.Elem
		case *model.Array:
			brackets++
			t = u.Elem
		case *model.Pointer:
			t = u.Elem
		default:
			return brackets
		}
	}
}

// The methods that encoding/json calls.
const (
	unmarshalJSON = "UnmarshalJSON"
	unmarshalText = "UnmarshalText"
)

func has(n *model.Named, method string) bool { return slices.Contains(n.Methods.Names, method) }

// A mismatch is the error for a JSON value that its type cannot hold.
type mismatch struct {
	at   int // offset in the file
	text string
}

func (m *mismatch) Error() string { return m.text }

// A token is a JSON token with its offset in the file.
type token struct {
	json.Token
	at int
}

// A dataReader reads one value, which has to be valid JSON.
type dataReader struct {
	data   []byte
	start  int // offset of the value in data
	tokens *json.Decoder
	fields map[*model.Struct][]jsonField
}

func (r *dataReader) next() token {
	at := r.start + int(r.tokens.InputOffset())
	for at < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[at]) >= 0 {
		at++
	}
	tok, err := r.tokens.Token()
	if err != nil {
		panic(err) // cannot happen: the value is valid
	}
	return token{tok, at}
}

// skip skips the rest of the value that begins with tok.
func (r *dataReader) skip(tok token) {
	if _, opens := tok.Token.(json.Delim); !opens {
		return
	}
	for r.tokens.More() {
		r.skip(r.next())
	}
	r.next()
}

// value checks that the value that begins with tok can be decoded into type t. path is the path of the value.
func (r *dataReader) value(tok token, t model.Type, path string) error {
	if tok.Token == nil {
		return nil // null does not change a value
	}
	if n, ok := t.(*model.Named); ok {
		switch {
		case has(n, unmarshalJSON):
			r.skip(tok)
			return nil
		case has(n, unmarshalText):
			return r.scalar(tok, model.String, path, n.Name+" has UnmarshalText")
		}
	}
	switch u := model.Underlying(t).(type) {
	case *model.Pointer:
		if model.Pointee(t) == nil { // encoding/json would allocate pointers without end
			return r.wrong(tok, path, "null, because the type holds nothing but pointers to itself")
		}
		return r.value(tok, u.Elem, path)
	case *model.Basic:
		return r.scalar(tok, u.Kind, path, u.Kind.String())
	case *model.Time:
		return r.time(tok, t, path)
	case *model.Struct:
		return r.object(tok, u, path)
	case *model.Map:
		return r.entries(tok, u, path)
	case *model.Array:
		return r.list(tok, u.Elem, path)
	case *model.Slice:
		if text, ok := tok.Token.(string); ok && model.IsKind(u.Elem, model.Uint8) {
			if _, err := base64.StdEncoding.DecodeString(text); err != nil {
				return r.wrong(tok, path, "bytes in base64, or a list of numbers")
			}
			return nil
		}
		return r.list(tok, u.Elem, path)
	case *model.Interface:
		if len(u.Members) > 0 {
			return r.member(tok, u.Members, path)
		}
	}
	r.skip(tok) // an interface that holds any JSON
	return nil
}

// wrong returns the error for tok, found at path instead of want.
func (r *dataReader) wrong(tok token, path, want string) error {
	return &mismatch{tok.at, fmt.Sprintf("%s: found %s, want %s", path, describe(tok), want)}
}

func describe(tok token) string {
	switch v := tok.Token.(type) {
	case json.Delim:
		if v == '{' {
			return "an object"
		}
		return "a list"
	case json.Number:
		return "the number " + v.String()
	case string:
		if r := []rune(v); len(r) > 40 {
			v = string(r[:40]) + "..."
		}
		return fmt.Sprintf("the string %q", v)
	}
	return fmt.Sprint(tok.Token)
}

func (r *dataReader) time(tok token, t model.Type, path string) error {
	if _, named := t.(*model.Named); named {
		r.skip(tok) // a type defined as time.Time does not have its methods
		return nil
	}
	text, ok := tok.Token.(string)
	if ok {
		_, err := time.Parse(time.RFC3339, text)
		ok = err == nil
	}
	if !ok {
		return r.wrong(tok, path, `a time as in "2006-01-02T15:04:05Z"`)
	}
	return nil
}

func (r *dataReader) list(tok token, elem model.Type, path string) error {
	if tok.Token != json.Delim('[') {
		return r.wrong(tok, path, "a list")
	}
	for i := 0; r.tokens.More(); i++ {
		if err := r.value(r.next(), elem, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	r.next()
	return nil
}

func (r *dataReader) entries(tok token, m *model.Map, path string) error {
	if tok.Token != json.Delim('{') {
		return r.wrong(tok, path, "an object")
	}
	for r.tokens.More() {
		key := r.next()
		at := fmt.Sprintf("%s[%q]", path, key.Token)
		if err := r.key(key, m.Key, at); err != nil {
			return err
		}
		if err := r.value(r.next(), m.Elem, at); err != nil {
			return err
		}
	}
	r.next()
	return nil
}

// key checks the key of a map. In JSON, it is a string.
func (r *dataReader) key(tok token, t model.Type, path string) error {
	if n, ok := t.(*model.Named); ok && has(n, unmarshalText) {
		return nil
	}
	if p, ok := t.(*model.Pointer); ok {
		if n, ok := p.Elem.(*model.Named); ok && has(n, unmarshalText) {
			return nil
		}
	}
	b, ok := model.Underlying(t).(*model.Basic)
	switch {
	case ok && b.Kind == model.String:
		return nil
	case ok && (b.Kind.Signed() || b.Kind.Unsigned()):
		if !fits(json.Number(tok.Token.(string)), b.Kind) {
			return r.wrong(tok, path+" (the key)", wantedNumber(b.Kind, b.Kind.String()))
		}
		return nil
	}
	return &mismatch{tok.at, path + ": JSON has no such keys: they must be strings, whole numbers or have UnmarshalText"}
}
