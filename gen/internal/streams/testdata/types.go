// Package streams has types with streams in all formats.
package streams

import (
	"errors"
	"io"
)

//bale:gen wire=compact,fixed,varint,xdr,msgpack,cbor,proto,sproto,sproto-packed,json
//bale:stream
type Order struct {
	ID    int64
	Note  string
	Lines []Line
	Price *Price
	More  []byte
}

// A Line is a part of an Order.
type Line struct {
	SKU   string
	Count uint32
}

// Orders is a list whose elements can be read one at a time, but not in compact and sproto.
//
//bale:gen wire=compact,fixed,varint,xdr,msgpack,cbor,proto,sproto,json
//bale:stream
type Orders []Order

// Export has such a list as the field 1.
//
//bale:gen wire=proto
type Export struct {
	Header string  `bale:"2"`
	Lines  []Order `bale:"1"`
	Footer []int64 `bale:"3"`
}

// Pointers is a list whose elements can be read one at a time in proto.
//
//bale:gen wire=proto,varint
//bale:stream
type Pointers []*Order

// Stamped is a list with a stamp, which is not what a list of orders begins with.
//
//bale:gen wire=fixed
//bale:stream
//bale:stamp
type Stamped []Order

// hidden is unexported, and so are its functions.
//
//bale:gen wire=fixed
//bale:stream
type hidden struct{ N int }

// hiddens is a list of it.
//
//bale:gen wire=fixed
//bale:stream
type hiddens []hidden

// Nothing takes no bytes in some formats.
//
//bale:gen wire=fixed,varint
//bale:stream
type Nothing struct{}

// Nothings is a list of it.
//
//bale:gen wire=fixed,varint
//bale:stream
type Nothings []Nothing

// A Copy is a struct by way of another type.
//
//bale:gen wire=fixed
type Copy Line

// Copies is a list of it.
//
//bale:gen wire=fixed
//bale:stream
type Copies []Copy

// A Price has methods that fail for some values.
type Price struct{ cents byte }

func (p *Price) MarshalBinary() ([]byte, error) {
	if p.cents == 'X' {
		return nil, errors.New("no price")
	}
	return []byte{p.cents}, nil
}

func (p *Price) UnmarshalBinary(b []byte) error {
	switch {
	case len(b) != 1:
		return errors.New("not one byte")
	case b[0] == 'E':
		return io.EOF
	}
	p.cents = b[0]
	return nil
}

func (p *Price) MarshalText() ([]byte, error)    { return p.MarshalBinary() }
func (p *Price) UnmarshalText(text []byte) error { return p.UnmarshalBinary(text) }
