package cart

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Branch struct {
	Key         int
	Raw         []byte
	Left, Right *Branch
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Folder struct {
	Name    string
	Sizes   []int64
	Folders []Folder
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Thread struct {
	Text    string
	Votes   []uint16
	Answers []*Thread
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Page struct{ Blocks []Block }

type Block struct {
	Lines []string
	Page  *Page
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Person struct {
	Age     int
	Next    *Person
	Friends map[string]*Person
}

//bale:union *Number, *Sum
type Term interface{ Value() int }

type Number struct{ N int }

func (n *Number) Value() int { return n.N }

type Sum struct {
	Left, Right Term
	Others      []Term
}

func (s *Sum) Value() int { return s.Left.Value() + s.Right.Value() }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Formula struct{ Term Term }

// The values of the following types refer to others of a type by pointers and by lists, of which one is recursive and the other is not.

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Post struct{ First, Pinned, Best *Comment }

type Comment struct {
	Text    string
	Replies []Comment
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Chains struct{ A, B, C []Link }

type Link struct {
	Pad  [40]int64
	Next *Link
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Pages struct{ A, B, C *Cover }

type Cover struct{ Inner *Inner }

type Inner struct{ Covers []Cover }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Levels struct{ A, B, C *Level }

type Level []Level

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed,json
type Indexes struct{ A, B, C []*Index }

type Index struct {
	Entries map[string][]Index
	Next    *[]Index
}

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Names struct{ List []string }

//bale:gen wire=compact,fixed,varint,xdr,proto,msgpack,cbor,sproto,sproto-packed
type Queue struct{ Jobs []Job }

type Job struct {
	Name  string
	Steps []Step
	Last  *Step
}

type Step struct{ Args [][]string }
