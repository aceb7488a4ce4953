package cases

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
)

// A Texter is an interface with a method that encoding/json calls, whatever the type of the value in it.
type Texter interface {
	encoding.TextMarshaler
	Kind() string
}

// Both has both methods.
type Both string

func (b Both) MarshalJSON() ([]byte, error) {
	if b == "bad" {
		return nil, errors.New("bad JSON")
	}
	return []byte(fmt.Sprintf("%q", "json "+string(b))), nil
}

func (b Both) MarshalText() ([]byte, error) {
	if b == "bad" {
		return nil, errors.New("bad text")
	}
	return []byte("text " + b), nil
}

func (Both) Kind() string { return "both" }

// NilAble has methods that can be called with nil.
type NilAble struct{ S string }

func (n *NilAble) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprint(n == nil)), nil }

func (n *NilAble) MarshalText() ([]byte, error) { return []byte(fmt.Sprint("text ", n == nil)), nil }

func (n *NilAble) Kind() string { return "nil" }

//bale:gen wire=json
type Faces struct {
	T encoding.TextMarshaler
	J json.Marshaler `json:",omitempty"`
	K Texter         `json:"k"`
	A any
	S fmt.Stringer
	B interface {
		json.Marshaler
		Kind() string
	}
	P   *encoding.TextMarshaler
	L   []encoding.TextMarshaler
	M   map[string]Texter
	Arr [2]json.Marshaler
	In  struct{ J json.Marshaler }
	MS  map[string]struct{ T Texter }
	ML  map[string][1]json.Marshaler
}

// Types whose values hold themselves only in interfaces.
//
//bale:gen wire=json
type Holds struct {
	Any any
	L   []any
	M   map[string]any
	F   Holder
	H   []Holder
}

// A Holder is an interface for Holds.
type Holder interface{ Hold() }

func (Holds) Hold() {}

//bale:gen wire=json
type AnyList []any

//bale:gen wire=json
type AnyArray [1]any

//bale:gen wire=json
type AnyMap map[string]any

// holds returns a Holds in n others.
func holds(n int) *Holds {
	v := &Holds{}
	for range n {
		v = &Holds{Any: v}
	}
	return v
}

// inside returns a Holds in n others, each as a value.
func inside(n int) Holds {
	v := Holds{}
	for range n {
		v = Holds{Any: v}
	}
	return v
}

func faces() []Case {
	faceTexts := []string{`{"T":1}`, `{"T":null,"J":null,"k":null,"L":[null],"M":{"a":null},"Arr":[null]}`, `{"J":"x"}`, `{"k":{}}`, `{"M":{"a":"x"}}`}
	anyTexts := []string{`{"Any":{"A":[1]},"L":[{"A":1}],"M":{"a":{"L":[]}},"F":null}`, `{"F":1}`, `[[1],{"a":[]}]`, `{"a":[{"b":{}}]}`}
	return []Case{
		of("Faces", faceTexts, func(v *Faces) {
			var text encoding.TextMarshaler = Both("p")
			*v = Faces{T: Both("a"), J: Both("b"), K: Both("c"), A: Both("d"), B: Both("e"), P: &text, L: []encoding.TextMarshaler{Both("f"), nil}, M: map[string]Texter{"x": Both("g"), "y": nil}, Arr: [2]json.Marshaler{Both("h")}}
			v.In.J, v.MS, v.ML = Both("i"), map[string]struct{ T Texter }{"a": {Both("j")}}, map[string][1]json.Marshaler{"a": {Both("k")}}
		}, func(v *Faces) {
			none := (*NilAble)(nil)
			var text encoding.TextMarshaler = none
			*v = Faces{T: none, J: none, K: none, A: none, B: none, P: &text, L: []encoding.TextMarshaler{none}, M: map[string]Texter{"x": none}, Arr: [2]json.Marshaler{none, none}}
			v.In.J, v.MS, v.ML = none, map[string]struct{ T Texter }{"a": {none}}, map[string][1]json.Marshaler{"a": {none}}
		},
			func(v *Faces) { v.T = Both("bad") }, func(v *Faces) { v.J = Both("bad") }, func(v *Faces) { v.M = map[string]Texter{"": Both("bad")} }),
		of("Holds", anyTexts, func(v *Holds) {
			*v = Holds{Any: holds(2), L: []any{inside(2)}, M: map[string]any{"a": AnyList{1}}, F: inside(1), H: []Holder{holds(1), nil}}
		},
			func(v *Holds) { *v = *holds(999) }, func(v *Holds) { *v = *holds(2500) }, func(v *Holds) { *v = inside(2500) }),
		of("AnyList", anyTexts, func(v *AnyList) { *v = AnyList{AnyList{}, AnyMap{"a": AnyArray{2}}} }),
		of("AnyArray", anyTexts, func(v *AnyArray) { *v = AnyArray{AnyArray{3}} }),
		of("AnyMap", anyTexts, func(v *AnyMap) { *v = AnyMap{"a": AnyMap{"b": nil}} }),
	}
}
