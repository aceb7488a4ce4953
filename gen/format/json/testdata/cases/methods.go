package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// ValueJSON is encoded by methods of the value.
type ValueJSON struct{ N int }

func (v ValueJSON) MarshalJSON() ([]byte, error) {
	switch v.N {
	case 1:
		return nil, errors.New("one")
	case 2:
		return []byte("{"), nil
	case 3:
		return []byte(""), nil
	case 4:
		return []byte(" [ \"<\", 1 ] \n"), nil
	case 5:
		return []byte("1 2"), nil
	case 6:
		return []byte("\"\xff\u2028\""), nil
	case 7:
		panic("seven")
	case 8:
		return nil, nil
	case 9:
		return []byte(`{"a":1,"a":2}`), nil
	}
	return []byte(strconv.Itoa(v.N)), nil
}

func (v *ValueJSON) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		v.N = -1
		return nil
	}
	n, err := strconv.Atoi(string(b))
	v.N += n // the result depends on the value before
	return err
}

// PointerJSON is encoded by methods of the pointer.
type PointerJSON struct{ N int }

func (v *PointerJSON) MarshalJSON() ([]byte, error) {
	v.N++ // encoding changes the value
	return []byte(fmt.Sprintf("{\"n\": %d}", v.N)), nil
}

func (v *PointerJSON) UnmarshalJSON(b []byte) error {
	v.N = len(b)
	if b[0] == '"' {
		return fmt.Errorf("no strings: %s", b)
	}
	return nil
}

// ValueText is encoded by methods of the value as text.
type ValueText string

func (v ValueText) MarshalText() ([]byte, error) {
	if v == "bad" {
		return []byte("x"), errors.New("bad")
	}
	return []byte("<" + v + ">\xff"), nil
}

func (v *ValueText) UnmarshalText(b []byte) error {
	*v += ValueText(b)
	if len(b) == 3 {
		return errors.New("three")
	}
	return nil
}

// PointerText is encoded by methods of the pointer as text.
type PointerText struct{ A int }

func (v *PointerText) MarshalText() ([]byte, error) { return []byte(strconv.Itoa(v.A)), nil }
func (v *PointerText) UnmarshalText(b []byte) error { v.A = len(b); return nil }

// Keeps keeps what it decodes.
type Keeps struct{ b []byte }

func (k Keeps) MarshalJSON() ([]byte, error) {
	if k.b == nil {
		return []byte("null"), nil
	}
	return k.b, nil
}
func (k *Keeps) UnmarshalJSON(b []byte) error { k.b = b; return nil }

// KeepsText keeps the text that it decodes.
type KeepsText struct{ b []byte }

func (k KeepsText) MarshalText() ([]byte, error)  { return k.b, nil }
func (k *KeepsText) UnmarshalText(b []byte) error { k.b = b; return nil }

// Appends appends to what it has.
type Appends []string

func (a Appends) MarshalJSON() ([]byte, error)  { return json.Marshal([]string(a)) }
func (a *Appends) UnmarshalJSON(b []byte) error { *a = append(*a, string(b)); return nil }

// Counts is a map that counts what it decodes.
type Counts map[string]int

func (c *Counts) UnmarshalJSON(b []byte) error {
	if *c == nil {
		*c = Counts{}
	}
	(*c)[string(bytes.ToUpper(b))]++
	return nil
}

func (c Counts) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]int(c)) }

type (
	// OnlyMarshals has no method for decoding.
	OnlyMarshals struct{ A int }
	// OnlyUnmarshals has no method for encoding.
	OnlyUnmarshals struct{ A int }
	// OnlyMarshalsText is a number that is encoded as text.
	OnlyMarshalsText int
	// OnlyUnmarshalsText is decoded from text.
	OnlyUnmarshalsText int
	// BothKinds has methods for text and for JSON.
	BothKinds struct{ A int }
	// Mixed is encoded as JSON and decoded from text.
	Mixed struct{ A int }
	// NilJSON can be encoded if it is nil.
	NilJSON struct{ A int }
)

func (OnlyMarshals) MarshalJSON() ([]byte, error)       { return []byte(`{"A": 5}`), nil }
func (o *OnlyUnmarshals) UnmarshalJSON(b []byte) error  { o.A = len(b); return nil }
func (o OnlyMarshalsText) MarshalText() ([]byte, error) { return []byte("12"), nil }
func (o *OnlyUnmarshalsText) UnmarshalText(b []byte) error {
	*o = OnlyUnmarshalsText(len(b))
	return nil
}
func (b BothKinds) MarshalText() ([]byte, error)    { return []byte("text"), nil }
func (b BothKinds) MarshalJSON() ([]byte, error)    { return []byte(`"json"`), nil }
func (b *BothKinds) UnmarshalText(t []byte) error   { b.A = 1; return nil }
func (b *BothKinds) UnmarshalJSON(t []byte) error   { b.A = 2; return nil }
func (m Mixed) MarshalJSON() ([]byte, error)        { return []byte(fmt.Sprintf("%q", fmt.Sprint(m.A))), nil }
func (m *Mixed) UnmarshalText(t []byte) (err error) { m.A, err = strconv.Atoi(string(t)); return err }
func (n *NilJSON) MarshalJSON() ([]byte, error)     { return []byte(fmt.Sprint(n == nil)), nil }
func (n *NilJSON) UnmarshalJSON(b []byte) error     { n.A++; return nil }

