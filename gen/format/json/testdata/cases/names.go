package cases

import (
	"fmt"
	"time"

	"example.org/json/other"
)

//bale:gen wire=json
type Names struct {
	Plain   int
	Tagged  int `json:"tagged"`
	Spaces  int `json:"a b"`
	Letters int `json:"é日"`
	Escaped int `json:"<a&b>"`
	Signs   int `json:"!#$%&()*+-./:;<=>?@[]^_{|}~ "`
	Dash    int `json:"-,"`
	Ignored int `json:"-"`
	Empty   int `json:",omitempty"`
	Quote   int `json:"a\"b"`
	Back    int `json:"a\\b"`
	Tab     int `json:"a\tb"`
	Comma   int `json:"c,unknown,omitempty"`
	Wrong   int `json: "spaced"`
	Other   int `xml:"other"`
	Digits  int `json:"0"`
	hidden  int
	Ends    int `json:"ends "`
}

//bale:gen wire=json
type Fold struct {
	Kelvin int
	KELVIN int
	Kiss   int `json:"kiss"`
	Safe   int `json:"SAFE"`
	ID     int
	Id     int
	Straße int
	Σίσυ   int `json:"Σίσυφος"`
	A_b    int
	Long   int `json:"ſs"`
}

//bale:gen wire=json
type Omit struct {
	B   bool            `json:",omitempty"`
	I   int8            `json:",omitempty"`
	U   uint64          `json:",omitempty"`
	F   float64         `json:",omitempty"`
	F3  float32         `json:",omitempty"`
	S   string          `json:",omitempty"`
	P   *int            `json:",omitempty"`
	L   []int           `json:",omitempty"`
	A   [2]int          `json:",omitempty"`
	A0  [0]int          `json:",omitempty"`
	M   map[string]int  `json:",omitempty"`
	X   any             `json:",omitempty"`
	St  struct{ A int } `json:",omitempty"`
	T   time.Time       `json:",omitempty"`
	By  []byte          `json:",omitempty"`
	D   time.Duration   `json:",omitempty"`
	Str fmt.Stringer    `json:",omitempty"`
	Lev other.Level     `json:",omitempty"`
	PL  *other.Level    `json:",omitempty"`
}

// Even is zero if it is even.
type Even int

func (e Even) IsZero() bool { return e%2 == 0 }

// Odd is zero if it is odd, by a method of the pointer.
type Odd int

func (o *Odd) IsZero() bool { return o != nil && *o%2 == 1 }

type evens struct{ A Even }

func (e evens) IsZero() bool { return e.A == 2 }

type zeroer interface{ IsZero() bool }

//bale:gen wire=json
type OmitZero struct {
	B  bool                       `json:",omitzero"`
	I  int                        `json:",omitzero"`
	F  float64                    `json:",omitzero"`
	S  string                     `json:"s,omitzero"`
	P  *int                       `json:",omitzero"`
	L  []int                      `json:",omitzero"`
	A  [2]string                  `json:",omitzero"`
	M  map[string]int             `json:",omitzero"`
	X  any                        `json:",omitzero"`
	St struct{ A int }            `json:",omitzero"`
	T  time.Time                  `json:",omitzero"`
	PT *time.Time                 `json:",omitzero"`
	E  Even                       `json:",omitzero"`
	PE *Even                      `json:",omitzero"`
	O  Odd                        `json:",omitzero"`
	PO *Odd                       `json:",omitzero"`
	Z  zeroer                     `json:",omitzero"`
	V  evens                      `json:",omitzero"`
	LE []Even                     `json:",omitzero"`
	Bo Even                       `json:",omitzero,omitempty"`
	PP **Even                     `json:",omitzero"`
	U  interface{ IsZero() bool } `json:",omitzero"`
	UN interface{ Other() }       `json:",omitzero"`
	AV struct {
		Even
		X int
	} `json:",omitzero"`
	AP *struct {
		Even
		X int
	} `json:",omitzero"`
	AO struct {
		Odd
		X int
	} `json:",omitzero"`
	AT struct {
		time.Time
		X int
	} `json:",omitzero"`
}

type (
	MyInt    int
	MyString string
	MyBool   bool
	MyFloat  float32
)

// QuotedPointers has pointers with the option string, which Go 1.27 sets to nil for the string "null".
//
//bale:gen wire=json
type QuotedPointers struct {
	B *[]byte         `json:",string"`
	A *any            `json:",string"`
	M *map[string]int `json:",string"`
	Q **[]byte        `json:",string"`
	T *PointerText    `json:",string"`
	V *ValueText      `json:",string"`
	J *PointerJSON    `json:",string"`
	S *struct {
		B []byte `json:",string"`
	} `json:",string"`
	L []*[]byte `json:",string"`
}

