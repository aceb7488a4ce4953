// Package unions has types with unions that have a form of their own in JSON.
package unions

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"example.org/json/boxes"
)

// A Shape is a union with the name of the member.
//
//bale:union Circle, *Square, Group, map[string]Shape, Names, string, *Point
//bale:json union=object Circle=circle, *Square=<sq>
type Shape interface{}

// A Kind is a union with a field that tells the type.
//
//bale:union Circle, *Square
//bale:union *Tree, Empty
//bale:json union=field:type Circle=circle
type Kind interface{ isKind() }

type (
	Circle struct {
		R  float64
		At time.Time `json:",omitempty"`
	}
	Square struct {
		W, H int   `json:",omitempty"`
		S    Shape `json:",omitempty"`
		K    Kind
	}
	Tree struct {
		Kids []Kind
		Name string
	}
	Empty struct{}
	Group []Shape
	Names []string
	Point struct{ text string }
)

func (p Point) MarshalText() ([]byte, error) { return []byte(p.text), nil }
func (p *Point) UnmarshalText(b []byte) error {
	if p.text = string(b); p.text == "wrong" {
		return errors.New("wrong point")
	}
	return nil
}

func (Circle) isKind()  {}
func (*Square) isKind() {}
func (*Tree) isKind()   {}
func (Empty) isKind()   {}

// A Drawing has unions in lists and maps, in a field of its own, and at a field.
//
//bale:gen wire=json
type Drawing struct {
	Name   string
	Shapes []Shape
	Kinds  map[string]Kind
	One    Kind `json:"one,omitempty"`
	//bale:union bool, float64, string, []any, map[string]any, Circle
	//bale:json union=object []any=list, map[string]any=map
	Meta map[string]any
	X    any
}

// A Folder has a list of structs with a field that JSON leaves out.
//
//bale:gen wire=json
type Folder struct{ Items []Item }

type Item struct {
	Shape Shape
	cache [3]int
}

// A List is a list of unions.
//
//bale:gen wire=json
type List []Kind

// A ByValue is encoded by methods of the value.
//
//bale:gen wire=json
//bale:value
type ByValue struct{ K Kind }

// A Strict refuses unknown names, in members, too.
//
//bale:gen wire=json
//bale:strict
type Strict struct {
	D   Drawing
	S   Shape
	K   Kind
	Lib map[Key]Shape
}

// A Limited has limits in members.
//
//bale:gen wire=json
//bale:memory=20000
type Limited struct {
	//bale:max=2
	S []Shape
	//bale:union Long
	//bale:json union=field:t Long=l
	L interface{}
}

// A Long has a limit.
type Long struct {
	//bale:max=3
	S string
}

// The members of Any.
type (
	Any   interface{}
	Count int8
	Ref   *int
	Key   struct{ s string }
	Own   struct{ v []int }
	Text  string
	OnRef struct{ v int }
	Half  struct{ V int }
)

func (k Key) MarshalText() ([]byte, error)    { return []byte(k.s), nil }
func (k *Key) UnmarshalText(b []byte) error   { k.s = string(b); return nil }
func (o Own) MarshalJSON() ([]byte, error)    { return json.Marshal(o.v) }
func (o *Own) UnmarshalJSON(b []byte) error   { return json.Unmarshal(b, &o.v) }
func (t Text) MarshalText() ([]byte, error)   { return []byte(strings.ToUpper(string(t))), nil }
func (t *Text) UnmarshalText(b []byte) error  { *t = Text(strings.ToLower(string(b))); return nil }
func (r *OnRef) MarshalJSON() ([]byte, error) { return json.Marshal(r.v) }
func (r *OnRef) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &r.v) }
func (h *Half) UnmarshalText([]byte) error    { return nil }
func (z Zero) IsZero() bool                   { return z.N == 7 }
func (z *Other) IsZero() bool                 { return z.Z == nil }
func (h Hides) IsZero() bool                  { return h.N == 3 }

// An Inner has fields that may be omitted.
//
//bale:gen wire=json
type Inner struct {
	//bale:union Inner, *Outer, Own, Text, *OnRef, OnRef, Count, Half, boxes.Named, time.Duration, json.RawMessage, json.Number, []byte, [2]int8, map[Key]Shape, Ref
	//bale:json union=object
	S    Any
	Z    Zeroer `json:",omitzero"`
	Y    Zeroer `json:"y,omitempty"`
	Both Zeroer `json:"both,omitempty,omitzero"`
}

// An Outer embeds a type with methods.
//
//bale:gen wire=json
type Outer struct {
	Inner
	L   []Shape `json:"l"`
	P   *Shape
	Arr [2]Shape
	M   map[int8]Shape
}

// A Zeroer has the method that omitzero calls.
//
//bale:union Zero, *Other
//bale:json union=field:$type
type Zeroer interface{ IsZero() bool }

// The members of Zeroer.
type (
	Zero  struct{ N int }
	Other struct {
		Z Zeroer
		E
		*F
		T   time.Time
		Raw json.RawMessage
		Str int `json:",string"`
	}
	E struct {
		Eq   Shape
		Fold string `json:"FOLD"`
	}
	F struct {
		Fq map[string]any
		Gq *boxes.Box[Shape]
	}
)

// A Hides is omitted by its method.
type Hides struct {
	S Shape
	N int
}

// A Holder has the union of its values in its declaration.
//
//bale:union bool, string, Holder
//bale:json union=object
type Holder map[string]any

// A Root has unions wherever they can be.
//
//bale:gen wire=json
type Root struct {
	Shape
	Zeroer `json:"z"`
	In     *Inner
	Box    boxes.Box[Shape] `json:"box"`
	U      struct {
		S      []Shape
		hidden int
		_      bool
		E
	}
	Lib     map[Key]Shape
	Lib2    []map[Key]*Inner
	Strange struct {
		S Shape
		Q int `json:"a\\b"`
	}
	O      boxes.Doer
	Holder Holder
	H      Hides `json:",omitzero"`
	Next   *Root
	X      any
	Num    struct {
		json.Number
		S Shape
	}
	Tagged E `json:"tagged,omitempty"`
	E
	*F
}

// M and N hold each other.
//
//bale:gen wire=json
type M map[string]N

// An N is inside an M.
type N struct {
	M M
	S Shape
}

// A square embeds a pointer to an unexported struct, which encoding/json refuses to set.
//
//bale:gen wire=json
type square struct {
	*hidden
	N int
}

type hidden struct {
	B int
	V Kind
}
