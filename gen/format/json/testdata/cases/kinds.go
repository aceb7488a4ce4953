package cases

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/json/other"
)

//bale:gen wire=json
type Basics struct {
	B   bool
	I   int
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U   uint
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	Up  uintptr
	F32 float32
	F64 float64
	S   string
	MI  MyInt
	MS  MyString
	MB  MyBool
	MF  MyFloat
	P   *int
	PP  **string
	L   []int
	A   [2]bool
	M   map[string]int
	X   any
	St  struct{ A, B int }
	D   time.Duration
	R   rune
}

//bale:gen wire=json
type Texts struct{ S, T string }

//bale:gen wire=json
type Maps struct {
	S  map[string]int
	N  map[MyString]string
	I  map[int8]bool
	J  map[int64]string
	U  map[uint16]int
	L  map[other.Level]int
	T  map[time.Time]int
	K  map[KeyText]int
	Kp map[KeyPointer]int
	V  map[string]Base
	P  map[string]*Base
	M  map[string]map[string][]int
	A  map[string]any
	Z  map[string][2]int
	E  map[string]struct{}
	Nm NamedMap
}

type NamedMap map[MyInt]*NamedMap

// KeyText is a string that is encoded as another text.
type KeyText string

func (k KeyText) MarshalText() ([]byte, error) {
	if k == "bad" {
		return nil, errors.New("bad key")
	}
	return []byte("k:" + k), nil
}

func (k *KeyText) UnmarshalText(b []byte) error {
	if len(b) < 2 {
		return errors.New("short key")
	}
	*k = KeyText(b[2:])
	return nil
}

// KeyPointer is decoded only.
type KeyPointer int

func (k *KeyPointer) UnmarshalText(b []byte) error { *k = KeyPointer(len(b)); return nil }

//bale:gen wire=json
type Bytes struct {
	B  []byte
	N  NamedBytes
	L  []NamedByte
	A  [4]byte
	P  *[]byte
	LL [][]byte
	M  map[string][]byte
	BJ []ByteJSON
	BT []ByteText
	AJ [2]ByteJSON
	BP []BytePointer
	I  []int8
}

type (
	NamedBytes []byte
	NamedByte  byte
	ByteJSON   byte
	ByteText   byte
	// BytePointer has a method of the pointer.
	BytePointer byte
)

func (b ByteJSON) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf("{%q: %d}", "b", byte(b))), nil
}
func (b *ByteJSON) UnmarshalJSON(t []byte) error { *b = ByteJSON(len(t)); return nil }

func (b ByteText) MarshalText() ([]byte, error)  { return []byte(fmt.Sprint(byte(b))), nil }
func (b *ByteText) UnmarshalText(t []byte) error { *b = ByteText(len(t)); return nil }

func (b *BytePointer) MarshalJSON() ([]byte, error) { return []byte("7"), nil }

//bale:gen wire=json
type Times struct {
	T time.Time
	P *time.Time
	L []time.Time
	M map[string]time.Time
	D time.Duration
	O time.Month
	N MyTime
}

type MyTime time.Time

//bale:gen wire=json
type Raws struct {
	R  json.RawMessage
	P  *json.RawMessage
	N  json.Number
	NP *json.Number
	NS json.Number `json:",string"`
	NO json.Number `json:",omitempty"`
	L  []json.Number
	LR []json.RawMessage
	M  map[string]json.RawMessage
	RO json.RawMessage `json:",omitempty"`
	MN MyNumber
}

type MyNumber json.Number

//bale:gen wire=json
type Anys struct {
	X any
	L []any
	M map[string]any
	S fmt.Stringer
	E error
	J json.Marshaler
	N MyAny
	P *any
	F Figure
}

type MyAny any

// Figure has a method that is not exported.
type Figure interface{ area() int }

type Square struct{ Side int }

func (s *Square) area() int { return s.Side }

//bale:gen wire=json
type Arrays struct {
	A  [3]int
	Z  [0]int
	S  [2]Base
	N  [2][2]string
	P  *[2]int
	PA [2]*int
	M  [2]map[string]int
	L  [1][]int
}