//bale:gen wire=json
type Marshalers struct {
	V  ValueJSON
	PV *ValueJSON
	LV []ValueJSON
	MV map[string]ValueJSON
	P  PointerJSON
	PP *PointerJSON
	LP []PointerJSON
	AP [1]PointerJSON
	MP map[string]PointerJSON
	MS map[string]struct{ P PointerJSON }
	X  any
	S  struct{ P PointerJSON }
}

//bale:gen wire=json
type EmbedsNumber struct {
	In struct {
		json.Number
		A int
	}
	json.Number
	B *struct{ json.Number }
}

//bale:gen wire=json
type Quantities map[string]ValueJSON

//bale:gen wire=json
type TextMarshalers struct {
	V  ValueText
	PV *ValueText
	LV []ValueText
	MV map[string]ValueText
	KV map[ValueText]int
	P  PointerText
	PP *PointerText
	LP []PointerText
	MP map[string]PointerText
	KT KeepsText
	LT []KeepsText
}

//bale:gen wire=json
type Odds struct {
	K   Keeps
	LK  []Keeps
	A   Appends
	C   Counts
	OM  OnlyMarshals
	OU  OnlyUnmarshals
	OMT OnlyMarshalsText
	OUT OnlyUnmarshalsText
	BK  BothKinds
	MX  Mixed
	N   NilJSON
	PN  *NilJSON
	PPN **NilJSON
	I   int8
	QT  OnlyMarshalsText   `json:",string"`
	QU  OnlyUnmarshalsText `json:",string"`
	KM  map[OnlyMarshalsText]int
}

// HasEmbedded is encoded by the methods of what it embeds.
//
//bale:gen wire=json
type HasEmbedded struct {
	E  struct{ ValueJSON }
	EP struct {
		*PointerJSON
		B int
	}
	M map[string]EmbedsPointer
}

type EmbedsPointer struct {
	PointerText
	C int
}

// Appended has the method AppendText, which encoding/json calls from Go 1.27 on.
type Appended string

func (a Appended) AppendText(b []byte) ([]byte, error) { return append(b, "<"+a+">"...), nil }

//bale:gen wire=json
type Appends2 struct {
	A  Appended
	P  *Appended `json:",omitempty"`
	L  []Appended
	M  map[string]Appended
	K  map[Appended]int
	Q  Appended `json:",string"`
	In struct{ Appended }
}

