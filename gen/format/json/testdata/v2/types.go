// Package v2 has types whose methods must have the results of encoding/json/v2.
package v2

import (
	"encoding/json"
	"encoding/json/jsontext"
	"errors"
	"math/big"
	"net/netip"
	"time"

	"example.org/json/other"
)

//bale:gen wire=json
//bale:json v2
type Scalars struct {
	Bool    bool
	Int     int
	Int8    int8 `json:",omitzero"`
	Int64   int64
	Uint    uint `json:"u"`
	Uint16  uint16
	Uintptr uintptr
	F32     float32
	F64     float64
	String  string
	Named   Word
	Number  Number
	Time    time.Time
	Zero    time.Time `json:"zero,omitzero"`
	P       *int
	PP      **string
	PT      *time.Time
	Q       int      `json:",string"`
	QU      uint8    `json:"qu,string,omitzero"`
	QF      float64  `json:",string"`
	QP      *int32   `json:",string"`
	QPZ     *float32 `json:",string,omitempty"`
	QN      Number   `json:"é<&>,string"`
	Empty   struct{ A, b int }
}

type (
	Word   string
	Number int16
	Byte   byte
	Bytes  []byte
	Digest [4]byte
)

//bale:gen wire=json
//bale:json v2
type Bins struct {
	B  []byte
	N  Bytes `json:",omitempty"`
	D  Digest
	A  [3]byte
	X  []Byte
	Y  [2]Byte
	Z  [0]byte
	E  [0]int
	P  *[]byte
	PA *[2]byte
	L  [][]byte
	M  map[string][]byte
	MA map[string]Digest
	LA []Digest
}

//bale:gen wire=json
//bale:json v2
type Holders struct {
	L   []int
	LS  []string
	LL  [][]int
	LP  []*Inner
	LI  []Inner
	LT  []time.Time
	A   [2]Inner
	AS  [2]string
	AL  [1][]int
	M   map[string]int
	MI  map[int8]Inner
	MU  map[uint64]*Inner
	MW  map[Word][]string
	MM  map[string]map[string]any
	MT  map[time.Time]int
	MF  map[float64]string
	MA  map[netip.Addr]int
	MC  map[other.Code]int
	Any any
	AA  []any
	MS  map[string]any
	S   struct {
		A Inner
		B *Inner `json:",omitempty"`
	}
	O  other.Plain
	OP *other.Plain
	I  interface{ M() }
	E  error `json:",omitempty"`
}

type Inner struct {
	A int    `json:"a"`
	B string `json:"b,omitempty"`
	C []int  `json:"c,omitempty"`
	D any    `json:",omitempty"`
}

//bale:gen wire=json
//bale:json v2
type Omit struct {
	S  string                     `json:",omitempty"`
	N  int                        `json:",omitempty"`
	B  bool                       `json:",omitempty"`
	L  []int                      `json:",omitempty"`
	M  map[string]int             `json:",omitempty"`
	A  [1]string                  `json:",omitempty"`
	D  Digest                     `json:",omitempty"`
	P  *string                    `json:",omitempty"`
	PP **string                   `json:",omitempty"`
	PL *[]int                     `json:",omitempty"`
	I  any                        `json:",omitempty"`
	E  struct{ A []int }          `json:",omitempty"`
	F  Empty                      `json:",omitempty"`
	FP *Empty                     `json:",omitempty"`
	T  time.Time                  `json:",omitempty"`
	J  json.RawMessage            `json:",omitempty"`
	K  Text                       `json:",omitempty"`
	KP *Text                      `json:",omitempty"`
	Z  Text                       `json:",omitzero"`
	ZP *Text                      `json:",omitzero"`
	ZL []int                      `json:",omitzero"`
	ZM map[string]int             `json:",omitzero,omitempty"`
	ZA [2]int                     `json:",omitzero"`
	ZE Empty                      `json:",omitzero"`
	ZF float64                    `json:",omitzero"`
	ZI any                        `json:",omitzero"`
	ZO IsZero                     `json:",omitzero"`
	ZQ *IsZero                    `json:",omitzero"`
	ZV interface{ IsZero() bool } `json:",omitzero"`
}

