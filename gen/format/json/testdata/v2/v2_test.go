package v2

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	balecore "example.org/json/internal/bale/core"
	balejson "example.org/json/internal/bale/json"
	"example.org/json/other"
)

// check compares the methods of a value with encoding/json/v2, which must not call generated methods of types inside, for the value and for texts that are decoded into it.
func check[T any, P interface {
	*T
	AppendJSON(b []byte) ([]byte, error)
	MarshalJSON() ([]byte, error)
	UnmarshalJSON(b []byte) error
	DecodeJSON(b []byte) (int, error)
}](t *testing.T, plain func(*T) any, make func() *T, texts ...string) {
	t.Helper()
	want, err := balejson.MarshalV2(baleJSONTypes{}, plain(make()))
	got, failed := P(make()).MarshalJSON()
	if err == nil && !bytes.Equal(got, want) || describe(failed) != describe(err) {
		t.Errorf("got %s, %s, want %s, %s", got, describe(failed), want, describe(err))
	}
	if err != nil && got != nil {
		t.Errorf("got %s after an error", got)
	}
	got, failed = P(make()).AppendJSON([]byte("x"))
	if err == nil && string(got) != "x"+string(want) || err != nil && string(got) != "x" || describe(failed) != describe(err) {
		t.Errorf("appended as %s, %v, want %s", got, failed, want)
	}
	for _, text := range texts {
		v, w := make(), make()
		_, err := balejson.UnmarshalV2(baleJSONTypes{}, []byte(text), plain(w), true, false)
		failed := P(v).UnmarshalJSON([]byte(text))
		if describe(failed) != describe(err) || !reflect.DeepEqual(v, w) {
			t.Errorf("%s: got %+v, %s, want %+v, %s", text, *v, describe(failed), *w, describe(err))
		}
		v, w = make(), make()
		end, err := balejson.UnmarshalV2(baleJSONTypes{}, []byte(text), plain(w), false, false)
		n, failed := P(v).DecodeJSON([]byte(text))
		if err == nil && n != end || describe(failed) != describe(err) || !reflect.DeepEqual(v, w) {
			t.Errorf("%s: got %d, %+v, %s, want %d, %+v, %s", text, n, *v, describe(failed), end, *w, describe(err))
		}
	}
}

// describe returns all that an error and those that it wraps tell.
func describe(err error) (text string) {
	for ; err != nil; err = errors.Unwrap(err) {
		text += fmt.Sprintf("%T %v\n", err, err)
		if e, ok := err.(*jsonv2.SemanticError); ok {
			text += fmt.Sprintf("%+v %s %s %v %q\n", e.ByteOffset, e.JSONPointer, e.JSONKind, e.GoType, e.JSONValue)
		}
	}
	return strings.ReplaceAll(text, "BaleJSONPlain", "") // encoding/json/v2 gets types of other names
}

func zero[T any]() *T { return new(T) }

