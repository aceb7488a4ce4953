package show

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A loud is a text that its method changes.
type loud struct{ text string }

func (l loud) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(l.text)), nil }
func (l *loud) UnmarshalText(b []byte) error {
	l.text = string(b)
	return nil
}

// A mute has methods that fail or panic.
type mute struct{ N int }

func (m mute) MarshalJSON() ([]byte, error) {
	if m.N > 1 {
		panic("too loud")
	}
	return nil, errors.New("mute")
}
func (m *mute) UnmarshalJSON([]byte) error { return errors.New("mute") }

// A stamped inherits methods that leave out its other field.
type stamped struct {
	time.Time
	Name string
}

type stamp time.Time

// An old is a message as older generators write it.
type old struct {
	A                    int
	XXX_NoUnkeyedLiteral struct{} // the names are those of the generators
	XXX_unrecognized     []byte
	XXX_sizecache        int32
}

type point struct{ X, y int }

// A reading has methods that keep all that a text can have of its fields.
type reading struct {
	C    float64
	At   time.Time
	By   map[float32]complex128
	Next *reading
}

func (r reading) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%v", r.C), nil }

func (r *reading) UnmarshalText(b []byte) (err error) {
	r.C, err = strconv.ParseFloat(string(b), 64)
	return err
}

type shape any

func ptr[T any](v T) *T { return &v }

// TestForms compares the JSON of values with that in docs/show.md, and reads it again.
func TestForms(t *testing.T) {
	zone := time.FixedZone("", 3600)
	var null *int
	for _, c := range []struct {
		v    any // a pointer to the value
		want string
	}{
		{ptr(math.Copysign(0, -1)), `-0.0`},
		{ptr(math.NaN()), `"NaN"`}, {ptr(math.Inf(-1)), `"-Inf"`}, {ptr(float32(math.Inf(1))), `"+Inf"`},
		{ptr(math.Float64frombits(0xfff8000000000007)), `"NaN(fff8000000000007)"`},
		{ptr(math.Float32frombits(0x7f800001)), `"NaN(7f800001)"`}, // a signaling NaN
		{ptr(float32(0.1)), `0.1`},
		{ptr(complex(1, math.Inf(1))), `[1,"+Inf"]`}, {ptr(complex64(complex(0.5, -2))), `[0.5,-2]`},
		{ptr(int64(math.MinInt64)), `-9223372036854775808`}, {ptr(uint64(math.MaxUint64)), `18446744073709551615`},
		{ptr("a\"\\\n\u0000\u007f\u009b<&>é"), `"a\"\\\n\u0000\u007f\u009b<&>é"`},
		{ptr("\xff"), `{"binary":"/w=="}`},
		{ptr([]byte(nil)), `null`}, {ptr([]byte{}), `""`}, {ptr([]byte{1, 2}), `"AQI="`}, {ptr([2]byte{1, 2}), `[1,2]`},
		{ptr([]int(nil)), `null`}, {ptr([]int{}), `[]`}, {ptr(map[string]int(nil)), `null`}, {ptr(map[string]int{}), `{}`},
		{ptr(map[string]int{"b": 2, "a": 1}), `{"a":1,"b":2}`},
		{ptr(map[string]int{"\xff": 2, "a": 1}), `[{"key":"a","value":1},{"key":{"binary":"/w=="},"value":2}]`},
		{ptr(map[int]bool{-7: true}), `{"-7":true}`}, {ptr(map[bool]int{true: 1}), `{"true":1}`},
		{ptr(map[point]int{{1, 2}: 3}), `{"{\"X\":1,\"y\":2}":3}`},
		{ptr(map[float64]int{math.Inf(1): 1}), `{"\"+Inf\"":1}`},
		{ptr(&null), `{"pointer":null}`}, {ptr((**int)(nil)), `null`}, {ptr(ptr(ptr(5))), `5`},
		{ptr(&map[string]*int{"pointer": nil}), `{"pointer":{"pointer":null}}`},
		{ptr(&[]int{1}), `[1]`}, {ptr(ptr([]int(nil))), `{"pointer":null}`},
		{&point{1, 2}, `{"X":1,"y":2}`},
		{&old{A: 1, XXX_sizecache: 2}, `{"A":1}`}, {&old{XXX_unrecognized: []byte{1}}, `{"A":0,"XXX_unrecognized":"AQ=="}`},
		{&stamped{time.Unix(0, 0).UTC(), "n"}, `{"Time":"1970-01-01T00:00:00Z","Name":"n"}`},
		{ptr(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)), `"2026-01-02T03:04:05.000000006Z"`},
		{ptr(time.Date(2026, 1, 2, 3, 4, 5, 0, zone)), `"2026-01-02T03:04:05+01:00"`},
		{ptr(time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 0))), `"2026-01-02T03:04:05+00:00"`},
		{ptr(time.Date(20260, 1, 2, 3, 4, 5, 6, time.UTC)), `{"seconds":577176721445,"nanoseconds":6,"offset":0}`},
		{ptr(time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 1))), `{"seconds":1767323044,"nanoseconds":0,"offset":1}`},
		{ptr(stamp(time.Unix(1, 0).UTC())), `"1970-01-01T00:00:01Z"`},
		{ptr(time.Second), `1000000000`},
		{ptr(netip.MustParseAddr("::1")), `"::1"`},
		{big.NewInt(-12), `"-12"`},
		{&loud{"LOUD"}, `"LOUD"`}, {&loud{"low"}, `{"fields":{"text":"low"}}`}, // the text would be read as another value
		{&reading{C: 0.5}, `"0.5"`}, {&reading{C: math.NaN()}, `"NaN"`}, {&reading{C: math.Copysign(0, -1)}, `"-0"`},
		{&reading{C: math.Float64frombits(0x7ff8000000000002)}, `{"fields":{"C":"NaN(7ff8000000000002)","At":"0001-01-01T00:00:00Z","By":null,"Next":null}}`},
		{&reading{C: 1, At: time.Unix(0, 0).In(zone), Next: &reading{C: math.NaN()}}, `{"fields":{"C":1,"At":"1970-01-01T01:00:00+01:00","By":null,"Next":"NaN"}}`},
		{&reading{By: map[float32]complex128{float32(math.NaN()): complex(0, math.NaN()), 1: 2}}, `{"fields":{"C":0,"At":"0001-01-01T00:00:00Z","By":{"\"NaN\"":[0,"NaN"],"1":[2,0]},"Next":null}}`},
		{&mute{1}, `{"fields":{"N":1}}`}, {&mute{2}, `{"fields":{"N":2}}`},
		{&json.RawMessage{'[', '1', ' ', ']'}, `{"fields":"WzEgXQ=="}`}, {ptr(json.RawMessage(`{"a":[1]}`)), `{"a":[1]}`},
		{&url.URL{Scheme: "http", Host: "h", User: url.UserPassword("u", "p")}, `{"Scheme":"http","Opaque":"","User":{"username":"u","password":"p","passwordSet":true},"Host":"h","Path":"","Fragment":"","RawQuery":"","RawPath":"","RawFragment":"","ForceQuery":false,"OmitHost":false}`},
	} {
		n := newTypes(&Type{}).node(reflect.TypeOf(c.v).Elem(), "")
		v := reflect.ValueOf(c.v).Elem()
		text, err := n.write(nil, v)
		if err != nil || string(text) != c.want {
			t.Errorf("%T: %s, %v, want %s", c.v, text, err, c.want)
			continue
		}
		values, err := parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again := reflect.New(n.typ).Elem()
		if err := (&reader{text}).value(n, again, values[0], ""); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		retext, err := n.write(nil, again)
		if err != nil || string(retext) != c.want {
			t.Errorf("%s is read as %s, %v", text, retext, err)
		}
	}
}