type Empty struct {
	X string `json:",omitempty"`
	Y *Empty `json:",omitempty"`
}

// IsZero is zero if it is 7.
type IsZero int

func (z *IsZero) IsZero() bool { return *z == 7 }

// Text has methods for texts, on pointers.
type Text struct{ S string }

func (t *Text) MarshalText() ([]byte, error) {
	if t.S == "wrong" {
		return nil, errors.New("wrong")
	}
	return []byte(t.S), nil
}

func (t *Text) UnmarshalText(b []byte) error {
	if string(b) == "wrong" {
		return errors.New("wrong")
	}
	t.S += string(b)
	return nil
}

// Held is held by interfaces.
type Held struct{ S string }

// M makes it implement an interface.
func (h *Held) M() {}

// UnmarshalText appends to the text.
func (h *Held) UnmarshalText(b []byte) error {
	h.S += string(b)
	return nil
}

// Object has methods for JSON.
type Object struct{ N int }

func (o Object) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]int{"z": o.N, "a": 1})
}

func (o *Object) UnmarshalJSON(b []byte) error {
	o.N = 10*o.N + len(b)
	return nil
}

// Stream has the methods of encoding/json/v2.
type Stream struct{ N int }

func (s *Stream) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteToken(jsontext.Int(int64(s.N)))
}

func (s *Stream) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	s.N++
	return d.SkipValue()
}

// Appended has the method AppendText.
type Appended struct{ S string }

func (a Appended) AppendText(b []byte) ([]byte, error) { return append(b, "<"+a.S+">"...), nil }

// Unnamed has structs without a name, which have the methods of their embedded fields.
//
//bale:gen wire=json
//bale:json v2
type Unnamed struct {
	At   struct{ time.Time }
	P    *struct{ time.Time }
	Int  struct{ big.Int }
	L    []struct{ Text }
	M    map[string]struct{ netip.Addr }
	K    map[struct{ Appended }]int
	More struct {
		Object
		X int
	}
}

//bale:gen wire=json
//bale:json v2
type Methods struct {
	T      Text
	TP     *Text
	O      Object
	OP     *Object
	S      Stream
	SP     *Stream
	A      Appended
	AP     *Appended
	LT     []Text
	LO     []Object
	LS     []*Stream
	AT     [2]Text
	MT     map[string]Text
	MO     map[string]*Object
	MS     map[int]Stream
	MA     map[string]Appended
	K      map[Appended]int
	C      other.Code
	N      json.Number
	R      json.RawMessage
	V      jsontext.Value
	Q      Object `json:",string"`
	Addr   netip.Addr
	Prefix *netip.Prefix
	X      any
}

//bale:gen wire=json
//bale:json v2
type Embeds struct {
	Base
	*Pointed
	hidden
	*deep
	Tagged `json:"tagged"`
	Own    int
	Twice  string
	Named  Base2  `json:",embed"`
	PNamed *Base3 `json:",embed"`
}

type Base struct {
	ID    int
	Twice int
	Both  int
}

type Base2 struct{ Two, Both int }

type Base3 struct{ Three []string }

type Pointed struct {
	P int `json:"p,omitempty"`
	*Further
}

type Further struct{ Q []int }

type hidden struct {
	H string
	h int
}

type deep struct{ Deep int }

type Tagged struct{ T int }

//bale:gen wire=json
//bale:json v2
type Unknown struct {
	A int
	M map[string]int `json:",embed"`
}

//bale:gen wire=json
//bale:json v2
type Raw struct {
	A   int
	Raw jsontext.Value `json:",embed"`
}