func TestScalars(t *testing.T) {
	check(t, baleJSONPlain_Scalars, zero[Scalars], `{"bool":true,"Bool":true}`, `{"Bool":true,"Bool":true}`, `{"Bool":null}`, `{"Q":"12"}`, `{"Q":12}`, `{"Q":"null"}`, `{"Q":null}`, `{"Q":" 12"}`, `{"Q":"\u0031"}`,
		`{"QF":"1e2"}`, `{"QF":"0x1"}`, `{"QP":null}`, `{"QP":"7"}`, `{"QP":7}`, "{\"String\":\"\xff\"}", `{"String":"\ud800"}`, `{"String":"\ud83d\ude00\ufffd"}`, "{\"String\":\"\ufffd\"}", "{\"x\":\"\xff\"}", "{\"\xff\":1}", `{"x":"\udc00"}`,
		`{"x":{"a":1,"a":2}}`, `{"x":[{"a":1,"\u0061":2}]}`, `{"x":1,"x":2}`, `{"x":1,"y":{"x":1}}`, `{"Int":1.0}`, `{"Int":1e2}`, `{"Int8":128}`, `{"u":-0}`, `{"Int":-0}`, `{"F64":1e999}`, `{"F32":1e39}`, `{"Time":null}`, `{"Time":"2006-01-02T15:04:05,5Z"}`,
		`{"Time":"2006-01-02t15:04:05Z"}`, `{"Time":""}`, `{"P":1,"PP":"x","PT":"2006-01-02T15:04:05+07:00"}`, `{"Empty":null}`, `{"Empty":{}}`, `null`, ` null `, `{}x`, `{} {}`, ``, ` `, `{`, `[]`, `{"é<&>":"3"}`)
	for _, v := range []Scalars{
		{String: "a<b>&\u2028\u2029\x00\x1f\x7f\"\\/é\n"}, {String: "\xff"}, {Named: "\xc3"}, {F32: float32(math.Inf(1))}, {F64: 1e21, F32: 1e-7, QF: -0.0}, {Time: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)},
		{Time: time.Date(2006, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3601))}, {Time: time.Date(0, 1, 2, 3, 4, 5, 6, time.UTC)}, {Int: -1 << 31, Int64: -1 << 63, Uintptr: 1, QU: 255},
	} {
		check(t, baleJSONPlain_Scalars, func() *Scalars { c := v; return &c }, `{"Bool":true,"Int":null,"String":null,"F64":null,"Time":null,"Named":null}`, `{"String":"\ud800","Int":3}`, `null`)
	}
}

// TestNaN checks a value that is not equal to itself.
func TestNaN(t *testing.T) {
	check(t, baleJSONPlain_Scalars, func() *Scalars { return &Scalars{F64: math.NaN()} })
}

func TestBytes(t *testing.T) {
	texts := []string{`{"B":""}`, `{"B":"aGk="}`, `{"B":"aGk"}`, `{"B":"aG\nk="}`, `{"B":"a-_="}`, `{"B":"aGl="}`, `{"B":null,"D":null,"A":null}`, `{"D":"AAECAw=="}`, `{"D":"AAECAwQ="}`, `{"D":"AAEC"}`, `{"D":"AAECAAAA"}`, `{"D":[1,2,3,4]}`, `{"D":"AAEC\u0041w=="}`,
		`{"X":[1,2]}`, `{"X":"AAE="}`, `{"Y":[1]}`, `{"Y":[1,2]}`, `{"Y":[1,2,3]}`, `{"Y":[1,2`, `{"Z":""}`, `{"Z":"AA=="}`, `{"E":[]}`, `{"E":[1]}`, `{"PA":"AAE=","P":"AAE="}`}
	check(t, baleJSONPlain_Bins, zero[Bins], texts...)
	check(t, baleJSONPlain_Bins, func() *Bins { return &Bins{B: []byte("abc"), D: Digest{1, 2, 3, 4}, Y: [2]Byte{8, 9}, P: &[]byte{1}} }, texts...)
}

// TestShared checks values whose parts share memory.
func TestShared(t *testing.T) {
	check(t, baleJSONPlain_Bins, func() *Bins {
		b := []byte("abcdef")
		return &Bins{B: b[:3], N: b, X: make([]Byte, 1, 4), P: &b, L: [][]byte{b, b[2:]}, M: map[string][]byte{"a": b}}
	}, `{"B":"eHl6"}`, `{"B":"eHl6","N":"MTI="}`, `{"N":"MTI=","B":""}`, `{"P":"MTIzNDU2Nzg="}`, `{"M":{"a":"MTI="}}`, `{"B":"eHl6","N":"MTI"}`, `{"L":["MTI="]}`, `{"B":"eHl?"}`)
	check(t, baleJSONPlain_Holders, func() *Holders {
		l, in := []int{1, 2, 3, 4}, &Inner{A: 1, C: []int{1, 2, 3}}
		return &Holders{L: l[:1], LL: [][]int{l, l[1:]}, LP: []*Inner{in, in}, MU: map[uint64]*Inner{1: in, 2: in}, A: [2]Inner{{C: l}, *in}, M: nil}
	}, `{"L":[7,8,9]}`, `{"LL":[[7],[8,9]],"L":[5,6]}`, `{"MU":{"1":{"a":5},"2":{"b":"x","c":[9]}}}`, `{"MU":{"1":{"c":[7,7]},"2":{"c":[9]},"3":x}}`, `{"A":[{"c":[6]},{"c":[5]}]}`, `{"L":[1,2,"x"]}`)
}