// TestCustomForms writes a type that a message holds as the result of a method.
func TestCustomForms(t *testing.T) {
	x := newTypes(&Type{Customs: []Custom{{(*loud)(nil), "MarshalText"}, {(*url.URL)(nil), "MarshalBinary"}}})
	for _, c := range []struct {
		v    any
		want string
	}{
		{&loud{"low"}, `"LOW"`}, // the message holds LOW
		{&url.URL{Path: "/a", User: url.User("u")}, `{"Scheme":"","Opaque":"","User":{"username":"u","password":"","passwordSet":false},"Host":"","Path":"/a","Fragment":"","RawQuery":"","RawPath":"","RawFragment":"","ForceQuery":false,"OmitHost":false}`},
	} {
		text, err := x.node(reflect.TypeOf(c.v).Elem(), "").write(nil, reflect.ValueOf(c.v).Elem())
		if err != nil || string(text) != c.want {
			t.Errorf("%T: %s, %v, want %s", c.v, text, err, c.want)
		}
	}
}

type (
	one struct{ N int }
	two string
)

// TestUnionForms writes unions whose members have the same name, or none.
func TestUnionForms(t *testing.T) {
	type holder struct{ A, B shape }
	x := newTypes(&Type{Unions: []Members{
		Union("bale/runner/show.holder.A", (*one)(nil), (**one)(nil), (*two)(nil)),
		Union("bale/runner/show.holder.B", (*two)(nil), (*[]int)(nil)),
	}})
	n := x.node(reflect.TypeFor[holder](), "")
	for _, c := range []struct {
		v    holder
		want string
	}{
		{holder{one{1}, two("x")}, `{"A":{"show.one":{"N":1}},"B":{"two":"x"}}`},
		{holder{&one{1}, []int{1}}, `{"A":{"*show.one":{"N":1}},"B":{"[]int":[1]}}`},
		{holder{(*one)(nil), nil}, `{"A":{"*show.one":null},"B":null}`},
	} {
		text, err := n.write(nil, reflect.ValueOf(&c.v).Elem())
		if err != nil || string(text) != c.want {
			t.Errorf("%s, %v, want %s", text, err, c.want)
			continue
		}
		values, _ := parse(text)
		var again holder
		if err := (&reader{text}).value(n, reflect.ValueOf(&again).Elem(), values[0], ""); err != nil || !reflect.DeepEqual(again, c.v) {
			t.Errorf("%s is read as %v, %v", text, again, err)
		}
	}
}

