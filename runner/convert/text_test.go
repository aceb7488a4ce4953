package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// A texts has a field for each kind of text.
type texts struct {
	Name    string
	Int     int
	Float   float64
	Short   float32
	Zero    int    `json:",omitempty"`
	Tagged  string `json:"tagged-name"`
	Number  json.Number
	Raw     json.RawMessage
	Any     any
	Pointer *inner
	In      inner
	List    []inner
	Array   [2]int
	Map     map[string]inner
	Strings map[string]string
	Ints    map[int]int
	Hosts   map[netip.Addr]int
	Bytes   []byte
	At      time.Time
	Host    netip.Addr
	Big     *big.Int
	Quoted  float64 `json:",string"`
	embedded
}

type embedded struct{ Promoted string }

type inner struct {
	A    string
	F    float64
	Next *inner
	Skip inner2 `json:",omitzero"`
}

type inner2 struct{ N int }

// textProgram converts texts from JSON, and finds what does not survive.
func textProgram() *Program {
	side := func() Codec[texts] {
		return Codec[texts]{
			Decode: func(b []byte, v *texts) error { *v = texts{}; return json.Unmarshal(b, v) },
			Encode: func(v *texts) ([]byte, error) { return json.Marshal(v) },
		}
	}
	return Make(Spec[texts, texts]{Type: "T", Source: Side[texts]{Codec: "json", New: side, Text: true}, Target: Side[texts]{Codec: "json", New: side}})
}