func TestHolders(t *testing.T) {
	texts := []string{`{"L":null,"M":null,"A":null}`, `{"A":[]}`, `{"A":[{},{}]}`, `{"A":[{},{},{}]}`, `{"AS":["x"]}`, `{"M":{"a":1,"a":2}}`, `{"M":{"a":1,"\u0061":2}}`, `{"MI":{"0":{},"-0":{}}}`, `{"MI":{"01":{}}}`, `{"MI":{"+1":{}}}`, `{"MI":{"128":{}}}`,
		`{"MI":{" 1":{}}}`, `{"MU":{"1":{"a":2},"18446744073709551615":null}}`, `{"MI":{"1":{"b":"x"}}}`, `{"MU":{"1":{"b":"x"}}}`, `{"MM":{"a":{"b":[1,{"c":2}],"c":null}}}`, `{"MM":{"a":{"b":1,"b":2}}}`, `{"Any":{"a":{"a":1},"b":"x"}}`, `{"Any":[1,null]}`,
		`{"Any":1e999}`, `{"Any":"x"}`, `{"Any":null}`, `{"Any":{"a":1,"a":1}}`, `{"AA":[{"a":1}]}`, `{"MS":{"x":3}}`, `{"MC":{"x":1,"y":2}}`, `{"MF":{"1":"a","2e0":"b"}}`, `{"LI":[{"a":1},{}]}`, `{"LI":[{}]}`, `{"LI":[{},{},{},{}]}`, `{"I":1}`, `{"I":null}`,
		`{"O":{"B":[{"a":1}]},"OP":{}}`, `{"S":{"A":{"c":[]},"B":null}}`, `{"LI":[{"a":1},{"a":"x"}]}`, `{"L":[1,2,x]}`}
	check(t, baleJSONPlain_Holders, zero[Holders], texts...)
	check(t, baleJSONPlain_Holders, func() *Holders {
		n := 3
		return &Holders{
			L: []int{1, 2, 3}, LI: []Inner{{A: 1, C: []int{1, 2}}, {B: "x", D: 1}}, LP: []*Inner{{A: 3}}, A: [2]Inner{{A: 4, C: []int{1}}}, M: map[string]int{"a": 3, "b": 4}, MI: map[int8]Inner{0: {A: 1}, 1: {A: 2, C: []int{5}}},
			MU: map[uint64]*Inner{1: {A: 7}}, Any: map[string]any{"a": map[string]any{"z": 1.5}}, AA: []any{&n, 1}, MS: map[string]any{"x": &n}, MM: map[string]map[string]any{"a": {"b": "c"}}, OP: &other.Plain{A: 1},
		}
	}, texts...)
	check(t, baleJSONPlain_Holders, func() *Holders { return &Holders{Any: &Inner{A: 3, C: []int{1}}} }, `{"Any":{"b":"x"}}`, `{"Any":null}`, `{"Any":3}`)
	check(t, baleJSONPlain_Holders, func() *Holders { return &Holders{Any: Inner{A: 3, C: []int{1}}} }, `{"Any":{"b":"x"}}`)
	check(t, baleJSONPlain_Holders, func() *Holders {
		return &Holders{Any: &Text{"x"}, MS: map[string]any{"x": &Text{"x"}}, AA: []any{&Text{"x"}}, I: &Held{"x"}, MM: map[string]map[string]any{"a": {"b": &Text{"x"}}}}
	}, `{"Any":"y"}`, `{"Any":"y","L":["bad"]}`, `{"MS":{"x":"y"},"L":1}`, `{"AA":["y"],"L":1}`, `{"I":"y","L":1}`, `{"I":"y"}`, `{"I":null}`, `{"MM":{"a":{"b":"y"}},"L":1}`)
	check(t, baleJSONPlain_Holders, func() *Holders { return &Holders{M: map[string]int{"\xff": 1}} })
	check(t, baleJSONPlain_Holders, func() *Holders { return &Holders{Any: func() {}} })
	check(t, baleJSONPlain_Holders, func() *Holders { return &Holders{AA: []any{map[string]any{"a": "\xff"}}} })
}