var basicTexts = []string{
	`{"B":true,"I":1,"I8":-128,"I16":1,"I32":1,"I64":-9223372036854775808,"U":1,"U8":255,"U16":1,"U32":1,"U64":18446744073709551615,"Up":1,"F32":1.5,"F64":-2.5e-3,"S":"s"}`,
	`{"B":null,"I":null,"U8":null,"F32":null,"S":null,"P":null,"PP":null,"L":null,"A":null,"M":null,"X":null,"St":null,"MI":null,"MS":null,"MB":null,"MF":null,"D":null}`,
	`{"B":1}`, `{"B":"true"}`, `{"I":true}`, `{"I":"1"}`, `{"I":1.0}`, `{"I":1e2}`, `{"I":-0}`, `{"I":-}`, `{"I":9223372036854775808}`, `{"I8":128}`, `{"I8":-129}`, `{"U":-1}`, `{"U":-0}`, `{"U8":256}`, `{"U64":18446744073709551616}`,
	`{"F32":3.5e38}`, `{"F32":1e-50}`, `{"F64":1e400}`, `{"F64":-1e400}`, `{"F64":-0}`, `{"F64":-0.0}`, `{"F64":0.1e1}`, `{"F64":123456789012345678901234567890}`, `{"F64":"1"}`, `{"S":1}`, `{"S":[]}`, `{"S":{}}`,
	`{"L":{}}`, `{"L":1}`, `{"L":"x"}`, `{"L":[1,"x",3]}`, `{"L":[1,null,3]}`, `{"A":[true]}`, `{"A":[true,false,true,1]}`, `{"A":[]}`, `{"A":{}}`, `{"A":"x"}`, `{"M":[]}`, `{"M":{"a":"x","b":2}}`, `{"M":{"a":1,"a":2}}`,
	`{"St":[]}`, `{"St":1}`, `{"St":{"A":"x","B":2}}`, `{"P":"x"}`, `{"P":[]}`, `{"PP":"x"}`, `{"PP":1}`, `{"I":"x","U":"y","S":3}`, `{"X":{"a":[1,2,{"b":null}],"a":"x"}}`, `{"X":1e400}`, `{"X":[1e400]}`, `{"MI":"x"}`, `{"MS":1}`, `{"MB":1}`, `{"MF":"x"}`,
	`{"D":"1s"}`, `{"D":1.5}`, `{"I":1,"I":"x"}`, `{"I":00}`, `{"I":0x1}`, `{"I":+1}`, `{"I": 1 }`, "\ufeff{}", "{}\x00", "{} {}", `{"I":1]`, `{"L":[1}`, `{"L":[1,2`, `{"S":"`, `{"S":"\`, `{"S":"\u00`,
}

func kinds() []Case {
	return []Case{
		of("Basics", basicTexts, func(v *Basics) {
			*v = Basics{I: math.MinInt64, I8: -128, U64: math.MaxUint64, F32: math.MaxFloat32, F64: math.SmallestNonzeroFloat64, S: "x", P: p(1), PP: p(p("y")), L: append(make([]int, 0, 4), 1, 2, 3)[:1], A: [2]bool{true, true}, M: map[string]int{"a": 1, "c": 2}, X: p(7)}
		}, func(v *Basics) { v.F64 = math.NaN() }, func(v *Basics) { v.F32 = float32(math.Inf(-1)) }, func(v *Basics) { v.F64, v.F32, v.MF = 1e21, 1e21, 1e-7 },
			func(v *Basics) { v.F64, v.F32 = 1e-7, 16777216 }, func(v *Basics) { v.F64, v.F32 = negativeZero(), float32(negativeZero()) }, func(v *Basics) { v.X = p(any(p("z"))) },
			func(v *Basics) { v.F64 = 1 << 53; v.F32 = 1e20 }, func(v *Basics) { v.F64 = 123456789.125; v.I64 = -99999999 }),
		of("Texts", []string{
			`{"S":"\u0041\n\t\"\\\/\b\f\r"}`, `{"S":"\ud83d\ude00"}`, `{"S":"\ud83d"}`, `{"S":"\ud83dx"}`, `{"S":"\ud83d\u0041"}`, `{"S":"\ude00\ud83d"}`, `{"S":"\uD83D\ud83d\uDE00"}`, "{\"S\":\"\xff\"}", "{\"S\":\"a\xe2\x80b\"}", "{\"S\":\"\xed\xa0\x80\"}",
			"{\"S\":\"\u2028\u2029\"}", "{\"S\":\"\x7f\"}", "{\"S\":\"\x1f\"}", `{"S":"\x"}`, `{"S":"\u12g4"}`, `{"S":"\'"}`, "{\"S\":\"\\\n\"}", `{"S":""}`, `{"S":"日本語 and a longer text in ASCII, then ö"}`, `{"S":"\u0000"}`, `{"\u0053":"x"}`, "{\"S\":\"\xf4\x90\x80\x80\"}",
			`{"S":'x'}`, "{\"S\":\"a\\uD800\xff\"}", `{"S":"\ufffd"}`, `{"S":"\U0041"}`,
		}, func(v *Texts) { v.S, v.T = "<a href=\"x\">&</a>\u2028\u2029", "\x00\x01\x1f\x7f\b\f\n\r\t\\/" }, func(v *Texts) { v.S, v.T = "\xff\xed\xa0\x80\xe2\x80", "a\xffb日\xe6" },
			func(v *Texts) { v.S, v.T = "\ufffd😀", "1234567" }, func(v *Texts) { v.S, v.T = "12345678<", "1234567\x80" }),
		of("Maps", []string{
			`{"S":{"b":1,"a":2},"N":{"x":"y"},"I":{"-128":true,"127":false},"J":{"1":"x"},"U":{"65535":1},"L":{"L3":1},"T":{"2006-01-02T15:04:05Z":1},"K":{"k:a":1},"Kp":{"abc":1}}`,
			`{"I":{"128":true}}`, `{"I":{"x":true}}`, `{"I":{"":true}}`, `{"I":{"01":true,"+1":false,"-0":true}}`, `{"I":{" 1":true}}`, `{"U":{"-1":1}}`, `{"U":{"65536":1,"1":2}}`, `{"L":{"x":1}}`, `{"K":{"k":1}}`, `{"T":{"x":1}}`, `{"S":{"a":null,"b":"x","c":3}}`,
			`{"V":{"a":{"A":1},"a":{"b":"x"}}}`, `{"P":{"a":{"A":1},"a":null}}`, `{"P":{"a":null}}`, `{"M":{"a":{"b":[1]},"c":null}}`, `{"A":{"a":1,"b":[],"c":{}}}`, `{"Z":{"a":[1,2,3]}}`, `{"E":{"a":{"x":1}}}`, `{"Nm":{"1":{"2":null}}}`, `{"S":{"\u0061":1,"a\"b":2}}`, "{\"S\":{\"\xff\":1}}",
			`{"I":{"1":1}}`, `{"J":{"1":2,"9223372036854775808":"x"}}`, `{"J":{"1\u0030":"x"}}`, `{"S":{"a":1,}}`, `{"S":{"a"}}`,
		}, func(v *Maps) {
			*v = Maps{S: map[string]int{"b": 1, "a": 2, "": 3, "<": 4, "\xff": 5, "B": 6}, N: map[MyString]string{"n": "", "m": "x"}, I: map[int8]bool{-1: true, 10: false, 9: true}, J: map[int64]string{}, U: map[uint16]int{100: 1, 20: 2, 3: 3}}
		}, func(v *Maps) {
			*v = Maps{L: map[other.Level]int{10: 1, 9: 2}, K: map[KeyText]int{"b": 1, "a": 2}, Kp: map[KeyPointer]int{2: 1, 10: 2}, V: map[string]Base{"x": {A: 1}}, P: map[string]*Base{"a": {A: 2}, "n": nil}, M: map[string]map[string][]int{"a": {"b": nil}}}
		}, func(v *Maps) { v.L = map[other.Level]int{13: 1} }, func(v *Maps) { v.K = map[KeyText]int{"bad": 1} }, func(v *Maps) { v.A = map[string]any{"a": math.NaN()} },
			func(v *Maps) {
				v.Nm = NamedMap{1: {2: nil}}
				v.Z = map[string][2]int{"a": {1, 2}}
				v.E = map[string]struct{}{"e": {}}
			}, func(v *Maps) { v.T = map[time.Time]int{time.Unix(0, 0).UTC(): 1, {}: 2} }),
		of("Bytes", []string{
			`{"B":"aGVsbG8=","N":"aGk=","L":"AQI=","A":[1,2,3,4],"P":"","LL":["","AA=="],"M":{"a":"AA=="}}`, `{"B":"","N":""}`, `{"B":null,"N":null,"L":null,"A":null,"P":null}`, `{"B":"x"}`, `{"B":"aGk"}`, `{"B":"aG\nk="}`, `{"B":"aGk\u003d"}`, `{"B":"a-_="}`, `{"B":[1,2]}`, `{"B":[256]}`,
			`{"L":[1,2]}`, `{"A":"AQI="}`, `{"B":1}`, `{"B":{}}`, `{"BJ":[1,{"x":2}],"BT":["a","bcd"],"AJ":[1]}`, `{"BJ":"AQI="}`, `{"BT":"AQI="}`, `{"BP":"AQI="}`, `{"BP":[1,2]}`, `{"I":[1,-2]}`, `{"I":"AQI="}`, `{"B":"aGk=aGk="}`, `{"B":"aGk=","B":"aA=="}`, `{"B":" aGk="}`, "{\"B\":\"\xff\"}", `{"B":"aGk=\n"}`, `{"B":"a\r\nGk="}`,
		}, func(v *Bytes) {
			*v = Bytes{B: []byte("hello")[:2], N: NamedBytes{}, L: []NamedByte{1, 2}, A: [4]byte{1}, P: p([]byte{3}), LL: [][]byte{nil, {}, {1}}, BJ: []ByteJSON{1}, BT: []ByteText{2}, BP: []BytePointer{3}}
		}),
		of("Times", []string{
			`{"T":"2006-01-02T15:04:05Z","P":"2006-01-02T15:04:05.999999999+07:00","L":["0001-01-01T00:00:00Z","9999-12-31T23:59:59.000000001Z"],"M":{"a":"2000-02-29T00:00:00-12:00"},"D":5,"O":3,"N":{}}`,
			`{"T":null,"P":null,"L":[null]}`, `{"T":"x"}`, `{"T":1}`, `{"T":{}}`, `{"T":""}`, `{"T":"2006-01-02T15:04:05"}`, `{"T":"2006-02-29T15:04:05Z"}`, `{"T":"2006-13-01T15:04:05Z"}`, `{"T":"2006-01-02T15:04:60Z"}`, `{"T":"2006-01-02T24:00:00Z"}`, `{"T":"2006-01-02T5:04:05Z"}`, `{"T":"2006-01-02T15:04:05,123Z"}`,
			`{"T":"2006-01-02T15:04:05.Z"}`, `{"T":"2006-01-02T15:04:05.0000000001Z"}`, `{"T":"2006-01-02t15:04:05Z"}`, `{"T":"2006-01-02T15:04:05z"}`, `{"T":"2006-01-02T15:04:05+24:00"}`, `{"T":"2006-01-02T15:04:05+00:00"}`, `{"T":"2006-01-02T15:04:05-00:00"}`, `{"T":"\u0032006-01-02T15:04:05Z"}`, `{"T":"0000-01-01T00:00:00Z"}`,
			`{"T":"1900-02-29T00:00:00Z"}`, `{"T":"0000-02-29T00:00:00Z"}`, `{"T":"2006-01-00T00:00:00Z"}`, `{"T":"2006-00-01T00:00:00Z"}`, `{"T":"2006-01-02 15:04:05Z"}`, `{"P":"x"}`, `{"L":["x"]}`, `{"O":"March"}`, `{"N":"2006-01-02T15:04:05Z"}`, `{"T":"2006-01-02T15:04:05Zx"}`, `{"T":"2006-01-02T15:04:05+7:00"}`,
		}, func(v *Times) {
			v.T, v.P, v.L = time.Unix(0, 123456789).UTC(), p(time.Unix(1, 0).In(time.FixedZone("x", 3600))), []time.Time{time.Unix(-1, 1e6).UTC()}
		},
			func(v *Times) { v.T = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }, func(v *Times) { v.T = time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC) }, func(v *Times) { v.T = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC) },
			func(v *Times) { v.T = time.Unix(0, 0).In(time.FixedZone("", 90)) }, func(v *Times) { v.T = time.Unix(0, 0).In(time.FixedZone("", 24*3600)) }, func(v *Times) { v.M = map[string]time.Time{"a": {}}; v.T = time.Unix(0, 0).In(time.FixedZone("", 0)) },
			func(v *Times) { v.T = time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", -3600)) }, func(v *Times) { v.T = time.Date(0, 12, 31, 23, 59, 59, 0, time.FixedZone("", -3600)) }),
		of("Raws", []string{
			`{"R": { "a" : [ 1 ] } ,"P":[1],"N":1.50,"NP":"7","NS":"8","L":[1,"2",3e4],"LR":[1,null,"x"],"M":{"a": 1 }}`, `{"R":null,"P":null,"N":null,"NP":null,"NS":null}`, `{"N":"x"}`, `{"N":""}`, `{"N":"1 "}`, `{"N":true}`, `{"N":[]}`, `{"NS":8}`, `{"NS":"x"}`, `{"NS":"\"8\""}`, `{"L":["x"]}`, `{"MN":1}`, `{"MN":"x"}`,
			`{"R":{"<":"` + "\u2028" + `"}}`, `{"R":}`, `{"N":-0}`, `{"N":1e999}`, `{"N":"01"}`, `{"N":"\u0031"}`, `{"N":"1\u0030"}`,
		}, func(v *Raws) {
			v.R, v.N, v.LR = json.RawMessage(" {\"<\" : \"&\u2028\"} "), "1.50", []json.RawMessage{nil, {}}
		}, func(v *Raws) { v.R = json.RawMessage("{") }, func(v *Raws) { v.N = "x" },
			func(v *Raws) { v.P, v.NP, v.L = p(json.RawMessage("1")), p(json.Number("2")), []json.Number{"", "3"} }, func(v *Raws) { v.R = json.RawMessage{} }, func(v *Raws) { v.M = map[string]json.RawMessage{"a": json.RawMessage("[1,\n2]")} },
			func(v *Raws) { v.NS = "1 " }, func(v *Raws) { v.MN = "5"; v.R = json.RawMessage("\"\\u003c\\\"<\"") }),
		of("Anys", []string{
			`{"X":{"a":[1,"x",null,true,{"b":{}}]},"L":[1,[2]],"M":{"a":{"b":1}},"N":1,"P":[1]}`, `{"S":null,"E":null,"J":null,"F":null}`, `{"S":1}`, `{"E":"x"}`, `{"J":{}}`, `{"F":{"Side":1}}`, `{"X":null,"P":null}`, `{"X":{"A":5,"B":"x"}}`, `{"X":12}`, `{"X":"t"}`, `{"M":{"x":{"A":7}}}`, `{"L":[{"A":1}]}`, `{"X":"\ud800"}`,
			`{"X":123456789012345678901234567890}`, `{"X":-0}`, `{"X":1e-400}`, `{"X":[1,}`, `{"X":{"a":1,"a":{"b":2}}}`, `{"N":{"a":1}}`, `{"P":5}`,
		}, func(v *Anys) { v.X, v.L, v.M = &Base{A: 1}, []any{p(1), "x", nil}, map[string]any{"x": &Base{A: 2}} }, func(v *Anys) { v.X, v.S, v.E, v.J = Base{A: 1}, time.Second, errors.New("e"), json.RawMessage("[ ]") },
			func(v *Anys) { v.X = func() {} }, func(v *Anys) { v.X = make(chan int) }, func(v *Anys) { v.X = complex(1, 2) }, func(v *Anys) { v.X = map[bool]int{true: 1} }, func(v *Anys) { v.N, v.P = p(3), p(any("x")) }, func(v *Anys) { v.F = &Square{2} },
			func(v *Anys) { v.X = p(p(p(4))) }, func(v *Anys) { v.M = map[string]any{}; v.M["m"] = v.M }, func(v *Anys) { l := []any{nil}; l[0] = l; v.L = l },
			func(v *Anys) { v.X = (*int)(nil) }, func(v *Anys) { v.X = (*Base)(nil); v.S = (*time.Duration)(nil) }, func(v *Anys) { v.X = json.Number("x") }, func(v *Anys) { v.X = []byte("x") }, func(v *Anys) { v.E = (*json.SyntaxError)(nil) }),
		of("Arrays", []string{
			`{"A":[1,2,3],"Z":[],"S":[{"A":1},{"b":"x"}],"N":[["a"],["b","c","d"]],"P":[1,2],"PA":[1,null],"M":[{"a":1}],"L":[[1,2]]}`, `{"A":[1]}`, `{"A":[]}`, `{"A":[1,2,3,4,"x",{}]}`, `{"A":["x",2]}`, `{"A":[null,5]}`, `{"A":null,"P":null,"PA":null}`, `{"Z":[1,{"a":[]}]}`, `{"S":[{"A":7}]}`, `{"PA":[]}`, `{"M":[]}`, `{"L":[[9]]}`, `{"A":[1,2,3,4,}`, `{"A":[1,2,3,01]}`, `{"P":[5]}`, `{"Z":1}`,
		}, func(v *Arrays) {
			*v = Arrays{A: [3]int{1, 2, 3}, S: [2]Base{{A: 1}, {A: 2}}, P: &[2]int{1, 2}, PA: [2]*int{p(1), p(2)}, M: [2]map[string]int{{"a": 1}, {"b": 2}}, L: [1][]int{{1, 2, 3}}}
		}),
	}
}
