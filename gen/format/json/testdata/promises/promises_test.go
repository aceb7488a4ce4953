package promises

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/version"
	"regexp"
	"runtime"
	"strings"
	"testing"

	balecore "example.org/promises/internal/bale/core"
)

type value interface {
	UnmarshalJSON(b []byte) error
	DecodeJSON(b []byte) (int, error)
}

// decode checks the error of decoding a text.
func decode(t *testing.T, v value, text, want string) {
	t.Helper()
	_, more := v.DecodeJSON([]byte(text + " 1"))
	for _, err := range []error{v.UnmarshalJSON([]byte(text)), more} {
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.100s: got error %q, want %q", text, got, want)
		}
	}
}

func TestMax(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"Name":"12345","Lines":[{},{},{"Parts":[1,2]}],"Notes":{"a":"b"}}`, ""},
		{`{"Name":"123456"}`, "Order.Name: longer than the type allows"},
		{`{"name":"\u0031\u0032\u0033\u0034\u0035\u0036"}`, "Order.Name: longer than the type allows"},
		{`{"Lines":[{},{},{},{}]}`, "Order.Lines: longer than the type allows"},
		{`{"Lines":[{"Parts":[1,2,3]}]}`, "Line.Parts: longer than the type allows"},
		{`{"Notes":{"a":"","b":""}}`, "Order.Notes: longer than the type allows"},
		{`{"Inner":{"More":[null,{"Inner":{"More":[{"Name":"123456"}]}}]}}`, "Order.Name: longer than the type allows"},
	} {
		decode(t, new(Order), c.text, c.want)
	}
	v := new(Order) // it has been decoded
	if err := v.UnmarshalJSON([]byte(`{"Name":"123456"}`)); err == nil || v.Name != "123456" {
		t.Errorf("got %q, error %v", v.Name, err)
	}
}

// TestInner checks that encoding/json does not call the methods of F, whose error would have an offset that is relative to F, and would end decoding.
func TestInner(t *testing.T) {
	var v Holder
	var wrong *json.UnmarshalTypeError
	if err := v.UnmarshalJSON([]byte(`{"F":{"B":"x"},"Rest":1}`)); !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	if wrong.Offset != 13 || v.Rest != 1 {
		t.Errorf("got offset %d and %d, want 13 and 1", wrong.Offset, v.Rest)
	}
}

// TestInnerOfGeneric checks that encoding/json also calls the methods of a field of a generic type, if it is not an argument, or one that needs its methods.
func TestInnerOfGeneric(t *testing.T) {
	wantRest := 1
	if version.Compare(runtime.Version(), "go1.27") < 0 {
		wantRest = 0
	}
	var crate Crate
	var tube Tube
	for _, err := range []error{crate.UnmarshalJSON([]byte(`{"In":{"F":{"B":"x"}},"Rest":1}`)), tube.UnmarshalJSON([]byte(`{"In":{"F":{"B":"x"}},"Rest":1}`))} {
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) || wrong.Offset != 8 {
			t.Errorf("got %#v, want offset 8", err)
		}
	}
	if crate.Rest != wantRest || tube.Rest != wantRest {
		t.Errorf("got %d and %d, want %d", crate.Rest, tube.Rest, wantRest)
	}
}

// TestBase64 checks that an error in base64 is that of encoding/json and leaves the same bytes. From Go 1.27 on, encoding/json decodes into the memory of
// the old ones.
func TestBase64(t *testing.T) {
	type plain Blob
	for _, text := range []string{
		`{"V":"lAkzlQ==","V":"lAkzlQ[="}`,
		`{"V":"lAkzlQ==","V":"lAkzlQlAkzlQ[="}`,
		`{"V":"lAkzlQlAkzlQAA==","V":"lAkzlQlA[="}`,
		`{"V":"","V":"lAkzlQlA[="}`,
		`{"V":null,"V":"lAkzlQ==","V":"AAAAAAA[="}`,
		`{"V":"lAkzlQ\n==","V":"AAAAAAA[="}`,
	} {
		for _, room := range []int{0, 4, 8, 20} {
			used := func() []byte { return append(make([]byte, 0, room), "12345678"[:min(room, 8)]...) }
			want, got := plain{used()}, Blob{used()}
			wanted, err := json.Unmarshal([]byte(text), &want), got.UnmarshalJSON([]byte(text))
			if err == nil || wanted == nil || strings.ReplaceAll(wanted.Error(), "plain", "Blob") != err.Error() {
				t.Errorf("%s: got error %v, want %v", text, err, wanted)
			}
			if !bytes.Equal(got.V, want.V) {
				t.Errorf("%s, room for %d: got %v, want %v", text, room, got.V, want.V)
			}
		}
	}
}

func TestMemory(t *testing.T) {
	text := `{"Inner":{"More":[` + strings.Repeat("null,", 100) + "null]}}"
	decode(t, new(Order), text, "Order: takes more memory than is allowed: raise //bale:memory above Order")
	decode(t, new(Order), `{"Inner":{"More":[null,null]}}`, "")
	list := `{"List":[` + strings.Repeat("1,", 100) + "1]}"
	decode(t, new(Free), list, "")
	defer func() { balecore.MaxMemory = 0 }()
	balecore.MaxMemory = 1000
	decode(t, new(Free), list, "Free: takes more memory than is allowed: raise MaxMemory of package internal/bale/core")
	balecore.MaxMemory = len(list) + 64*(101+2) - 2 // two values more, the object and the list, and the last brace does not count
	decode(t, new(Free), list, "Free: takes more memory than is allowed: raise MaxMemory of package internal/bale/core")
	balecore.MaxMemory++
	decode(t, new(Free), list, "")
	if n, err := new(Free).DecodeJSON([]byte(`{"B":1}` + strings.Repeat(`{"B":1}`, 100_000))); n != 7 || err != nil { // what follows does not count
		t.Errorf("got offset %d, error %v", n, err)
	}
}

func TestDepth(t *testing.T) {
	text := func(n int) string { return `{"List":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}" }
	decode(t, new(Free), text(5000), "")
	defer func(n int) { balecore.MaxDepth = n }(balecore.MaxDepth)
	balecore.MaxDepth = 3
	decode(t, new(Free), text(2), "")
	decode(t, new(Free), text(3), "Free: offset 10: nested too deep")
}

func TestStrict(t *testing.T) {
	decode(t, new(Free), `{"C":1}`, "")
	decode(t, new(Strict), `{"a":1,"F":{"b":2}}`, "")
	decode(t, new(Strict), `{"A":1,"C":1}`, `json: unknown field "C"`)
	decode(t, new(Strict), `{"F":{"C":1}}`, `json: unknown field "C"`)
	decode(t, new(Strict), `{"M":{"::1":{"b":2}},"N":{"::1":{"X":2}}}`, "")
	decode(t, new(Strict), `{"M":{"::1":{"C":1}}}`, `json: unknown field "C"`)
	decode(t, new(Strict), `{"N":{"::1":{"C":1}}}`, `json: unknown field "C"`)
	decode(t, new(Empty), `{"C":1}`, `json: unknown field "C"`)
	if err := new(Strict).UnmarshalJSON([]byte(`{"C":1} x`)); err == nil || err.Error() != "invalid character 'x' after top-level value" {
		t.Errorf("got error %v", err)
	}
}

// TestCalls checks that encoding/json calls the methods of pointers, and writes the same bytes without them.
func TestCalls(t *testing.T) {
	v := Order{Name: "<a>", Lines: []Line{{Parts: []int{1}}}}
	want, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []any{v, &v} {
		if got, err := json.Marshal(x); string(got) != string(want) || err != nil {
			t.Errorf("got %s, error %v, want %s", got, err, want)
		}
	}
	if err := json.NewDecoder(strings.NewReader(`{"Name":"123456"}`)).Decode(&v); err == nil || err.Error() != "Order.Name: longer than the type allows" {
		t.Errorf("the method is not called: error %v", err)
	}
}

// TestSettings checks which settings of the callers of encoding/json have no effect on a type with methods.
func TestSettings(t *testing.T) {
	d := json.NewDecoder(strings.NewReader(`{"C":1,"List":[1]}`))
	d.UseNumber()
	d.DisallowUnknownFields()
	v := Free{}
	if err := d.Decode(&v); err != nil || v.List[0] != 1.0 {
		t.Errorf("got %v, error %v", v, err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	o := Order{Name: "<"}
	if err := e.Encode(&o); err != nil || !strings.Contains(b.String(), `\u003c`) {
		t.Errorf("got %s, error %v", &b, err)
	}
	b.Reset()
	if err := e.Encode(o); err != nil || !strings.Contains(b.String(), `"<"`) {
		t.Errorf("a value that is not addressable: got %s, error %v", &b, err)
	}
}

// TestAround checks an error of a type with methods inside a struct that has none.
func TestAround(t *testing.T) {
	var v struct {
		F    Free
		Next string
	}
	err := json.Unmarshal([]byte(`{"F":{"B":"x"},"Next":"n"}`), &v)
	var wrong *json.UnmarshalTypeError
	ends, path := version.Compare(runtime.Version(), "go1.27") < 0, "B"
	if ends {
		path = "F.B"
	}
	if !errors.As(err, &wrong) || wrong.Field != path || wrong.Offset > 10 {
		t.Errorf("got error %#v", err)
	}
	if (v.Next == "") != ends {
		t.Errorf("the field after the error is %q", v.Next)
	}
}

// TestGenericNames checks the name of a generic type in an error.
func TestGenericNames(t *testing.T) {
	err := new(Node).UnmarshalJSON([]byte(`{"M":{"a":{"N":"x"}}}`))
	if err == nil || !regexp.MustCompile(`of type promises\.Box\[\*example\.org/promises\.Node(·\d+)?\]$`).MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
}
