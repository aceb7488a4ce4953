package json_test

import (
	"bytes"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"strings"
	"testing"

	fast "example.org/json/fast"
	plain "example.org/json/plain"
)

// describe returns all that an error and those that it wraps tell.
func describe(err error) (text string) {
	for ; err != nil; err = errors.Unwrap(err) {
		text += fmt.Sprintf("%T %v\n", err, err)
		if e, ok := err.(*jsonv2.SemanticError); ok {
			text += fmt.Sprintf("%d %s %s %s\n", e.ByteOffset, e.JSONPointer, e.JSONKind, e.JSONValue)
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "json/plain", "json/fast"), "BaleJSONPlain", "")
}

// TestPlain compares generated code with encoding/json/v2 for a type without methods: the generated methods of types inside must not be called. If they
// were, errors would be relative to these, and each level of a text would be read once more, which takes 33 s for 10,000 levels.
func TestPlain(t *testing.T) {
	texts := []string{
		`{"L":{"R":{"L":{"X":1}}}}`, `{"L":{"R":{"L":1}}}`, `{"L":{"R":{"M":{"a":{"L":"x"}}}}}`, `{"L":{"M":{"a":{},"a":{}}}}`, `{"F":{"trees":[{"L":{}},{"L":[]}]}}`, `{"R":{"X":{"a":1,"a":2}}}`,
		`{"L":{"L":{"L":nul}}}`, `{"L":{"L":{"L":null}`, `{"L":{"R":{"L":{"\ud800":1}}}}`, `{"F":{"E":{"a":{"b":{"c":1}}}}}`,
	}
	for _, n := range []int{800, 950, 9000, 10001} {
		texts = append(texts, strings.Repeat(`{"L":`, n)+"null"+strings.Repeat("}", n), strings.Repeat(`{"R":`, n)+"1"+strings.Repeat("}", n), strings.Repeat(`{"M":{"a":`, n/2)+"[]"+strings.Repeat("}}", n/2))
	}
	for _, text := range texts {
		var v fast.Tree
		var w plain.Tree
		failed, err := v.UnmarshalJSON([]byte(text)), jsonv2.Unmarshal([]byte(text), &w)
		if describe(failed) != describe(err) {
			t.Errorf("%.100s: got %s, want %s", text, describe(failed), describe(err))
		}
		got, failed := v.AppendJSON(nil)
		if want, err := jsonv2.Marshal(&w, jsonv2.Deterministic(true)); describe(failed) != describe(err) || err == nil && !bytes.Equal(got, want) {
			t.Errorf("%.100s: got %.100s, %s, want %.100s, %s", text, got, describe(failed), want, describe(err))
		}
		n, failed := v.DecodeJSON([]byte(text + " "))
		d := jsontext.NewDecoder(strings.NewReader(text + " "))
		if err := jsonv2.UnmarshalDecode(d, &w); describe(failed) != describe(err) || err == nil && n != int(d.InputOffset()) {
			t.Errorf("%.100s: got %d, %s, want %d, %s", text, n, describe(failed), d.InputOffset(), describe(err))
		}
	}
	v, w := &fast.Tree{X: func() {}}, &plain.Tree{X: func() {}}
	for range 5 {
		v, w = &fast.Tree{L: v}, &plain.Tree{L: w}
	}
	_, failed := v.MarshalJSON()
	if _, err := jsonv2.Marshal(w); describe(failed) != describe(err) {
		t.Errorf("got %s, want %s", describe(failed), describe(err))
	}
}