//bale:gen wire=json
//bale:json v2
type Case struct {
	UserID   int    `json:"user_id,case:ignore"`
	Strict   string `json:"strict,case:strict"`
	Other    int
	OtherTwo []int `json:",case:ignore,omitempty"`
}

//bale:gen wire=json
//bale:json v2
//bale:strict
type Strict struct {
	A int
	L []Part
	O other.Plain
	M map[netip.Addr]Part
	N map[netip.Addr]Raw
}

type Part struct{ X int }

//bale:gen wire=json
//bale:json v2
type Tree struct {
	L, R *Tree
	M    map[string]Tree
	C    []Tree
	X    any
	F    *Forest
}

//bale:gen wire=json
//bale:json v2
type Forest struct {
	Trees []Tree `json:"trees,omitempty"`
	N     Nest
	E     Map
}

type Nest []Nest

type Map map[string]Map

//bale:gen wire=json
//bale:json v2
type List []Inner

//bale:gen wire=json
//bale:json v2
type Dict map[Word]Inner

//bale:gen wire=json
//bale:json v2
type Number1 int

//bale:gen wire=json
//bale:json v2
type Str string

//bale:gen wire=json
//bale:json v2
type Hash [32]byte

//bale:gen wire=json
//bale:json v2
type Blob []byte

//bale:gen wire=json
//bale:json v2
type Pair [2]Pair1

type Pair1 struct{ A *Pair1 }

//bale:gen wire=json
//bale:json v2
type Gen Box[Inner]

type Box[T any] struct {
	V T
	L []Box2[T] `json:",omitempty"`
}

type Box2[T any] struct{ W *T }

//bale:gen wire=json
//bale:json v2
//bale:value
type Value struct {
	A int
	S string `bale:"max=3"`
}

//bale:gen wire=json
//bale:json v2
type Wide struct {
	A00, A01, A02, A03, A04, A05, A06, A07, A08, A09, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19 int    `json:",omitzero"`
	B00, B01, B02, B03, B04, B05, B06, B07, B08, B09, B10, B11, B12, B13, B14, B15, B16, B17, B18, B19 string `json:",omitempty"`
	C00, C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19 []int  `json:",omitempty"`
	D00, D01, D02, D03, D04, D05, D06, D07, D08, D09, D10, D11, D12, D13, D14, D15, D16, D17, D18, D19 *bool  `json:",omitempty"`
}

//bale:gen wire=json
//bale:json v2
type Common struct {
	ID      int64             `json:"id"`
	Name    string            `json:"name,omitempty"`
	Ratio   float64           `json:"ratio,string"`
	Flags   []bool            `json:"flags,omitempty"`
	Data    []byte            `json:"data"`
	Hash    [4]byte           `json:"hash"`
	At      time.Time         `json:"at,omitzero"`
	Parent  *Common           `json:"parent,omitempty"`
	Parts   []Inner           `json:"parts"`
	Labels  map[string]string `json:"labels,omitempty"`
	Counts  map[int]uint8     `json:"counts"`
	Point   [2]float32        `json:"point"`
	Extra   any               `json:"extra,omitempty"`
	Comment *string           `json:"comment,omitzero"`
}

//bale:gen wire=json
type Old struct{ M map[string]int }

type (
	mark struct{ A int }
	many struct{ B int }
)

// Locals has types with the names of variables.
//
//bale:gen wire=json
//bale:json v2
type Locals struct {
	Marks []mark
	Many  []many
}

// DurationKeys has keys that encoding/json/v2 refuses.
//
//bale:gen wire=json
//bale:json v2
type DurationKeys struct{ M map[time.Duration]int }

// Hiding has a struct without exported fields.
//
//bale:gen wire=json
//bale:json v2
type Hiding struct{ S struct{ a int } }

// HoldsHidden holds a struct with types whose names are not exported.
//
//bale:gen wire=json
//bale:json v2
type HoldsHidden struct {
	H other.Hides
	L []other.Hides
}
