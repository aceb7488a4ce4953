// Package partspeed has two types with large messages.
package partspeed

// A Batch is a list of spans as tracing systems export them.
//
//bale:gen wire=proto,msgpack,cbor,json,compact
//bale:read Names=Spans.Name,Spans.Status
//bale:read Times=Spans.Start,Spans.End
//bale:read Host=Host
type Batch struct {
	Host  string
	Spans []Span
}

// A Span is an operation of a request.
type Span struct {
	Trace      [16]byte
	ID, Parent [8]byte
	Name       string
	Kind       int32
	Start, End int64
	Attributes []Attribute
	Status     string
}

// An Attribute is a property of a span.
type Attribute struct{ Key, Value string }