// TestReadErrors reads JSON that a type does not have.
func TestReadErrors(t *testing.T) {
	type inner struct{ N int8 }
	type all struct {
		In    inner
		List  []inner
		Map   map[int]inner
		Pair  [2]uint8
		Float float32
		Text  string
		At    time.Time
		Addr  netip.Addr
		Shape shape
		Is    bool
		Bytes []byte
		C     complex64
		Names map[string]int
	}
	n := newTypes(&Type{Unions: []Members{Union("bale/runner/show.all.Shape", (*one)(nil))}}).node(reflect.TypeFor[all](), "")
	for _, c := range []struct{ in, want string }{
		{`{`, `line 1, column 2: the text ends within a value`},
		{"{\"In\":\n  x}", `line 2, column 3: invalid character 'x' looking for beginning of value`},
		{`[]`, `line 1, column 1: T: found a list, want an object`},
		{`{"in": 1}`, `line 1, column 2: T: it has no field "in": want In, List, Map, Pair, Float, Text, At, Addr, Shape, Is, Bytes, C`},
		{`{"In": {"N": 128}}`, `line 1, column 14: T.In.N: found 128, want a whole number of 8 bits`},
		{`{"List": [{}, {"N": 1.5}]}`, `line 1, column 21: T.List[1].N: found 1.5, want a whole number of 8 bits`},
		{`{"In": {"N": 1, "N": 2}}`, `line 1, column 17: T.In: the field "N" is there twice: remove one`},
		{`{"Map": {"x": {}}}`, `line 1, column 10: T.Map: the key "x" is not the JSON of a value of type int: it is not JSON`},
		{`{"Map": {"1": {}, "1": {}}}`, `line 1, column 19: T.Map: the key is there already`},
		{`{"Pair": [1]}`, `line 1, column 10: T.Pair: found a list, want a list of 2 values: it has 1`},
		{`{"Pair": [1, -1]}`, `line 1, column 14: T.Pair[1]: found -1, want a whole number of 8 bits that is not negative`},
		{`{"Float": "1"}`, `line 1, column 11: T.Float: found "1", want a number, "NaN", "+Inf" or "-Inf" of 32 bits`},
		{`{"Float": 1e40}`, `line 1, column 11: T.Float: found 1e40, want a number, "NaN", "+Inf" or "-Inf" of 32 bits`},
		{`{"Text": 1}`, `line 1, column 10: T.Text: found 1, want a string`},
		{`{"Text": null}`, `line 1, column 10: T.Text: found null, want a string`},
		{"{\"Text\": \"a\xff\"}", `line 1, column 10: T.Text: the string is not UTF-8, or has half of a surrogate pair: write its bytes in base64, as in {"binary": "/w=="}`},
		{`{"Text": "\ud83d\u0041"}`, `line 1, column 10: T.Text: the string is not UTF-8`},
		{`{"Addr": "\ud800"}`, `line 1, column 10: T.Addr: the string is not UTF-8`},
		{"{\"Names\": {\"a\": 1, \"\xc3\": 2}}", `line 1, column 20: T.Names: the key is not UTF-8`},
		{`{"At": "today"}`, `line 1, column 8: T.At: found "today", want a time as in "2006-01-02T15:04:05Z"`},
		{`{"Addr": "1.2.3"}`, `line 1, column 10: T.Addr: ParseAddr("1.2.3"): IPv4 address too short`},
		{`{"Shape": {"two": 1}}`, `line 1, column 11: T.Shape: found an object, want null or an object with the name of a type, as in {"one": ...}: one of one`},
		{`{"Is": 1}`, `line 1, column 8: T.Is: found 1, want true or false`},
		{`{"Bytes": "?"}`, `line 1, column 11: T.Bytes: found "?", want bytes in base64`},
		{`{"C": [1]}`, `line 1, column 7: T.C: found a list, want a list of the real and the imaginary part`},
		{strings.Repeat("[", 20000), `nested too deep`},
	} {
		data := []byte(c.in)
		values, err := parse(data)
		if err == nil {
			var v all
			err = (&reader{data}).value(n, reflect.ValueOf(&v).Elem(), values[0], "T")
			var f *fault
			if errors.As(err, &f) {
				err = locate(data, f.at, f.error)
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v, want %s", c.in, err, c.want)
		}
	}
}

// TestExact: a string is refused if and only if encoding/json replaces a part of it.
func TestExact(t *testing.T) {
	parts := []string{"a", "é", "\ufffd", "😀", "\xff", "\xed\xa0\x80", `\n`, `\\`, `\"`, `\u0041`, `\ufffd`, `\ud83d`, `\uDE00`, `\ud83d\ude00`, `\\ud800`}
	for _, x := range parts {
		for _, y := range parts {
			for _, z := range parts {
				text := `"` + x + y + z + `"`
				var s string
				if err := json.Unmarshal([]byte(text), &s); err != nil {
					t.Fatal(err)
				}
				given := strings.Count(text, "\ufffd") + strings.Count(text, `\ufffd`)
				if got, want := isExact([]byte(text)), strings.Count(s, "\ufffd") == given; got != want {
					t.Errorf("%q: %v, want %v", text, got, want)
				}
			}
		}
	}
}

// FuzzRead reads any JSON into a type with values of many kinds. What is accepted is written and read again.
func FuzzRead(f *testing.F) {
	type all struct {
		N      int8
		List   []map[string]*float32
		Keys   map[point]complex64
		At     *time.Time
		Amount big.Int
		Twice  **[]byte
		Shape  shape
	}
	n := newTypes(&Type{Unions: []Members{Union("bale/runner/show.all.Shape", (*one)(nil), (**two)(nil))}}).node(reflect.TypeFor[all](), "")
	for _, seed := range []string{`{"N":1,"List":[{"a":1,"b":null},null]}`, `{"Keys":{"{\"X\":1}":[1,"NaN"]}}`, `{"At":{"seconds":1},"Amount":"5"}`, `{"Twice":{"pointer":null},"Shape":{"two":{"binary":"/w=="}}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		values, err := parse(data)
		if err != nil || len(values) == 0 {
			return
		}
		var v all
		if (&reader{data}).value(n, reflect.ValueOf(&v).Elem(), values[0], "") != nil {
			return
		}
		text, err := n.write(nil, reflect.ValueOf(&v).Elem())
		if err != nil {
			t.Fatal(err)
		}
		values, err = parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var again all
		if err := (&reader{text}).value(n, reflect.ValueOf(&again).Elem(), values[0], ""); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if retext, err := n.write(nil, reflect.ValueOf(&again).Elem()); err != nil || string(retext) != string(text) {
			t.Errorf("%s is read as %s, %v", text, retext, err)
		}
	})
}

// TestSameNaN compares values with parts that are not equal to themselves.
func TestSameNaN(t *testing.T) {
	type row struct {
		C complex64
		R reading
		N int
	}
	value := func(n int) *row {
		nan := math.NaN()
		return &row{complex64(complex(nan, 1)), reading{nan, time.Unix(0, 0).In(time.FixedZone("", 60)), map[float32]complex128{float32(nan): 1}, &reading{C: nan}}, n}
	}
	n := newTypes(&Type{}).node(reflect.TypeFor[row](), "")
	d := &differences{}
	n.diff(d, reflect.ValueOf(value(1)).Elem(), reflect.ValueOf(value(2)).Elem())
	if !slices.Equal(d.paths, []string{"N"}) {
		t.Errorf("the parts %q are different", d.paths)
	}
	other := value(1)
	other.R.By = map[float32]complex128{float32(math.NaN()): 2}
	if n.same(reflect.ValueOf(value(1)).Elem(), reflect.ValueOf(other).Elem()) || n.same(reflect.ValueOf(value(1)).Elem(), reflect.ValueOf(value(2)).Elem()) {
		t.Error("different values are the same")
	}
	if !n.same(reflect.ValueOf(value(1)).Elem(), reflect.ValueOf(value(1)).Elem()) {
		t.Error("equal values are not the same")
	}
}