// TestTexts decodes texts that survive, and some that do not: the error has the name by which each is allowed.
func TestTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// What makes no difference.
		{`{}`, ""},
		{` { "Name" : "a" } `, ""},
		{`{"Float":1,"Int":2,"Name":"b"}`, ""},
		{`{"name":"a","INT":1,"PROMOTED":"p"}`, ""},
		{`{"Name":"\u0061\u003c\/\ud83d\ude00\n"}`, ""},
		{`{"N\u0061me":"a"}`, ""},
		{`{"Name":null,"Int":null,"Map":null,"List":[{"A":null}],"Array":null,"At":null,"In":null}`, ""},
		{`{"Zero":0,"In":{"Skip":{"N":0}}}`, ""},
		{`{"Float":1.50,"Short":0.10}`, ""},
		{`{"Float":1E2}`, ""},
		{`{"Float":-0}`, ""},
		{`{"Int":-0}`, ""},
		{`{"Float":100000000000000000000000}`, ""},
		{`{"Float":9007199254740992}`, ""},
		{`{"Float":0.10000000000000001}`, ""},
		{`{"Float":0.1000000000000000055511151231257827}`, ""},
		{`{"Short":0.10000000149011612}`, ""},
		{`{"Int":9007199254740993}`, ""},
		{`{"Number":9007199254740993.000000000000000001}`, ""},
		{`{"Raw":{"a" : 1e400,"a":2}}`, ""},
		{`{"Any":{"b":[1,"x",null,true],"a":{}}}`, ""},
		{`{"Array":[1,2]}`, ""},
		{`{"Map":{"b":{},"a":{"A":"x"}},"Strings":{"A":"1","a":"2"}}`, ""},
		{`{"Bytes":"YWJj\r\nZGVm\n"}`, ""},
		{`{"At":"2024-01-02T03:04:05.000Z"}`, ""},
		{`{"At":"2024-01-02T03:04:05.1200+00:00"}`, ""},
		{`{"At":"2024-01-02T03:04:05.50-07:30"}`, ""},
		{`{"Host":"FE80::0001","Hosts":{"FE80::0001":1,"::2":2}}`, ""},
		{`{"Big":123456789012345678901234567890}`, ""},
		{`{"Quoted":"1.5"}`, ""},

		// Text that is not UTF-8.
		{"{\"Name\":\"M\xfcller\"}", "T.Name.utf8"},
		{`{"Name":"\ud800x"}`, "T.Name.utf8"},
		{`{"Name":"\udc00\ud800"}`, "T.Name.utf8"},
		{"{\"Name\":\"\xed\xa0\x80\"}", "T.Name.utf8"},
		{"{\"tagged-name\":\"\xff\"}", "T.Tagged.utf8"},
		{"{\"Strings\":{\"\xff\":\"\"}}", "T.Strings.utf8"},
		{"{\"Strings\":{\"\xff\":\"a\",\"\xfe\":\"b\"}}", "T.Strings.utf8"},
		{`{"Strings":{"\ud800":"a"}}`, "T.Strings.utf8"},
		{"{\"List\":[{},{\"A\":\"\xff\"}]}", "T.List[].A.utf8"},
		{"{\"Map\":{\"k\":{\"A\":\"\xff\"}}}", "T.Map{}.A.utf8"},
		{"{\"Any\":{\"a\":[\"\xff\"]}}", "T.Any.utf8"},

		// Names that occur twice.
		{`{"Name":"a","Name":"b"}`, "T.duplicate"},
		{`{"Name":"a","Name":"a"}`, "T.duplicate"},
		{`{"Name":"a","name":"b"}`, "T.duplicate"},
		{`{"Na\u006de":"a","Name":"b"}`, "T.duplicate"},
		{`{"Int":1,"Int":null}`, "T.duplicate"},
		{`{"Strings":{"k":"1","k":"2"}}`, "T.Strings.duplicate"},
		{`{"In":{"A":"1","A":"2"}}`, "T.In.duplicate"},
		{`{"Pointer":{"Next":{"A":"1","A":"2"}}}`, "T.Pointer.Next.duplicate"},
		{`{"List":[{"A":"1","A":"2"}]}`, "T.List[].duplicate"},
		{`{"Map":{"k":{"A":"1","A":"2"}}}`, "T.Map{}.duplicate"},
		{`{"Any":[{"a":{"b":1,"b":1}}]}`, "T.Any.duplicate"},
		{`{"In":{"A":"1"},"In":{"F":2}}`, "T.duplicate"},
		{`{"Ints":{"1":5,"01":5}}`, "T.Ints{}.text"},
		{`{"Ints":{"1":0,"01":0}}`, "T.Ints{}.text"},

		// Numbers.
		{`{"Float":9007199254740993}`, "T.Float.number"},
		{`{"Float":-9007199254740993}`, "T.Float.number"},
		{`{"Float":9007199254740993.0}`, "T.Float.number"},
		{`{"Float":12345678901234567890}`, "T.Float.number"},
		{`{"Float":3.14159265358979323846}`, "T.Float.number"},
		{`{"Float":1e-400}`, "T.Float.number"},
		{`{"Short":16777217}`, "T.Short.number"},
		{`{"Short":0.123456789}`, "T.Short.number"},
		{`{"Any":9007199254740993}`, "T.Any.number"},
		{`{"Any":{"a":[9007199254740993]}}`, "T.Any.number"},
		{`{"List":[{"F":1},{"F":9007199254740993}]}`, "T.List[].F.number"},
		{`{"Quoted":"9007199254740993"}`, "T.Quoted.text"},

		// Others.
		{`{"Array":[1,2,3]}`, "T.Array.elements"},
		{`{"Array":[1]}`, "T.Array.elements"},
		{`{"Unknown":1}`, "T.text"},
		{`{"At":"2024-01-02T03:04:05.0000000001Z"}`, "T.At.text"},
		{`{"Bytes":[1,2]}`, "T.Bytes.text"},
		{`{"Hosts":{"FE80::0001":1,"fe80::1":2}}`, "T.Hosts.elements"},
	} {
		conv := textProgram().New(nil)
		_, err := conv.Decode([]byte(c.text))
		var d *textDifference
		switch {
		case c.want == "" && err != nil, c.want != "" && (!errors.As(err, &d) || d.name != c.want):
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		case c.want != "" && !strings.HasSuffix(err.Error(), "; accept this with -allow "+c.want):
			t.Errorf("%q: %v does not say how to accept it", c.text, err)
		}
		if c.want == "" {
			continue
		}
		for _, allow := range [][]string{{c.want}, {AllowText}} {
			altered, err := textProgram().New(allow).Decode([]byte(c.text))
			if want := allow[0] != AllowText; err != nil || want != slices.Contains(altered, c.want) {
				t.Errorf("%q with -allow %s: %q, %v", c.text, allow, altered, err)
			}
		}
	}
}