func methods() []Case {
	texts := []string{
		`{"V":10,"PV":11,"LV":[12,13],"MV":{"a":14},"P":[1],"PP":{},"LP":[1,[2]],"AP":[1],"MP":{"a":1},"MS":{"a":{"P":1}},"X":1,"S":{"P":null}}`, `{"V":null,"PV":null,"LV":[null],"MV":{"a":null},"P":null,"PP":null,"LP":[null],"AP":[null],"S":null}`,
		`{"V":"x"}`, `{"V":10,"P":"x","LV":[1]}`, `{"LV":[1,2,"x",4]}`, `{"LP":["x",1]}`, `{"MV":{"a":1,"a":"x"}}`, `{"V": 10 ,"V":20}`, `{"V":10,"X":{"a":}}`, `{"V":10,"LV":{}}`, `{"LV":{},"V":10}`, `{"V":10,"S":5}`, `{"V":5,"V":6,"PP":[` + "\n" + `1]}`, `{"V":1`,
	}
	textual := []string{
		`{"V":"ab","PV":"cd","LV":["e","f"],"MV":{"a":"g"},"KV":{"h":1},"P":"xx","PP":"xxx","LP":["x"],"MP":{"a":"x"},"KT":"keep","LT":["a\u0062","c"]}`, `{"V":null,"PV":null,"P":null,"PP":null,"LV":[null],"KT":null}`, `{"V":1}`, `{"V":{}}`, `{"V":[]}`, `{"V":true}`, `{"V":"abc"}`, `{"V":"ab","P":1}`, `{"KV":{"abc":1}}`,
		`{"V":"\u0041\ud800"}`, "{\"V\":\"\xff\"}", `{"P":1,"V":"ab"}`, `{"V":"ab","LV":5}`, `{"KV":{"a":"x","b":2}}`,
	}
	return []Case{
		of("Marshalers", texts,
			func(v *Marshalers) {
				v.V.N, v.PV, v.LV, v.MV = 10, &ValueJSON{11}, []ValueJSON{{12}}, map[string]ValueJSON{"b": {13}, "a": {14}}
			},
			func(v *Marshalers) {
				v.P.N, v.PP, v.LP, v.AP = 1, &PointerJSON{2}, []PointerJSON{{3}}, [1]PointerJSON{{4}}
			},
			func(v *Marshalers) { v.MP = map[string]PointerJSON{"a": {5}} }, func(v *Marshalers) { v.MS = map[string]struct{ P PointerJSON }{"a": {}} }, func(v *Marshalers) { v.X = PointerJSON{1} }, func(v *Marshalers) { v.X = &PointerJSON{1} },
			func(v *Marshalers) { v.V.N = 1 }, func(v *Marshalers) { v.V.N = 2 }, func(v *Marshalers) { v.V.N = 3 }, func(v *Marshalers) { v.V.N = 4 }, func(v *Marshalers) { v.V.N = 5 }, func(v *Marshalers) { v.V.N = 6 }, func(v *Marshalers) { v.V.N = 7 }, func(v *Marshalers) { v.V.N = 8 }, func(v *Marshalers) { v.V.N = 9 },
			func(v *Marshalers) { v.LV = []ValueJSON{{10}, {1}} }, func(v *Marshalers) { v.MV = map[string]ValueJSON{"a": {2}} }, func(v *Marshalers) { v.P.N = 1; v.X = func() {} }, func(v *Marshalers) { v.X = ValueJSON{1} }),
		of("EmbedsNumber", []string{`{"Number":1,"In":{"Number":2,"A":3},"B":{"Number":4}}`, `7`, `{"In":7,"B":8}`, `"x"`}, func(v *EmbedsNumber) { v.Number, v.In.Number = "1", "2" }, func(v *EmbedsNumber) { v.In.Number = "x" }),
		of("Quantities", []string{`{"a":10,"b":20}`, `{"a":"x"}`, `{"b":1,"b":2}`, `null`}, func(v *Quantities) { *v = Quantities{"b": {10}, "a": {11}} }),
		of("Appends2", []string{`{"A":"x","P":"y","L":["z"],"M":{"a":"b"},"K":{"k":1},"Q":"\"q\"","In":{"Appended":"i"}}`, `{"A":1}`, `{"K":{"a":"b"}}`}, func(v *Appends2) {
			*v = Appends2{A: "a", P: p(Appended("p")), L: []Appended{"l"}, M: map[string]Appended{"m": "n"}, K: map[Appended]int{"k": 1, "j": 2}, Q: "q"}
			v.In.Appended = "i"
		}),
		of("TextMarshalers", textual, func(v *TextMarshalers) {
			*v = TextMarshalers{V: "v", PV: p(ValueText("pv")), LV: []ValueText{"a", ""}, MV: map[string]ValueText{"b": "c"}, KV: map[ValueText]int{"k": 1, "l": 2}, P: PointerText{1}, PP: &PointerText{2}, LP: []PointerText{{3}}, KT: KeepsText{[]byte("k<")}}
		}, func(v *TextMarshalers) { v.V = "bad" }, func(v *TextMarshalers) { v.KV = map[ValueText]int{"bad": 1} }, func(v *TextMarshalers) { v.MP = map[string]PointerText{"a": {1}} }, func(v *TextMarshalers) { v.KV = map[ValueText]int{} }),
		of("Odds", []string{
			`{"K":[1, 2],"LK":[1,{"a":1},null],"A":1,"C":"x","OM":{"A":3},"OU":{"A":4},"OMT":5,"OUT":"abc","BK":1,"MX":"6","N":1,"PN":2,"PPN":3,"I":4}`, `{"K":[1, 2],"LK":[1,{"a":1}],"A":1,"C":"x","I":1000}`, `{"A":1,"A":2,"C":"y","I":"x"}`, `{"K":null,"A":null,"C":null,"OM":null,"OU":null,"OMT":null,"OUT":null,"BK":null,"MX":null,"N":null,"PN":null,"PPN":null}`,
			`{"OMT":"12"}`, `{"OUT":12}`, `{"MX":6}`, `{"MX":"x"}`, `{"BK":{}}`, `{"QT":"1"}`, `{"QT":1}`, `{"QU":"1"}`, `{"QU":"\"1\""}`, `{"QT":null,"QU":null}`, `{"KM":{"1":2}}`, `{"KM":{"x":2}}`, `{"I":300,"A":1}`, `{"LK":[1],"I":true}`, `{"N":1,"I":"x"}`, `{"PN":1,"PPN":2,"I":"x"}`,
		}, func(v *Odds) {
			v.K.b, v.A, v.C, v.N.A, v.PN, v.LK = []byte("7"), append(make(Appends, 0, 8), "a"), Counts{"X": 1}, 3, &NilJSON{}, make([]Keeps, 1, 4)
		}, func(v *Odds) { v.K.b = []byte("\"<\"") }, func(v *Odds) { v.KM = map[OnlyMarshalsText]int{1: 1} },
			func(v *Odds) { v.K.b = []byte("1"); v.LK = []Keeps{{[]byte("2")}, {nil}, {[]byte("x")}} }),
		of("HasEmbedded", []string{`{"E":5,"EP":{"n":1},"M":{"a":"text"}}`, `{"E":null,"EP":null}`, `{"EP":"x"}`, `{"M":{"a":1}}`}, func(v *HasEmbedded) { v.E.N, v.EP.PointerJSON = 12, &PointerJSON{3} }, func(v *HasEmbedded) { v.M = map[string]EmbedsPointer{"a": {}} }),
	}
}