func TestOmit(t *testing.T) {
	check(t, baleJSONPlain_Omit, zero[Omit])
	empty, p := "", new(string)
	check(t, baleJSONPlain_Omit, func() *Omit {
		return &Omit{S: "x", P: &empty, PP: &p, PL: new([]int), I: "", FP: &Empty{}, J: json.RawMessage("{ }"), KP: &Text{}, Z: Text{"z"}, ZP: &Text{}, ZL: []int{}, ZM: map[string]int{}, ZF: math.Copysign(0, -1), ZI: 0, ZO: 7}
	})
	seven := IsZero(7)
	check(t, baleJSONPlain_Omit, func() *Omit {
		return &Omit{I: []any{}, F: Empty{Y: &Empty{X: "x"}}, J: json.RawMessage("null"), K: Text{"k"}, ZE: Empty{X: "x"}, ZQ: &seven, ZV: &seven, E: struct{ A []int }{[]int{1}}}
	})
	check(t, baleJSONPlain_Omit, func() *Omit { return &Omit{I: map[string]any{}, ZV: (*IsZero)(nil), K: Text{"wrong"}} })
}

func TestMethods(t *testing.T) {
	texts := []string{`{"T":"x","TP":"y","O":{"a":1},"OP":[],"S":3,"SP":{},"X":"z"}`, `{"T":"x","O":1,"Q":bad}`, `{"LT":["a","b"],"LO":[1,2],"MT":{"a":"x","b":"y"},"MO":{"a":1},"MS":{"1":2},"AT":["q"]}`, `{"T":null,"TP":null,"O":null,"S":null}`, `{"T":"wrong"}`, `{"T":1}`,
		`{"MT":{"a":"x"},"MO":{"a":1},"MS":{"1":2},"Own":x}`, `{"MT":{"a":"x","c":"y"},"T":"x","A":"x"}`, `{"N":"1"}`, `{"N":1.50}`, `{"R":{"a":1, "b" :2},"V":[1, 2]}`, `{"R":{"a":1,"a":2}}`, `{"C":"x","Addr":"::1","Prefix":null}`, `{"Q":12}`}
	check(t, baleJSONPlain_Methods, zero[Methods], texts...)
	check(t, baleJSONPlain_Methods, func() *Methods {
		return &Methods{T: Text{"t"}, TP: &Text{"tp"}, O: Object{3}, OP: &Object{4}, LT: make([]Text, 1, 4), LO: []Object{{1}, {2}}, MT: map[string]Text{"a": {"1"}}, MO: map[string]*Object{"a": {2}}, MS: map[int]Stream{1: {5}}, SP: &Stream{6}, R: json.RawMessage("[1 ,2]"),
			AP: &Appended{"x"}, X: &Text{"x"}, V: jsontext.Value(`{"b":1, "a":2}`), N: "3", K: map[Appended]int{}}
	}, texts...)
	check(t, baleJSONPlain_Methods, func() *Methods { return &Methods{R: json.RawMessage("[1 2]")} })
	check(t, baleJSONPlain_Methods, func() *Methods { return &Methods{MT: map[string]Text{"a": {"wrong"}}} })
	check(t, baleJSONPlain_Methods, func() *Methods { return &Methods{N: "x"} })
	check(t, baleJSONPlain_Methods, func() *Methods { return &Methods{K: map[Appended]int{{"a"}: 1, {"b"}: 2}} })
}

