// Package otel is a shape that imitates a batch of OpenTelemetry: the spans of one service in a ResourceSpans of opentelemetry-proto. A value
// of an attribute, which is a oneof there, is a struct with its kind here.
package otel

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// A Batch has the spans of one service.
type Batch struct {
	Resource  []KeyValue // 5 in the samples
	Scope     string
	SchemaURL string
	Spans     []Span // 10 to 30 in the samples
}

// A Span is a part of a trace.
type Span struct {
	TraceID              [16]byte
	SpanID, ParentSpanID [8]byte
	TraceState           string // empty in the samples
	Flags                uint32
	Name                 string
	Kind                 int32
	StartNano, EndNano   uint64
	Attributes           []KeyValue // 4 to 8 in the samples
	DroppedAttributes    uint32     // 0 in the samples
	Events               []Event    // 0 to 2 in the samples; nil if there are none
	StatusCode           int32
	StatusMessage        string // of one span in 16
}

// An Event is a moment in a span.
type Event struct {
	Nano       uint64
	Name       string
	Attributes []KeyValue // 1 or 2 in the samples
}

// A KeyValue is an attribute.
type KeyValue struct {
	Key   string
	Value Value
}

// A Value is a value of one kind.
type Value struct {
	Kind   Kind
	Str    string
	Bool   bool
	Int    int64
	Double float64
}

// A Kind says which field of a Value is in use.
type Kind uint8

// The kinds of values.
const (
	Str Kind = iota + 1
	Bool
	Int
	Double
)

// BaleSamples makes n batches from r; the same r gives the same batches.
func BaleSamples(r *rand.Rand, n int) []Batch {
	s := make([]Batch, n)
	for i := range s {
		service := pick(r, "checkout", "cart", "currency", "payment", "shipping", "recommendation")
		s[i] = Batch{
			Resource: []KeyValue{
				text("service.name", service), text("service.version", fmt.Sprintf("1.%d.%d", r.IntN(20), r.IntN(10))),
				text("host.name", fmt.Sprintf("%s-%08x-%05x", service, r.Uint32(), r.Uint32N(1<<20))),
				number("process.pid", r.Int64N(1<<15)), text("telemetry.sdk.language", "go"),
			},
			Scope:     "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp",
			SchemaURL: "https://opentelemetry.io/schemas/1.26.0",
			Spans:     make([]Span, 10+r.IntN(21)),
		}
		at := 1767225600_000000000 + r.Uint64N(1e17)
		for k := range s[i].Spans {
			at += uint64(1e6 * r.ExpFloat64())
			span(r, &s[i].Spans[k], at)
		}
	}
	return s
}

// span sets s to a random span that starts at a time.
func span(r *rand.Rand, s *Span, at uint64) {
	method, path := pick(r, "GET", "POST", "PUT"), pick(r, "/orders/{id}", "/cart", "/users/{id}", "/currency/convert", "/health")
	*s = Span{Flags: 1, Name: method + " " + path, Kind: 1 + r.Int32N(5), StartNano: at, EndNano: at + uint64(5e6*r.ExpFloat64())}
	for b := range 2 {
		binary.BigEndian.PutUint64(s.TraceID[8*b:], r.Uint64())
	}
	binary.BigEndian.PutUint64(s.SpanID[:], r.Uint64())
	binary.BigEndian.PutUint64(s.ParentSpanID[:], r.Uint64())
	all := []KeyValue{
		text("http.request.method", method), text("http.route", path), number("http.response.status_code", 200+100*r.Int64N(4)),
		text("server.address", fmt.Sprintf("10.%d.%d.%d", r.IntN(8), r.IntN(256), r.IntN(256))), number("server.port", 8080),
		{"cache.hit", Value{Kind: Bool, Bool: r.IntN(2) == 1}}, {"sampling.ratio", Value{Kind: Double, Double: r.Float64()}},
		text("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"),
	}
	s.Attributes = all[:4+r.IntN(5)]
	if count := r.IntN(3); count > 0 {
		s.Events = make([]Event, count)
	}
	for i := range s.Events {
		s.Events[i] = Event{at + r.Uint64N(1e6), pick(r, "message", "exception", "retry"), []KeyValue{number("message.id", int64(i)), text("message.type", "SENT")}[:1+r.IntN(2)]}
	}
	if r.IntN(16) == 0 {
		s.StatusCode, s.StatusMessage = 2, "context deadline exceeded"
	}
}

func text(key, value string) KeyValue { return KeyValue{key, Value{Kind: Str, Str: value}} }

func number(key string, value int64) KeyValue { return KeyValue{key, Value{Kind: Int, Int: value}} }

// pick returns one of the texts. The first ones are more likely.
func pick(r *rand.Rand, texts ...string) string {
	return texts[min(r.IntN(len(texts)), r.IntN(len(texts)))]
}