//bale:gen wire=json
type Quoted struct {
	B  bool            `json:",string"`
	I  int             `json:",string"`
	I8 int8            `json:",string,omitempty"`
	U  uint16          `json:"u,string"`
	F  float64         `json:",string"`
	F3 float32         `json:",string"`
	S  string          `json:",string"`
	P  *int            `json:",string"`
	PS *string         `json:",string"`
	PP **int           `json:",string"`
	M  MyInt           `json:",string"`
	MS MyString        `json:",string"`
	MB *MyBool         `json:",string"`
	MF MyFloat         `json:",string"`
	L  []int           `json:",string"`
	X  any             `json:",string"`
	St struct{ A int } `json:",string"`
	D  time.Duration   `json:",string"`
	Le other.Level     `json:",string"`
	PL *other.Level    `json:",string"`
	T  time.Time       `json:",string"`
	Ma map[int]int     `json:",string"`
}

type Base struct {
	A    int
	B    string `json:"b"`
	Same int
}

type Deeper struct {
	Base
	C    int
	Same string
}

type Second struct {
	Same int `json:"same2"`
	D    int
	Both int
}

type Third struct {
	Both int
	E    int `json:"e"`
}

type lower struct {
	L int
	m int
}

type pointed struct{ Q int }

//bale:gen wire=json
type Embeds struct {
	Deeper
	*Second
	*Third
	lower
	Own int
	B   float64 `json:"B"`
}

//bale:gen wire=json
type EmbedsHidden struct {
	*pointed
	Z int
}

type NamedEmbed struct{ N int }

//bale:gen wire=json
type EmbedsTagged struct {
	Base        `json:"base"`
	*NamedEmbed `json:"named,omitempty"`
	MyInt
	MyString `json:"str"`
	*MyBool
	fmt.Stringer
	other.Point
	Ignored `json:"-"`
}

type Ignored struct{ Never int }

//bale:gen wire=json
type EmbedsOther struct {
	other.Hidden
	Z int
}

//bale:gen wire=json
type HoldsHidden struct {
	H other.Hides
	L []other.Hides
}

//bale:gen wire=json
type Tagged struct {
	First struct{ X int } `json:"x"`
	Level1
	*Level2
}

type Level1 struct {
	X int `json:"y"`
	Y int
	Z int
}

type Level2 struct {
	Z int `json:"Z"`
	*Level3
}

type Level3 struct {
	W int
	*Level4
}

type Level4 struct{ V, W int }

//bale:gen wire=json
type Twice struct {
	One
	Two
}

type One struct{ Shared }
type Two struct{ Shared }
type Shared struct{ S int }

//bale:gen wire=json
type NoFields struct {
	a int
	B int `json:"-"`
}

