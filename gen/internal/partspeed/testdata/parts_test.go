package partspeed

import (
	"flag"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var speed = flag.Bool("speed", false, "measure")

// A format encodes and decodes one type. parts has the decoders of its parts.
type format[T any] struct {
	name   string
	encode func(*T) ([]byte, error)
	all    func(*T, []byte) error
	parts  map[string]func(*T, []byte) error
}

var records = []format[Record]{
	{"proto", (*Record).MarshalProto, (*Record).UnmarshalProto, map[string]func(*Record, []byte) error{"Some": (*Record).UnmarshalProtoSome}},
	{"msgpack", (*Record).MarshalMsgpack, (*Record).UnmarshalMsgpack, map[string]func(*Record, []byte) error{"Some": (*Record).UnmarshalMsgpackSome}},
	{"cbor", (*Record).MarshalCBOR, (*Record).UnmarshalCBOR, map[string]func(*Record, []byte) error{"Some": (*Record).UnmarshalCBORSome}},
	{"json", (*Record).MarshalJSON, (*Record).UnmarshalJSON, map[string]func(*Record, []byte) error{"Some": (*Record).UnmarshalJSONSome}},
	{"compact", (*Record).MarshalBinary, (*Record).UnmarshalBinary, map[string]func(*Record, []byte) error{"Some": (*Record).UnmarshalBinarySome}},
}

var batches = []format[Batch]{
	{"proto", (*Batch).MarshalProto, (*Batch).UnmarshalProto, map[string]func(*Batch, []byte) error{
		"Names": (*Batch).UnmarshalProtoNames, "Times": (*Batch).UnmarshalProtoTimes, "Host": (*Batch).UnmarshalProtoHost}},
	{"msgpack", (*Batch).MarshalMsgpack, (*Batch).UnmarshalMsgpack, map[string]func(*Batch, []byte) error{
		"Names": (*Batch).UnmarshalMsgpackNames, "Times": (*Batch).UnmarshalMsgpackTimes, "Host": (*Batch).UnmarshalMsgpackHost}},
	{"cbor", (*Batch).MarshalCBOR, (*Batch).UnmarshalCBOR, map[string]func(*Batch, []byte) error{
		"Names": (*Batch).UnmarshalCBORNames, "Times": (*Batch).UnmarshalCBORTimes, "Host": (*Batch).UnmarshalCBORHost}},
	{"json", (*Batch).MarshalJSON, (*Batch).UnmarshalJSON, map[string]func(*Batch, []byte) error{
		"Names": (*Batch).UnmarshalJSONNames, "Times": (*Batch).UnmarshalJSONTimes, "Host": (*Batch).UnmarshalJSONHost}},
	{"compact", (*Batch).MarshalBinary, (*Batch).UnmarshalBinary, map[string]func(*Batch, []byte) error{
		"Names": (*Batch).UnmarshalBinaryNames, "Times": (*Batch).UnmarshalBinaryTimes, "Host": (*Batch).UnmarshalBinaryHost}},
}

// newRecord returns a value in which every field differs from zero.
func newRecord() *Record {
	r := new(Record)
	v := reflect.ValueOf(r).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Interface().(type) {
		case string:
			f.SetString(strings.Repeat("text ", 1+i%5))
		case []string:
			f.Set(reflect.ValueOf([]string{"one", "two", fmt.Sprint(i)}))
		case bool:
			f.SetBool(true)
		case float64:
			f.SetFloat(float64(i) / 7)
		case time.Time:
			f.Set(reflect.ValueOf(time.Unix(1_700_000_000+int64(i), 123_000_000).UTC()))
		default:
			f.Set(reflect.ValueOf(1 + i*i*i).Convert(f.Type()))
		}
	}
	return r
}

