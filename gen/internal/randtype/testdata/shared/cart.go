// Package cart has lists of pointers.
package cart

type Item struct {
	Tags  []string
	Price *int
	Raw   []byte
	Index map[string]int
}

type Box struct{ Item *Item }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type List struct{ Items []*Item }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Array struct{ Items [2]*Item }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Map struct{ Items map[string]*Item }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Boxes struct{ Items []Box }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Maps struct{ Items []map[string]*Item }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Lists struct{ Items [][]*Item }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Values struct{ Items []Item }

// A Node refers to another one of the list.
type Node struct {
	Name   string
	Parent *Node
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Tree struct{ Nodes []*Node }

//bale:union *Square
type Shape interface{ Area() int }

type Square struct{ Side int }

func (s *Square) Area() int { return s.Side * s.Side }

type Holder struct{ Shape Shape }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Holders struct{ Items []*Holder }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Shapes struct{ Items [][]Shape }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Fields struct {
	A, B  []string
	C, D  map[string]int
	Bytes [][]byte
	Raw   []byte
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Self struct {
	N, M int
	P, Q *int
	Next *Self
	List []Self
}

type Base struct{ Tags []string }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Embedding struct {
	*Base
	Other *Base
	Bases []*Base
}

type Row struct{ Cells, More []int64 }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Grid struct{ Rows []*Row }

type Seat struct {
	No   int64
	Kept string `bale:"skip"`
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Hall struct{ Seats []*Seat }