func names() []Case {
	return []Case{
		of("Names", []string{
			`{"Plain":1,"tagged":2,"a b":3,"é日":4,"<a&b>":5,"-":6,"Empty":7,"Quote":8,"Back":9,"Tab":10,"c":11,"Wrong":12,"Other":13,"0":14,"Ignored":15,"hidden":16,"ends ":17}`,
			`{"PLAIN":1,"TAGGED":2,"É日":3,"\u003ca\u0026b\u003e":4,"Pl\u0061in":5}`, `{"a\"b":1,"a\\b":2,"a\tb":3,"spaced":4,"!#$%&()*+-./:;<=>?@[]^_{|}~ ":5}`, `{"":1}`, `{"Plain":1,"Plain":null,"plain":2}`,
			`{"Plain":"x","tagged":{}}`, `{"Plain" : 1 , "tagged" : 2 }`, `{"Plain":1,}`, `{"Plain":1 "tagged":2}`,
		}, func(v *Names) { *v = Names{Plain: 1, Tagged: 2, Spaces: 3, Ignored: 9, Empty: 4, Comma: 5, hidden: 6} }),
		of("Fold", []string{
			`{"Kelvin":1,"KELVIN":2,"kelvin":3,"` + "\u212a" + `elvin":4}`, `{"` + "\u212a" + `ELVIN":5,"ki` + "\u017f" + `s":6,"` + "\u017f" + `afe":7,"SAFE":8,"safe":9}`, `{"id":1}`, `{"ID":1,"Id":2,"iD":3}`,
			`{"STRASSE":1,"straße":2,"STRAẞE":3}`, `{"σίσυφοσ":1,"ΣΊΣΥΦΟΣ":2,"Σίσυφος":3}`, `{"a_B":1}`, `{"SS":1,"ss":2,"sS":3,"` + "\u017f" + `S":4}`, `{"\u212aISS":1}`, "{\"Kel\xffvin\":1}",
		}, func(v *Fold) { v.Kelvin, v.ID = 1, 2 }),
		of("Omit", []string{`{"St":{"A":1},"A0":[1,2],"X":{"a":[1]},"Str":null,"D":5,"By":"aGk=","Lev":"L3","PL":"L4"}`, `{"Str":1}`, `{"PL":null,"Lev":null,"L":[],"M":{},"P":null}`},
			func(v *Omit) {
				*v = Omit{B: true, I: -1, U: 1, F: 0.5, S: "s", P: p(0), L: []int{}, M: map[string]int{}, X: 0, Str: time.Duration(1)}
			},
			func(v *Omit) { *v = Omit{L: []int{1}, M: map[string]int{"a": 1}, X: "", By: []byte{}, Lev: 13} }, func(v *Omit) { v.PL = p(other.Level(13)) },
			func(v *Omit) { v.F = negativeZero(); v.F3 = float32(negativeZero()) }),
		of("OmitZero", []string{`{"B":true,"s":"x","PT":"2006-01-02T15:04:05Z","Z":1}`, `{"Z":null,"E":4,"PE":6,"O":7,"V":{"A":3},"PP":1}`},
			func(v *OmitZero) {
				v.E, v.PE, v.O, v.PO, v.V.A, v.Z, v.LE = 3, p(Even(2)), 1, p(Odd(1)), 2, Even(2), []Even{}
			},
			func(v *OmitZero) {
				v.E, v.PE, v.O, v.PO, v.V.A, v.Z, v.L = 4, p(Even(3)), 2, p(Odd(2)), 4, Even(3), []int{}
			},
			func(v *OmitZero) { v.Z, v.T, v.PT, v.X = (*Odd)(nil), time.Time{}.Local(), &time.Time{}, 0 },
			func(v *OmitZero) {
				v.Z, v.T, v.PT, v.Bo, v.PP = p(Odd(3)), time.Unix(0, 0).UTC(), p(time.Unix(1, 0).UTC()), 0, p(p(Even(2)))
			},
			func(v *OmitZero) { v.F = negativeZero() },
			func(v *OmitZero) { v.AV.X, v.AO.X, v.AO.Odd, v.AT.X = 1, 1, 3, 1 },
			func(v *OmitZero) {
				v.AV.Even, v.AO.Odd, v.AT.Time = 1, 2, time.Unix(0, 0).UTC()
				v.AP = &struct {
					Even
					X int
				}{1, 2}
			},
			func(v *OmitZero) {
				v.AP = &struct {
					Even
					X int
				}{2, 2}
			},
			func(v *OmitZero) { v.U, v.UN = Even(3), nil }, func(v *OmitZero) { v.U = Even(2) }, func(v *OmitZero) { v.U = (*Odd)(nil) }),
		of("Quoted", []string{
			`{"B":"true","I":"-1","I8":"5","u":"7","F":"1.5","F3":"1e3","S":"\"x\"","P":"3","PS":"\"\"","PP":"4","M":"5","MS":"\"y\"","MB":"false","MF":"2","D":"6"}`,
			`{"B":true}`, `{"I":1}`, `{"I":"x"}`, `{"I":""}`, `{"I":" 1"}`, `{"I":"1 "}`, `{"I":"01"}`, `{"I":"1.5"}`, `{"I8":"300"}`, `{"I":"null","P":"null","S":"null","B":"null"}`, `{"I":null,"P":null,"S":null,"PS":null,"MB":null,"Le":null,"PL":null}`,
			`{"S":"x"}`, `{"S":"\"x"}`, `{"S":"\"\\u0041\\\"\""}`, `{"S":"\"x\" "}`, `{"S":"null "}`, `{"I":"\u0031"}`, `{"F":"1e400"}`, `{"F":"NaN"}`, `{"F":"0x1p-2"}`, `{"P":[1]}`, `{"P":{}}`, `{"PP":"null"}`, `{"PP":5}`,
			`{"L":[1],"X":"1","St":{"A":1},"Ma":{"1":2}}`, `{"L":"[1]"}`, `{"Le":"L1","PL":"L2"}`, `{"Le":"\"L1\""}`, `{"T":"2006-01-02T15:04:05Z"}`, `{"T":"\"2006-01-02T15:04:05Z\""}`, `{"B":"tru"}`, `{"B":"truex"}`, `{"MB":"1"}`, `{"U":"-1"}`,
		}, func(v *Quoted) {
			*v = Quoted{S: "<\u2028\"", P: p(1), PS: p("a\\"), PP: p(p(2)), MB: p(MyBool(true)), Le: 3, PL: p(other.Level(4))}
		},
			func(v *Quoted) { v.Le = 13 }, func(v *Quoted) { v.F, v.F3, v.MF = 1e21, 1e-7, 0.1 }, func(v *Quoted) { v.S = "\xff" }),
		of("QuotedPointers", []string{
			`{"B":"null"}`, `{"b":"null"}`, `{"B":"bnVsbA=="}`, `{"B":null}`, `{"B": "null" ,"A":"null","B":"AAAA"}`, `{"B":"nul"}`, `{"B":"null`, `{"B":"\u006eull"}`, `{"A":"null"}`, `{"M":"null"}`, `{"M":{"null":1}}`,
			`{"Q":"null"}`, `{"T":"null"}`, `{"V":"null"}`, `{"J":"null"}`, `{"S":"null"}`, `{"S":{"B":"null"}}`, `{"L":["null"]}`, `{"L":"null"}`, `{"T":"ab","V":"cd","J":[1]}`,
		}, func(v *QuotedPointers) { v.B, v.A, v.T = p([]byte{1}), p(any("null")), new(PointerText) }),
		of("Embeds", []string{
			`{"A":1,"b":"x","B":2.5,"C":3,"Same":"s","same2":4,"D":5,"Both":6,"e":7,"L":8,"m":9,"Own":10}`, `{"e":1}`, `{"D":1}`, `{"Both":1}`, `{"Deeper":{"A":1}}`, `{"a":1,"d":2,"E":3}`, `{"same2":"x"}`, `{"e":null}`, `{"D":null,"Same":5}`,
		}, func(v *Embeds) { v.Second, v.Base.A, v.lower.L, v.B = &Second{1, 2, 3}, 4, 5, 1.5 }, func(v *Embeds) { v.Third = &Third{1, 2} }),
		of("EmbedsHidden", []string{`{"Q":1}`, `{"Z":2,"Q":1}`, `{"q":null}`, `{"Z":1}`, `{"Q":1,"Z":"x"}`, `{"Z":"x","Q":1}`},
			func(v *EmbedsHidden) { v.pointed = &pointed{3} }, func(v *EmbedsHidden) { v.Z = 1 }),
		of("EmbedsTagged", []string{
			`{"base":{"A":1},"named":{"N":2},"MyInt":3,"str":"x","MyBool":true,"Stringer":null,"x":4,"y":5,"note":"n","Never":6,"Ignored":{}}`, `{"A":1,"N":2}`, `{"Stringer":1}`, `{"Point":{"x":1}}`, `{"MyBool":null,"named":null}`,
		}, func(v *EmbedsTagged) {
			v.NamedEmbed, v.MyBool, v.Stringer, v.Point.Note = &NamedEmbed{1}, p(MyBool(true)), time.Duration(3), p("n")
		}),
		of("EmbedsOther", []string{`{"Depth":1,"tag":"x","Name":"n","Z":1}`, `{"Hidden":{}}`}, func(v *EmbedsOther) { v.Hidden = other.HiddenValue() }),
		of("HoldsHidden", []string{
			`{"H":{"L":[{"Depth":1}],"LL":[[{}]],"LP":[null,{"tag":"x"}],"A":[{"Depth":2}],"M":{"a":{"Depth":3}},"K":{"k":4},"P":{"Depth":5},"W":"w","LW":["x"],"AW":["y"],"PW":"z","S":[{"X":{"Depth":6}}],"B":"YQ=="},"L":[{"W":"w"}]}`,
			`{"H":{"L":[{"Depth":"x"}],"W":1}}`, `{"H":{"L":null,"PW":null,"A":[]}}`,
		}, func(v *HoldsHidden) { v.H = other.HidesValue() }, func(v *HoldsHidden) { v.L = []other.Hides{other.HidesValue(), {}} }),
		of("Tagged", []string{`{"x":{"X":1},"y":2,"Y":3,"Z":4,"W":5,"V":6}`, `{"X":1}`, `{"V":1}`, `{"W":1}`, `{"V":null}`, `{"V":"x","W":2}`},
			func(v *Tagged) { v.Level2 = &Level2{Z: 1, Level3: &Level3{W: 2}} }, func(v *Tagged) { v.Level2 = &Level2{Level3: &Level3{Level4: &Level4{1, 2}}} }),
		of("Twice", []string{`{"S":1}`, `{"One":{}}`}, func(v *Twice) { v.One.S = 1 }),
		of("NoFields", []string{`{}`, `{"a":1,"B":2}`, `{"a":}`, `{"x":[1,{"y":null}]}`}, func(v *NoFields) { v.a, v.B = 1, 2 }),
	}
}

func negativeZero() float64 { zero := 0.0; return -1 / (1 / zero) }
