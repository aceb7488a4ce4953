// Package nothing has lists of elements that take no bytes. A loop over them would never end.
package nothing

import "sync/atomic"

type (
	Nothing struct{}
	Many    [1 << 30][1 << 30]Nothing
	Skip    struct {
		N    int `bale:"skip"`
		Many Many
	}
)

// Lists has lists of such elements, alone and in other types.
//
//bale:gen wire=compact,fixed,varint,xdr
type Lists struct {
	Many   Many
	Struct struct {
		Lists [1 << 30]struct{ Many [1 << 30][0]int }
	}
	Skips    [10]Skip
	Slice    []Skip
	Slices   [][]Many
	Pointer  **Many
	Pointers []*Many
	Map      map[string]Many
	Keys     map[Many]string
	Union    any   `bale:"union Many, *Many, Skip"`
	Unions   []any `bale:"union Many, *Many, Skip"`
	Customs  [5][5]Custom
	Custom   []struct{ C [1]Custom }
}

// Chunks has slices whose elements are encoded in chunks.
//
//bale:gen wire=compact
type Chunks struct {
	Nothing  []Nothing
	Skips    []Skip
	Pointers []*Skip
	Customs  []struct{ C Custom }
}

// A Custom is a custom type without bytes. Its methods must be called nevertheless.
type Custom struct{}

var marshaled, unmarshaled atomic.Int32

func (Custom) MarshalBinary() ([]byte, error) {
	marshaled.Add(1)
	return nil, nil
}

func (*Custom) UnmarshalBinary([]byte) error {
	unmarshaled.Add(1)
	return nil
}