func TestUnnamed(t *testing.T) {
	texts := []string{`{"At":"2020-01-01T00:00:00Z","P":"2020-01-01T00:00:00Z","Int":5,"L":["a"],"M":{"a":"::1"},"More":3}`, `{"At":{"Time":"2020-01-01T00:00:00Z"}}`, `{"At":1}`, `{"P":null}`, `{"L":["wrong"]}`, `{"More":{"X":1}}`}
	check(t, baleJSONPlain_Unnamed, zero[Unnamed], texts...)
	check(t, baleJSONPlain_Unnamed, func() *Unnamed {
		return &Unnamed{P: &struct{ time.Time }{time.Unix(5, 0).UTC()}, L: []struct{ Text }{{Text{"a"}}}, M: map[string]struct{ netip.Addr }{"a": {}}}
	}, texts...)
}

func TestEmbeds(t *testing.T) {
	texts := []string{`{"ID":1,"p":2,"Q":[3],"H":"h","Deep":1}`, `{"ID":1,"p":2,"Q":[3],"H":"h","Two":5,"Three":["x"],"tagged":{"T":1},"Twice":"x","Own":3}`, `{"p":null}`, `{"Both":1}`, `{"Named":{}}`}
	check(t, baleJSONPlain_Embeds, zero[Embeds], texts...)
	check(t, baleJSONPlain_Embeds, func() *Embeds {
		return &Embeds{deep: &deep{}, Pointed: &Pointed{Further: &Further{}}, PNamed: &Base3{}}
	}, texts...)
	check(t, baleJSONPlain_Unknown, zero[Unknown], `{"A":1,"x":2,"y":3}`, `{"x":1,"x":2}`, `{"x":"y"}`)
	check(t, baleJSONPlain_Unknown, func() *Unknown { return &Unknown{M: map[string]int{"A": 1}} })
	check(t, baleJSONPlain_Raw, zero[Raw], `{"A":1,"x":[2],"y":3}`, `{"x":1,"x":2}`, `{"x":1,"A":"y"}`)
	check(t, baleJSONPlain_Case, zero[Case], `{"USERID":1}`, `{"user_id":1,"UserId":2}`, `{"user-id":3}`, `{"STRICT":"x"}`, `{"other":1}`, `{"othertwo":[1],"x":null}`)
	check(t, baleJSONPlain_Value, zero[Value], `{"A":1}`)
	check(t, baleJSONPlain_Wide, zero[Wide], `{"A00":1,"D19":true,"C19":[1],"D19":false}`, `{"D19":true,"A00":1,"D18":null}`)
}

func TestRecursive(t *testing.T) {
	texts := []string{`{"L":{"R":{"M":{"a":{"L":null}}}}}`, `{"L":{"M":{"a":{},"a":{}}}}`, `{"F":{"trees":[{}],"N":[[],[[]]],"E":{"a":{"b":{}}}}}`}
	for _, n := range []int{10, 890, 899, 901, 5000, 9999, 10000, 10001} {
		texts = append(texts, strings.Repeat(`{"L":`, n)+"null"+strings.Repeat("}", n), `{"X":`+strings.Repeat("[", n)+strings.Repeat("]", n)+"}", `{"unknown":`+strings.Repeat(`{"a":`, n)+"1"+strings.Repeat("}", n)+"}")
	}
	check(t, baleJSONPlain_Tree, zero[Tree], texts...)
	check(t, baleJSONPlain_Forest, zero[Forest], `{"N":[[[]]],"E":{"":{"":null}}}`)
	check(t, baleJSONPlain_Tree, func() *Tree {
		v := &Tree{}
		v.L = &Tree{R: v}
		return v
	})
	check(t, baleJSONPlain_Forest, func() *Forest {
		n := Nest{nil}
		n[0] = n
		return &Forest{N: n}
	})
	check(t, baleJSONPlain_Forest, func() *Forest {
		m := Map{}
		m["a"] = m
		return &Forest{E: m}
	})
	check(t, baleJSONPlain_Tree, func() *Tree {
		list := []any{nil}
		list[0] = list
		return &Tree{X: list}
	})
}

