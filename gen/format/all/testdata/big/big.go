// Package big has types whose values can refer to the same memory many times.
package big

// Texts is a list of strings.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed,proto
type Texts struct{ T []string }

// Four has only strings.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed,proto
type Four struct{ A, B, C, D string }

// Tree has lists of lists.
//
//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,sproto,sproto-packed,proto
type Tree struct {
	Name string
	Kids []Tree
	Map  map[int32][]byte
}
