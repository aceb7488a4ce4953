// Package changing has types whose values change while they are encoded.
package changing

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Append appends d in a format.
var Append func(format string, b []byte, d *Deep) ([]byte, error)

// A Parent holds a value whose method fills the other fields.
//
//bale:gen wire=compact,fixed,varint,xdr,msgpack,cbor,proto,sproto,sproto-packed
type Parent struct {
	Text   string
	Lazy   Lazy
	More   string
	List   []string
	Rows   []Row
	Bytes  []byte
	Nums   []uint64
	Flags  []bool
	Ptr    *Row
	Other  map[string]Lazy
	Map    map[string]Lazy
	Last   []Lazy
	Union  any `bale:"union *Row, []string, uint64"`
	Tail   [3]uint64
	Ending Lazy
}

// A Row is an element of Parent.Rows.
type Row struct {
	Name string
	X, Y uint64
	Z    int64
	Q    *uint32
	Next *Row
}

// A Lazy encodes itself. Its method can call Fill, which changes the Parent.
type Lazy struct {
	N     uint32
	Fill  func() `bale:"skip"`
	Calls *int   `bale:"skip"`
}

func (l Lazy) MarshalBinary() ([]byte, error) {
	if l.Calls != nil {
		*l.Calls++
	}
	if l.Fill != nil {
		l.Fill()
	}
	return binary.BigEndian.AppendUint32(nil, l.N), nil
}

func (l *Lazy) UnmarshalBinary(b []byte) error {
	if len(b) != 4 {
		return fmt.Errorf("%d bytes", len(b))
	}
	*l = Lazy{N: binary.BigEndian.Uint32(b)}
	return nil
}

// Fills returns changes of p that a method can make while p is being encoded.
func Fills(p *Parent) map[string]func() {
	long := strings.Repeat("abcdefgh", 500)
	return map[string]func(){
		"text":  func() { p.Text = long },
		"more":  func() { p.More = long },
		"list":  func() { p.List = []string{long, "b", long} },
		"lists": func() { p.List = make([]string, 3000) },
		"rows":  func() { p.Rows = make([]Row, 200) },
		"bytes": func() { p.Bytes = []byte(long) },
		"nums": func() {
			p.Nums = make([]uint64, 500)
			for i := range p.Nums {
				p.Nums[i] = 1<<63 | uint64(i)
			}
		},
		"flags":    func() { p.Flags = make([]bool, 5000) },
		"pointer":  func() { p.Ptr = &Row{Name: long, X: 1 << 60, Y: 1 << 60} },
		"nil":      func() { p.Ptr, p.Rows, p.List, p.Bytes, p.Nums = nil, nil, nil, nil, nil },
		"cycle":    func() { p.Ptr = &Row{Name: "x"}; p.Ptr.Next = p.Ptr },
		"map":      func() { p.Map = map[string]Lazy{long: {N: 1}, "b": {N: 2}, "c": {N: 3}} },
		"no map":   func() { p.Map = nil },
		"empty":    func() { p.Map = map[string]Lazy{} },
		"swapped":  func() { p.Map, p.Other = nil, map[string]Lazy{"o": {N: 9}, "p": {N: 10}} },
		"custom":   func() { p.Last = make([]Lazy, 50) },
		"numbers":  func() { p.Tail = [3]uint64{1 << 63, 1 << 63, 1 << 63} },
		"member":   func() { p.Union = []string{long, "b"} },
		"null":     func() { p.Union = (*Row)(nil) },
		"foreign":  func() { p.Union = p },
		"unset":    func() { p.Union = nil },
		"shorter":  func() { p.Text, p.More, p.Last = "", "", nil },
		"nothing":  func() {},
		"together": func() { p.Text, p.More, p.Nums = long, long, make([]uint64, 1000) },
	}
}

// New returns a small value.
func New() *Parent {
	return &Parent{Text: "text", Lazy: Lazy{N: 7}, More: "more than sixteen bytes of text", List: []string{"a", "bcdefghijk"}, Rows: []Row{{Name: "r"}},
		Bytes: []byte{1, 2}, Nums: []uint64{1, 1 << 40}, Flags: []bool{true}, Ptr: &Row{Name: "p"}, Map: map[string]Lazy{"a": {N: 1}, "b": {N: 2}},
		Last: []Lazy{{N: 5}, {N: 6}}, Union: uint64(1 << 50), Tail: [3]uint64{1, 2, 3}}
}

// Deep nests through the custom type Box.
//
//bale:gen wire=compact,fixed,varint,xdr,msgpack,cbor,proto,sproto,sproto-packed
type Deep struct {
	N    uint32
	Next Box
}

// A Box encodes its target with generated methods.
type Box struct {
	To     *Deep `bale:"skip"`
	Format string
	Calls  *int `bale:"skip"`
}

func (b Box) MarshalBinary() ([]byte, error) {
	if b.Calls != nil {
		*b.Calls++
	}
	if b.To == nil {
		return nil, nil
	}
	return Append(b.Format, nil, b.To)
}

func (b *Box) UnmarshalBinary([]byte) error { return nil }

// Maps has several maps whose entries are kept.
//
//bale:gen wire=compact,fixed,varint,xdr,msgpack,cbor,proto,sproto,sproto-packed
type Maps struct {
	First  map[string]Lazy
	List   []int64
	Second map[string]Lazy
	Third  map[string]*Maps
}