// TestCycles checks that values which hold themselves in interfaces are errors, and that they take little time.
func TestCycles(t *testing.T) {
	for i, set := range []func(v *Tree){
		func(v *Tree) { v.X = v }, func(v *Tree) { v.X = []any{1, map[string]any{"o": v}} }, func(v *Tree) { v.X = []*Tree{v} }, func(v *Tree) { v.X = struct{ A any }{v} }, func(v *Tree) { v.M = map[string]Tree{"": {X: v}} },
	} {
		v := new(Tree)
		set(v)
		b, err := v.MarshalJSON()
		if err == nil || !strings.Contains(err.Error(), "encountered a cycle") || b != nil {
			t.Errorf("value %d: got %s, error %v", i, b, err)
		}
	}
	v := &Tree{X: func() {}}
	for range 200 {
		v = &Tree{X: v}
	}
	if _, err := v.MarshalJSON(); err == nil || !errors.As(err, new(*jsonv2.SemanticError)) {
		t.Errorf("got error %v", err)
	}
}

// TestRoots checks roots that are not structs, and strict ones.
func TestRoots(t *testing.T) {
	check(t, baleJSONPlain_List, zero[List], `[{"a":1},{"c":[1]}]`, `[]`, `null`, `[{}`, `[] `, `[]x`)
	check(t, baleJSONPlain_Dict, zero[Dict], `{"a":{}}`, `{"a":{},"a":{}}`, `null`)
	check(t, baleJSONPlain_Dict, func() *Dict { return &Dict{"b": {A: 1}, "a": {B: "x"}} }, `{"b":{"b":"y"}}`, `{"b":{"a":"y"}}`)
	check(t, baleJSONPlain_Number1, zero[Number1], `12`, ` 12 `, `12x`, `1.5`, `null`, `"1"`)
	check(t, baleJSONPlain_Str, func() *Str { s := Str("<"); return &s }, `"x"`, `"\ud800"`, `null`)
	check(t, baleJSONPlain_Hash, zero[Hash], `"`+strings.Repeat("A", 43)+`="`, `""`, `null`)
	check(t, baleJSONPlain_Blob, zero[Blob], `"aGk="`, `""`, `null`)
	check(t, baleJSONPlain_Pair, zero[Pair], `[{"A":null},{"A":{"A":{"A":null}}}]`, `[{"A":null}]`)
	check(t, baleJSONPlain_Gen, zero[Gen], `{"V":{"a":1},"L":[{"W":{"a":2}}]}`)
	for _, text := range []string{`{"A":1}`, `{"a":1}`, `{"L":[{"X":1,"y":2}]}`, `{"O":{"a":1,"x":2}}`, `{"M":{"::1":{"X":1}}}`, `{"M":{"::1":{"Y":1}}}`, `{"N":{"::1":{"A":1,"y":2}}}`, `{"N":{"::1":{"A":"x"}}}`} {
		var v, w Strict
		err := v.UnmarshalJSON([]byte(text))
		_, want := balejson.UnmarshalV2(baleJSONTypes{}, []byte(text), baleJSONPlain_Strict(&w), true, true)
		if describe(err) != describe(want) || !reflect.DeepEqual(v, w) {
			t.Errorf("%s: got %+v, %v, want %+v, %v", text, v, err, w, want)
		}
	}
}