// newBatch returns 150 spans.
func newBatch() *Batch {
	b := &Batch{Host: "web-7.example.org"}
	for i := range 150 {
		s := Span{Trace: [16]byte{1, byte(i)}, ID: [8]byte{2, byte(i)}, Parent: [8]byte{3}, Name: "GET /api/v1/orders", Kind: 2, Start: 1e18 + int64(i), End: 2e18, Status: "ok"}
		for j := range 8 {
			s.Attributes = append(s.Attributes, Attribute{fmt.Sprintf("http.attribute.%d", j), strings.Repeat("value", 1+(i+j)%6)})
		}
		b.Spans = append(b.Spans, s)
	}
	return b
}

// only returns a copy of r with the fields of the part Some alone.
func only(r *Record) *Record {
	some := new(Record)
	from, to := reflect.ValueOf(r).Elem(), reflect.ValueOf(some).Elem()
	for i := 0; i < min(396, from.NumField()); i += 33 {
		to.Field(i).Set(from.Field(i))
	}
	return some
}

// spans returns a batch with spans that have only the fields that set sets.
func spans(b *Batch, set func(to, from *Span)) *Batch {
	some := &Batch{Spans: make([]Span, len(b.Spans))}
	for i := range b.Spans {
		set(&some.Spans[i], &b.Spans[i])
	}
	return some
}

func TestParts(t *testing.T) {
	check(t, newRecord(), records, map[string]*Record{"Some": only(newRecord())})
	b := newBatch()
	check(t, b, batches, map[string]*Batch{
		"Names": spans(b, func(to, from *Span) { to.Name, to.Status = from.Name, from.Status }),
		"Times": spans(b, func(to, from *Span) { to.Start, to.End = from.Start, from.End }),
		"Host":  {Host: b.Host},
	})
}

// check compares what each decoder returns with what it should.
func check[T any](t *testing.T, v *T, formats []format[T], want map[string]*T) {
	for _, f := range formats {
		b, err := f.encode(v)
		if err != nil {
			t.Fatal(err)
		}
		all := new(T)
		if err := f.all(all, b); err != nil || !reflect.DeepEqual(all, v) {
			t.Errorf("%s %T: %v", f.name, v, err)
		}
		for name, decode := range f.parts {
			part := new(T)
			if err := decode(part, b); err != nil || !reflect.DeepEqual(part, want[name]) {
				t.Errorf("%s %T %s: %v", f.name, v, name, err)
			}
			if whole, less := memory(f.all, b), memory(decode, b); less > whole*9/10 {
				t.Errorf("%s %T %s: the part allocates %d B, the whole %d B", f.name, v, name, less, whole)
			}
		}
	}
}

// memory returns the bytes that a call allocates, without the value itself.
func memory[T any](decode func(*T, []byte) error, b []byte) uint64 {
	const calls = 20
	values := make([]T, calls)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range values {
		if err := decode(&values[i], b); err != nil {
			panic(err)
		}
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / calls
}

func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("it needs a quiet machine")
	}
	measure(t, "400 fields, 12 are read", newRecord(), records, "Some")
	b := newBatch()
	measure(t, "two strings of each span", b, batches, "Names")
	measure(t, "two times of each span", b, batches, "Times")
	measure(t, "one string beside the spans", b, batches, "Host")
}

// measure prints the median of the ratios of a part's time to that of the whole, measured in turns.
func measure[T any](t *testing.T, title string, v *T, formats []format[T], part string) {
	const rounds, length = 41, 5 * time.Millisecond
	line := title
	for _, f := range formats {
		b, err := f.encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var ratios []float64
		for range rounds {
			whole := perCall(f.all, b, length)
			ratios = append(ratios, perCall(f.parts[part], b, length)/whole)
		}
		slices.Sort(ratios)
		line += fmt.Sprintf(" | %s %.3f", f.name, ratios[rounds/2])
	}
	fmt.Println(line)
}

// perCall returns the mean time of a call in ns, from calls that take length together.
func perCall[T any](decode func(*T, []byte) error, b []byte, length time.Duration) float64 {
	n, start := 0, time.Now()
	for time.Since(start) < length {
		for range 8 {
			if err := decode(new(T), b); err != nil {
				panic(err)
			}
		}
		n += 8
	}
	return float64(time.Since(start)) / float64(n)
}
