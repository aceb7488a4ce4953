package partspeed

// Programs that have other types write batches whose values have other kinds, names or orders where no part of a Batch reads them.

// A Kinds is a batch of which all other values have other kinds.
//
//bale:gen wire=proto,msgpack,cbor,json
type Kinds struct {
	Host  string
	Spans []KindsSpan
}

// A KindsSpan has values of other kinds than a Span.
type KindsSpan struct {
	Trace      string
	ID, Parent []string
	Name       string
	Kind       map[string]Attribute
	Start, End float64
	Attributes Attribute
	Status     string
}

// A Names is a batch of which the other values have other names, and fewer or more fields.
//
//bale:gen wire=proto,msgpack,cbor,json
type Names struct {
	Host  string
	Spans []NamesSpan
}

// A NamesSpan has other fields than a Span, in another order.
type NamesSpan struct {
	Status     string
	Attributes []NamesAttribute
	Links      [][]int64
	Name       string
	ID         *int
	Trace      []uint8
}

// A NamesAttribute has other fields than an Attribute.
type NamesAttribute struct {
	Key  string
	Type bool
	List []NamesSpan
}

// A Texts is a batch with a text instead of a list.
//
//bale:gen wire=proto,msgpack,cbor,json
type Texts struct {
	Host  string
	Spans string
}
