package kinds

import (
	"net/netip"
	"time"
)

var _ netip.Addr

// Tagged has tags of other libraries.
type Tagged struct {
	ID      uint32            `msgpack:"id"`
	Name    string            `msgpack:"name,omitempty"`
	Count   int               `msgpack:",omitempty"`
	Gone    func()            `msgpack:"-"`
	Left    string            `msgpack:"-"`
	Ratio   float64           `msg:"r,omitempty"`
	List    []int             `msg:"list,omitempty,allownil"`
	Map     map[string]string `msgpack:"map,omitempty"`
	Seen    time.Time         `msgpack:"seen,omitempty"`
	Flag    bool              `msgpack:",omitempty"`
	Short   []byte            `msgpack:"a name that is long enough for a head of two bytes,omitempty"`
	Complex complex64         `msg:",omitempty"`
	Self    *Tagged           `msgpack:"self,omitempty"`
	Base
	*Other
	Apart  `msgpack:"apart,noinline"`
	Under2 `msg:"under"`
}

// Sizes has integers of all sizes.
type Sizes struct {
	A    int8
	B    int16
	C    int32
	D    int64
	E    uint8
	F    uint16
	G    uint32
	H    uint64
	Last string
}

type Base struct {
	BaseID int8
	Deep
}

type Deep struct{ X, Y uint16 }

type Other struct{ Z string }

type Apart struct{ X int }

type Under2 struct{ X int }

// Hiding has a field that hides one of the embedded struct Other, so Other is not inlined.
type Hiding struct {
	Z string
	Other
	Deep
}

// Person embeds two structs with a field of one name, so only the first is inlined, and pointers that are.
type Person struct {
	Name string
	Home
	Work
	*Extra
}

type Home struct{ City, Street string }

type Work struct{ City string }

type Extra struct {
	Age int8 `msgpack:",omitempty"`
	*More
	Tags []string
}

type More struct {
	Note string
	Sub  *Person
}

// Sparse omits all empty fields that come after the field _msgpack.
type Sparse struct {
	First    int
	_msgpack struct{} `msgpack:",omitempty"`
	A        int
	B        string `msgpack:"b,alias:old"`
	C        *int   `msgpack:"alias:older"`
	Base
}

//msgp:tuple Tuple

// Tuple is encoded as an array because of the comment above.
type Tuple struct {
	A int `msg:",omitempty"`
	B string
}

// Speaking embeds two structs with methods that vmihailenco's library calls, so that it does not inline them.
type Speaking struct {
	Loud
	Mute
}

type Loud struct{ X int8 }

type Mute struct{ X int8 }

func (Loud) MarshalText() ([]byte, error)  { return []byte("loud"), nil }
func (*Mute) UnmarshalText(b []byte) error { return nil }
func (Mute) MarshalText() ([]byte, error)  { return []byte("mute"), nil }

// Row is encoded as an array.
//
//bale:array
type Row struct {
	A int
	B string
	C float32
	D *Row
	E Marked
	F []Marked
}

// Marked is encoded as an array because of vmihailenco's field _msgpack.
type Marked struct {
	_msgpack struct{} `msgpack:",as_array"`
	X, Y     int16
	H        [4]byte
}

// Nils has pointers to pointers, slices and maps, which can be nil.
type Nils struct {
	A ***int
	B *[]int
	C **map[string]*[]byte
	D []*[]byte
	E **time.Time
	F *Ring
}

type Ring []*Ring

// Broad has more fields than a uint64 has bits.
type Broad struct {
	F00, F01, F02, F03, F04, F05, F06, F07, F08, F09, F10, F11, F12, F13, F14, F15, F16, F17 uint8
	F18, F19, F20, F21, F22, F23, F24, F25, F26, F27, F28, F29, F30, F31, F32, F33, F34, F35 int16
	F36, F37, F38, F39, F40, F41, F42, F43, F44, F45, F46, F47, F48, F49, F50, F51, F52, F53 uint64
	F54, F55, F56, F57, F58, F59, F60, F61, F62, F63, F64, F65, F66, F67, F68, F69, F70, F71 string
}

// Drawing has unions.
type Drawing struct {
	Main   Shape `msgpack:",omitempty"`
	Shapes []Shape
	Ref    **Shape
	Any    map[Key]any //bale:max=100,union float64, time.Time, netip.Addr, *Drawing, **int, [2]byte, []any, Row, string, Drawing
}

// Shape is an interface with a union.
//
//bale:union Circle, *Square, Group, Empty
type Shape interface{ Shape() }

// Key is an interface with a union that is used as a map key.
//
//bale:union int8, string
type Key any

type (
	Circle struct{ R float32 }
	Square struct {
		Side uint16
		Next Shape
	}
	Group []Shape
	Empty struct{}
	Alien struct{}
)

func (Circle) Shape()  {}
func (*Square) Shape() {}
func (Group) Shape()   {}
func (Empty) Shape()   {}
func (Alien) Shape()   {}

// Peak has many nil pointers in TestPeaks.
type Peak struct{ Tops []Top }

type Top *Peak

// Void has elements that hold nothing.
type Void struct{ V []struct{} }

// Lengthy is recursive, and its only name has more bytes than the decoder compares as integers.
type Lengthy struct {
	Next *Lengthy `msgpack:"a-name-with-more-than-sixty-four-bytes-which-the-decoder-compares-as-a-string"`
}