// TestManyTexts finds what is not allowed behind what is, and names each difference once.
func TestManyTexts(t *testing.T) {
	text := []byte("{\"List\":[{\"A\":\"\xff\"},{\"A\":\"\xfe\"}],\"Float\":9007199254740993}")
	_, err := textProgram().New([]string{"T.List[].A.utf8"}).Decode(text)
	if d := (*textDifference)(nil); !errors.As(err, &d) || d.name != "T.Float.number" {
		t.Error(err)
	}
	altered, err := textProgram().New([]string{"T.List[].A.utf8", "T.Float.number"}).Decode(text)
	if want := []string{"T.List[].A.utf8", "T.Float.number"}; err != nil || !slices.Equal(altered, want) {
		t.Errorf("%q, %v, want %q", altered, err, want)
	}
}

// TestTextError checks the words of an error.
func TestTextError(t *testing.T) {
	for text, want := range map[string]string{
		"{\"Name\":\"M\xfcller\"}":                   `T.Name: the text has bytes that are not UTF-8, or half a surrogate pair: "M\xfcller" comes back as "M�ller"; accept this with -allow T.Name.utf8`,
		`{"Name":"a","name":"b"}`:                    `T: the name occurs twice: "name" comes back as "Name"; accept this with -allow T.duplicate`,
		`{"Float":9007199254740993}`:                 `T.Float: the number is not kept: 9007199254740993 comes back as 9007199254740992; accept this with -allow T.Float.number`,
		`{"Gone":"` + strings.Repeat("x", 99) + `"}`: `T: the text is not kept: "` + strings.Repeat("x", 60) + `... comes back as nothing; accept this with -allow T.text`,
	} {
		_, err := textProgram().New(nil).Decode([]byte(text))
		got := strings.ReplaceAll(fmt.Sprint(err), `\ufffd`, "�")
		if got != want {
			t.Errorf("%q:\n%s, want\n%s", text, got, want)
		}
	}
}

// TestNotJSON checks that texts that are not JSON are errors, without a panic or a hang.
func TestNotJSON(t *testing.T) {
	c := &textComparer{typ: "T", of: reflect.TypeFor[texts](), types: map[reflect.Type]*textType{}}
	deep := strings.Repeat(`[`, 1<<20)
	for _, text := range []string{"", " ", "{", "[", `"`, `"\`, "{}{}", "1 2", `{"a"}`, `{"a":}`, `{a:1}`, `{"a":1`, "[1", "]", "}", ",", ":", deep} {
		for _, back := range []string{`{"b":1}`, `[2]`, `"x"`, "3", deep + "1" + strings.Repeat("]", 1<<20)} {
			if found, err := c.compare([]byte(text), []byte(back)); err == nil && len(found) == 0 {
				t.Errorf("%.20q and %.20q are the same", text, back)
			}
		}
	}
}

// FuzzTexts checks that a text in which two members are swapped survives, and that comparing it with others does not fail.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{`{"Name":"a","Float":1}`, `{"a":{"b":[1,2,{}]}}`, `[1]`, "{\"Name\":\"\xff\"}"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		c := &textComparer{typ: "T", of: reflect.TypeFor[texts](), types: map[reflect.Type]*textType{}}
		_, _ = c.compare([]byte(a), []byte(b))
		if !json.Valid([]byte(a)) {
			return
		}
		if found, err := c.compare([]byte(a), []byte(" "+a+" ")); err != nil || len(found) > 0 {
			t.Errorf("%q is not the same as itself: %v, %v", a, found, err)
		}
	})
}
