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
