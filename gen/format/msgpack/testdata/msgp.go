package kinds

import "time"

//msgp:pointer
//msgp:newtime
//msgp:compactfloats
//msgp:maps binkeys
//msgp:encode ignore Order
//msgp:ignore Order
//msgp:limit arrays:5
//msgp:tuple Order
//msgp:tag json
//msgp:maps shim autoshim
//msgp:shim time.Duration as:string using:durationText/textDuration
//msgp:shim Unused as:string using:a/b
//msgp:replace Level with:int8
//msgp:replace Grade with:string
//msgp:binmarshal Opaque Clear
//msgp:textmarshal as:string Word
//msgp:textmarshal Text
//msgp:tuples Order

//bale:gen wire=msgpack
type Order struct {
	ID    int    `json:"id"`
	Name  string `json:"name,omitempty" msgpack:"name"`
	Gone  string `json:"-"`
	Keys  map[int]string
	Wait  time.Duration
	Level Level
	Grade Grade
	A     Opaque
	B     Clear
	C     Word
	D     Text
	Timed
}

type Timed struct{ Until time.Time }

//msgp:textmarshal as:string time.Time

type (
	Level  int8
	Grade  int8
	Unused int
	Clear  struct{ X int }
	Opaque struct{ X int }
	Text   struct{ X int }
	Word   struct{ X int }
)

func (o Opaque) MarshalBinary() ([]byte, error)  { return nil, nil }
func (o *Opaque) UnmarshalBinary(b []byte) error { return nil }

//bale:custom Word text
//bale:custom Text text

func (w Word) MarshalText() ([]byte, error)  { return nil, nil }
func (w *Word) UnmarshalText(b []byte) error { return nil }
func (w Text) MarshalText() ([]byte, error)  { return nil, nil }
func (w *Text) UnmarshalText(b []byte) error { return nil }
