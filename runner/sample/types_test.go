package sample

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
)

// everything has a field of each kind of type that this package handles separately.
type everything struct {
	Basic
	private  string
	Times    []time.Time
	When     stamp
	Wait     time.Duration
	Bytes    []byte
	Named    namedBytes
	Hash     [32]byte
	Matrix   [2][3]float32
	Pointers []*Basic
	Pointer  **int
	Map      map[string]*Basic
	Days     map[time.Time]int
	Addrs    map[netip.Addr][]string
	Any      any
	Anys     []any
	Err      error
	Node     *node
	Tree     tree
	Addr     netip.Addr
	Big      big.Int
	BigPtr   *big.Int
	URL      url.URL
	IP       net.IP
	Raw      json.RawMessage
	Num      json.Number
	Level    slog.Level
	Color    color
	Colors   map[color]color
	Token    token
	//lint:ignore U1000 reached by reflection
	mu    sync.Mutex
	count atomic.Int64
	Func  func()
	Chans []chan int
	Anon  struct {
		a int
		B string
	}
	_ [3]int
}

// Basic has the basic kinds.
type Basic struct {
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
	F32 float32
	F64 float64
	C   complex128
	S   string
	SS  []string
	BS  [][]byte
	Sub []Sub
}

// Sub is a small struct.
type Sub struct {
	N    int
	Name string
	Last []int
}

type (
	namedBytes []byte
	stamp      time.Time
	tree       []tree
	node       struct {
		Value       int
		Left, Right *node
		Kids        []*node
	}
)

// color is an enumeration that refuses unknown values.
type color int

var colorNames = []string{"red", "green", "blue"}

func (c color) MarshalText() ([]byte, error) {
	if c < 0 || int(c) >= len(colorNames) {
		return nil, fmt.Errorf("no color %d", int(c))
	}
	return []byte(colorNames[c]), nil
}

func (c *color) UnmarshalText(b []byte) error {
	for k, n := range colorNames {
		if n == string(b) {
			*c = color(k)
			return nil
		}
	}
	return errors.New("no such color")
}

// token has an invariant: its text has 8 bytes.
type token struct{ text string }

func (t token) MarshalText() ([]byte, error) { return []byte(t.text), nil }

func (t *token) UnmarshalText(b []byte) error {
	if len(b) != 8 {
		return errors.New("a token has 8 bytes")
	}
	t.text = string(b)
	return nil
}

// generated has methods like those that a serializer's generator adds. They must not change the values.
type generated struct {
	Name string
	//lint:ignore U1000 reached by reflection
	n int
}

func (g *generated) MarshalBinary() ([]byte, error) { return nil, nil }
func (g *generated) UnmarshalBinary([]byte) error   { return nil }
func (g *generated) MarshalJSON() ([]byte, error)   { return []byte("{}"), nil }
func (g *generated) UnmarshalJSON([]byte) error     { return nil }

func typeOf[T any]() reflect.Type { return reflect.TypeOf((*T)(nil)).Elem() }
