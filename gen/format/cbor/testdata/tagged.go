package tagged

import (
	"math/big"
	"time"
)

//bale:gen wire=cbor
type Order struct {
	ID   int64  `cbor:"1,keyasint"`
	Neg  uint16 `cbor:"-5,keyasint"`
	Name string `json:"name,float64,omitempty,inline"`
	Call func() `cbor:"-"`
	F    float64
	G    float32
	C    complex64
	T    time.Time
	B    *big.Int
	M    map[string]int8
	MM   map[int]map[string][]string
	PP   ***int
	PS   **[]string
	Base
	*Extra
	Lines []Line
	By    []byte
	Arr   [3]byte
	Bo    bool
	U     any //bale:union string, int, *Line
	Next  *Order
}

type Base struct {
	Z int
	A string
}

// Extra has fields that are sorted between those of Order.
type Extra struct {
	Zz string
	Aa int `cbor:",omitempty"`
	B2 bool
}

type Line struct {
	_    struct{} `cbor:",toarray"`
	X, Y int32
	S    string
}

//bale:gen wire=cbor
type Small struct {
	A int
	B string
	C []int
	D map[string]int8
	E *float32
	F ***int
	G big.Int
	H time.Time
}

// Zeros has a float that is left out if it is zero.
//
//bale:gen wire=cbor
type Zeros struct {
	F float64 `cbor:",omitempty"`
}