// TestNil checks calls with nil.
func TestNil(t *testing.T) {
	var v *Tree
	if b, err := v.MarshalJSON(); string(b) != "null" || err != nil {
		t.Errorf("got %s, %v", b, err)
	}
	err := v.UnmarshalJSON([]byte("{}"))
	if _, want := balejson.UnmarshalV2(baleJSONTypes{}, []byte("{}"), baleJSONPlain_Tree(nil), true, false); describe(err) != describe(want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

// TestDepth checks that a limit for the depth holds.
func TestDepth(t *testing.T) {
	defer func(old int) { balecore.MaxDepth = old }(balecore.MaxDepth)
	balecore.MaxDepth = 20
	for n, fails := range map[int]bool{10: false, 30: true, 9000: true} {
		if err := new(Tree).UnmarshalJSON([]byte(strings.Repeat(`{"L":`, n) + "null" + strings.Repeat("}", n))); err != nil != fails {
			t.Errorf("depth %d: error %v", n, err)
		}
	}
}

// TestCalls checks what encoding/json and encoding/json/v2 write and read when they call the methods.
func TestCalls(t *testing.T) {
	v := &Holders{L: nil, MS: map[string]any{"b": "<", "a": 1.5}}
	want, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := jsonv2.Marshal(v); err != nil || !bytes.Equal(got, want) {
		t.Errorf("json/v2: got %s, %v, want %s", got, err, want)
	}
	if got, err := json.Marshal(v); err != nil || string(got) != strings.ReplaceAll(string(want), "<", `\u003c`) {
		t.Errorf("json: got %s, %v, want %s", got, err, want)
	}
	for i, unmarshal := range []func(b []byte, v any) error{json.Unmarshal, func(b []byte, v any) error { return jsonv2.Unmarshal(b, v) }} {
		if err := unmarshal([]byte(`{"l":[1]}`), v); err != nil || v.L != nil {
			t.Errorf("%d: got %v, %v", i, v.L, err)
		}
		if err := unmarshal([]byte(`{"M":{"a":1,"a":2}}`), new(Holders)); err == nil {
			t.Errorf("%d: no error for a name that appears twice", i)
		}
	}
	if got, err := json.Marshal(Blob(nil)); err != nil || string(got) != "null" {
		t.Errorf("json, for a value that is not addressable: got %s, %v", got, err)
	}
	if got, err := jsonv2.Marshal(Blob(nil)); err != nil || string(got) != `""` {
		t.Errorf("json/v2, for a value that is not addressable: got %s, %v", got, err)
	}
	if got, err := json.Marshal(Value{S: "<"}); err != nil || string(got) != `{"A":0,"S":"\u003c"}` {
		t.Errorf("json, for a value with methods: got %s, %v", got, err)
	}
	if got, err := json.Marshal(&Old{}); err != nil || string(got) != `{"M":null}` {
		t.Errorf("a type without the directive: got %s, %v", got, err)
	}
}

// TestAllocations checks that generated code encodes and decodes a common value: encoding/json/v2 would allocate more, and generated code that gives up
// in addition to it.
func TestAllocations(t *testing.T) {
	text := []byte(`{"id":7,"name":"<é>","ratio":"1.5","flags":[true],"data":"aGk=","hash":"AAECAw==","at":"2006-01-02T15:04:05.5Z","parent":{"id":-1,"data":"","hash":"AAAAAA==","parts":[],"counts":{},"ratio":"0","point":[0,0]},` +
		`"parts":[{"a":1},{"a":2,"b":"x","c":[1,2]}],"labels":{"a":"b"},"counts":{"1":2},"point":[1,2.5],"extra":[1,"x",null],"comment":"c"}`)
	v := new(Common)
	if err := v.UnmarshalJSON(text); err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(20, func() { v.MarshalJSON() }); got > 2 {
		t.Errorf("encoding takes %v allocations, want that of the text and that of the sorted numbers of a map", got)
	}
	unknown := append([]byte(`{"unknown":{"a":[1,{"b":"\u0041"}]},`), text[1:]...)
	for _, text := range [][]byte{text, unknown} {
		fast := testing.AllocsPerRun(20, func() { new(Common).UnmarshalJSON(text) })
		slow := testing.AllocsPerRun(20, func() {
			balejson.UnmarshalV2(baleJSONTypes{}, text, baleJSONPlain_Common(new(Common)), true, false)
		})
		if fast >= slow {
			t.Errorf("decoding takes %v allocations, encoding/json/v2 takes %v", fast, slow)
		}
		t.Logf("decoding takes %v allocations, encoding/json/v2 takes %v", fast, slow)
	}
	check(t, baleJSONPlain_Common, zero[Common], string(text), string(unknown))
}

type streams struct {
	Stream `json:"s"`
	X      int
}

func (streams) MarshalJSON() ([]byte, error) { return []byte(`"own"`), nil }

type commons struct {
	Common `json:"c"`
	X      int
}

func (commons) MarshalJSON() ([]byte, error) { return []byte(`"own"`), nil }

// TestInherited checks why there is no method MarshalJSONTo: a struct that embeds a type with it loses its own MarshalJSON.
func TestInherited(t *testing.T) {
	for want, v := range map[string]any{`3`: &streams{Stream: Stream{3}}, `"own"`: &commons{}} {
		if got, err := json.Marshal(v); err != nil || string(got) != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
	v := &Common{Name: "x"}
	own, called := testing.AllocsPerRun(20, func() { v.MarshalJSON() }), testing.AllocsPerRun(20, func() { json.Marshal(v) })
	if called != own+1 {
		t.Errorf("MarshalJSON takes %v allocations, and %v inside json.Marshal, want one more", own, called)
	}
}

// TestSettings checks that options of the caller have no effect on types with methods, except for those that format the text.
func TestSettings(t *testing.T) {
	v := Scalars{Int: 5}
	if err := jsonv2.Unmarshal([]byte(`{"X":1,"Int":6,"bool":true}`), &v, jsonv2.RejectUnknownMembers(true), jsonv2.MatchCaseInsensitiveNames(true), jsonv2.StringifyNumbers(true)); err != nil || v.Int != 6 || v.Bool {
		t.Errorf("got %+v, %v", v, err)
	}
	twice := jsonv2.WithMarshalers(jsonv2.MarshalFunc(func(n int) ([]byte, error) { return fmt.Appendf(nil, "%d", 2*n), nil }))
	b, err := jsonv2.Marshal(&v, jsonv2.StringifyNumbers(true), twice)
	if err != nil || !bytes.Contains(b, []byte(`"Int":6,`)) {
		t.Errorf("got %s, %v", b, err)
	}
	if b, err = jsonv2.Marshal(&v, jsontext.WithIndent(" ")); err != nil || !bytes.Contains(b, []byte("\n \"Int\": 6,")) {
		t.Errorf("got %s, %v", b, err)
	}
}

// TestLocals decodes lists of types that have names of variables in generated code.
func TestLocals(t *testing.T) {
	check(t, baleJSONPlain_Locals, func() *Locals { return &Locals{Marks: []mark{{A: 1}}} },
		`{"Marks":[{"A":1},{"A":2}],"Many":[{"B":3}],"X":1}`, `{"Marks":[{"A":"x"}]}`)
}

// TestLate checks what is an error only when it is encoded.
func TestLate(t *testing.T) {
	if _, err := new(Hiding).MarshalJSON(); err == nil || !strings.Contains(err.Error(), "no exported fields") {
		t.Errorf("a struct without exported fields: error %v", err)
	}
	if _, err := (&DurationKeys{M: map[time.Duration]int{1: 1}}).MarshalJSON(); err == nil {
		t.Error("keys of type time.Duration are encoded")
	}
	if _, err := new(DurationKeys).MarshalJSON(); err != nil {
		t.Error(err)
	}
}
