package streams

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

type listCodec struct {
	name    string
	marshal func(*Orders) ([]byte, error)
	reader  func(io.Reader) *BaleReader[Order]
	head    int // bytes before the first of ten elements
}

var listCodecs = []listCodec{
	{"fixed", (*Orders).MarshalFixed, NewOrdersFixedElements, 4},
	{"varint", (*Orders).MarshalVarint, NewOrdersVarintElements, 2},
	{"xdr", (*Orders).MarshalXDR, NewOrdersXDRElements, 4},
	{"msgpack", (*Orders).MarshalMsgpack, NewOrdersMsgpackElements, 1},
	{"cbor", (*Orders).MarshalCBOR, NewOrdersCBORElements, 1},
	{"proto", (*Orders).MarshalProto, NewOrdersProtoElements, 0},
}

func eachList(t *testing.T, test func(t *testing.T, c listCodec)) {
	for _, c := range listCodecs {
		t.Run(c.name, func(t *testing.T) { test(t, c) })
	}
}

func (c listCodec) message(t *testing.T, list Orders) []byte {
	t.Helper()
	b, err := c.marshal(&list)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestElements(t *testing.T) {
	eachList(t, func(t *testing.T, c listCodec) {
		for _, n := range []int{0, 1, 15, 16, 24, 300, 70_000} {
			var list Orders
			if n > 1000 {
				list = make(Orders, n)
			} else {
				list = orders(n)
			}
			b := c.message(t, list)
			ways := map[string]io.Reader{"all": bytes.NewReader(b), "halves": iotest.HalfReader(bytes.NewReader(b)), "data and error": iotest.DataErrReader(bytes.NewReader(b))}
			if n < 100 {
				ways["bytes"] = iotest.OneByteReader(bytes.NewReader(b))
			}
			for name, in := range ways {
				r, i := c.reader(in), 0
				var v Order
				for ; ; i++ {
					err := r.Read(&v)
					if err == io.EOF {
						break
					}
					if err != nil || !reflect.DeepEqual(v, list[i]) && n < 1000 {
						t.Fatalf("%s: %d of %d: %+v, %v", name, i, n, v, err)
					}
				}
				if err := r.Read(&v); i != n || err != io.EOF || r.Offset() != int64(len(b)) {
					t.Fatalf("%s: %d of %d elements, offset %d of %d, %v", name, i, n, r.Offset(), len(b), err)
				}
			}
			if end, err := c.reader(bytes.NewReader(b)).End(); end != int64(len(b)) || err != nil {
				t.Fatalf("the end is %d, %v, want %d", end, err, len(b))
			}
		}
		if b := c.message(t, nil); c.name != "proto" && c.reader(bytes.NewReader(b)).Read(nil) != io.EOF {
			t.Fatalf("nil is %x", b)
		}
	})
}

// TestElementsMemory checks that an element takes memory in proportion to its own 700 bytes, and not to those that have been read.
func TestElementsMemory(t *testing.T) {
	eachList(t, func(t *testing.T, c listCodec) {
		list := make(Orders, 20_000)
		for i := range list {
			list[i] = Order{Note: strings.Repeat("0123456789", 40), Lines: []Line{{"sku", 1}, {"a", 2}, {strings.Repeat("b", 200), 3}, {"c", 1}, {"d", 1}, {"e", 1}}}
		}
		r := c.reader(bytes.NewReader(c.message(t, list)))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if n, err := r.End(); err != nil {
			t.Fatal(n, err)
		}
		runtime.ReadMemStats(&after)
		n := (after.TotalAlloc - before.TotalAlloc) / uint64(len(list))
		if t.Logf("%d bytes of memory for an element", n); n > 2500 { // without the window, it is 6,800 in varint, msgpack and cbor
			t.Errorf("%d bytes of memory for an element", n)
		}
	})
}

func TestElementsTruncated(t *testing.T) {
	eachList(t, func(t *testing.T, c listCodec) {
		list := Orders(orders(3))
		b := c.message(t, list)
		for cut := range b {
			r, n := c.reader(bytes.NewReader(b[:cut])), 0
			var err error
			for v := new(Order); err == nil; n++ {
				err = r.Read(v)
			}
			if c.name == "proto" && err == io.EOF && int(r.Offset()) == cut { // a list ends anywhere
				continue
			}
			want(t, err, int64(n-1), r.Offset(), false, "unexpected EOF")
			if !errors.Is(err, io.ErrUnexpectedEOF) || r.Offset() > int64(cut) {
				t.Fatalf("cut at %d, offset %d: %v", cut, r.Offset(), err)
			}
		}
	})
}

// TestElementsOnConnection reads an element before the other side sends the next one.
func TestElementsOnConnection(t *testing.T) {
	eachList(t, func(t *testing.T, c listCodec) {
		list := Orders(orders(10))
		b := c.message(t, list)
		here, there := net.Pipe()
		read := make(chan bool)
		go func() {
			first := c.head
			for i := range list {
				one := c.message(t, list[i:i+1])
				size := len(one) - c.head
				if i == 0 {
					first, size = 0, len(one)
				}
				for _, x := range b[first : first+size] {
					there.Write([]byte{x})
				}
				first += size
				b = b[first:]
				first = 0
				<-read
			}
			<-read // the connection stays open
		}()
		r := c.reader(here)
		for i := range list {
			var v Order
			if err := r.Read(&v); err != nil || !reflect.DeepEqual(v, list[i]) {
				t.Fatalf("%d: %v", i, err)
			}
			read <- true
		}
		if c.name != "proto" {
			if err := r.Read(new(Order)); err != io.EOF {
				t.Fatal(err)
			}
		}
		read <- true
	})
}

func TestElementsHostile(t *testing.T) {
	some := strings.Repeat("\x00", 20)
	for _, x := range []struct {
		name, b, text string
		reader        func(io.Reader) *BaleReader[Order]
	}{
		{"fixed", "\xff\xff\xff\xff" + some, "frame 0 at offset 4: Order", NewOrdersFixedElements},
		{"varint", "\x02", "no list", NewOrdersVarintElements},
		{"varint", "\x01" + strings.Repeat("\xff", 11), "no list", NewOrdersVarintElements},
		{"xdr", "\x00\x00\x00", "before the elements", NewOrdersXDRElements},
		{"msgpack", "\x80", "no list", NewOrdersMsgpackElements},
		{"msgpack", "\xdd\xff\xff\xff", "before the elements", NewOrdersMsgpackElements},
		{"msgpack", "\x91\x05", "frame 0 at offset 1: Order: offset 0: malformed", NewOrdersMsgpackElements},
		{"cbor", "\xa0", "no list", NewOrdersCBORElements},
		{"cbor", "\x9c", "no list", NewOrdersCBORElements},
		{"cbor", "\xd8", "before the elements", NewOrdersCBORElements},
		{"cbor", "\x9f", "before the end of the list", NewOrdersCBORElements},
		{"cbor", "\x9f\x05", "frame 0 at offset 1: Order: offset 0: malformed", NewOrdersCBORElements},
		{"proto", "\x0c", "has the tag 12", NewOrdersProtoElements},
		{"proto", "\x13\x1c", "has the tag 28", NewOrdersProtoElements},
		{"proto", "\x0b", "the stream ends after 1 byte", NewOrdersProtoElements},
		{"proto", "\x13\x1a\x02a", "the stream ends after 1 of 2 bytes", NewOrdersProtoElements},
		{"proto", strings.Repeat("\x13", 1001), "more than 1000 groups", NewOrdersProtoElements},
		{"proto", "\x13" + strings.Repeat("\x18\x01", 3<<20), "a group has more than the 4194304 bytes", NewOrdersProtoElements},
		{"proto", "\x00\x00", "has the number 0", NewOrdersProtoElements},
		{"proto", "\x80\x80\x80\x80\x10\x00", "has the number 536870912", NewOrdersProtoElements},
		{"proto", "\x0a\xff\xff\xff\xff\x7f", "are allowed: raise the limit with SetMaxFrame", NewOrdersProtoElements},
		{"proto", "\x11\x00", "the stream ends after 2 bytes", NewOrdersProtoElements},
		{"proto", "\x80", "the stream ends after 1 byte", NewOrdersProtoElements},
	} {
		err := x.reader(strings.NewReader(x.b)).Read(new(Order))
		var e *BaleStreamError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), x.text) {
			t.Errorf("%s: %x: %v, want %q", x.name, x.b, err, x.text)
		}
	}
	// An element that claims more than the limit.
	eachList(t, func(t *testing.T, c listCodec) {
		list := Orders{{More: make([]byte, 50_000)}, {ID: 7}}
		b := c.message(t, list)
		for _, limit := range []int{40_000, 60_000} {
			r := c.reader(iotest.HalfReader(bytes.NewReader(b)))
			r.SetMaxFrame(limit)
			err := r.Read(new(Order))
			if limit > 50_000 {
				if err != nil {
					t.Fatal(err)
				}
				continue
			}
			want(t, err, 0, int64(c.head), c.name == "proto", "are allowed: raise the limit with SetMaxFrame")
			var v Order
			if err := r.Read(&v); (err == nil) != (c.name == "proto") {
				t.Fatal(err)
			}
		}
	})
	for name, r := range map[string]*BaleReader[Nothing]{
		"fixed":  NewNothingsFixedElements(strings.NewReader("\xff\xff\xff\xff")),
		"varint": NewNothingsVarintElements(bytes.NewReader(binary.AppendUvarint([]byte{1}, 1<<63))),
	} {
		var e *BaleStreamError
		if _, err := r.End(); !errors.As(err, &e) || e.Frame != 1<<20 || !strings.Contains(err.Error(), "1,048,576 elements that take no bytes") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// endless is a stream of one byte.
type endless byte

func (c endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(c)
	}
	return len(b), nil
}

// TestElementsHead reads lists after more bytes than a reader may keep.
func TestElementsHead(t *testing.T) {
	one, err := (&Order{ID: 7}).MarshalCBOR()
	if err != nil {
		t.Fatal(err)
	}
	const tags = 8 << 20
	r := NewOrdersCBORElements(io.MultiReader(io.LimitReader(endless(0xc1), tags), strings.NewReader("\xd9\xd9\xf7\x81"+string(one))))
	r.SetMaxFrame(1 << 10)
	var v Order
	if err := r.Read(&v); err != nil || v.ID != 7 || r.Offset() != tags+4+int64(len(one)) {
		t.Fatalf("%v at %d: %+v", err, r.Offset(), v)
	}
	if n := reflect.ValueOf(r).Elem().FieldByName("in").FieldByName("buf").Len(); n > 64<<10 {
		t.Fatalf("the buffer has %d bytes", n)
	}
}

// TestElementsForms reads lists in forms that the writer does not write.
func TestElementsForms(t *testing.T) {
	one := Order{ID: 5, Note: "x"}
	cbor, err := one.MarshalCBOR()
	proto, err2 := one.MarshalProto()
	msgpack, err3 := one.MarshalMsgpack()
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	field := append(append([]byte("\x0a"), byte(len(proto))), proto...)
	join := func(parts ...any) string { return fmt.Sprint(parts...) }
	for _, x := range []struct {
		name, b string
		n       int
		reader  func(io.Reader) *BaleReader[Order]
	}{
		{"cbor, indefinite", "\x9f" + string(cbor) + string(cbor) + "\xff", 2, NewOrdersCBORElements},
		{"cbor, indefinite and empty", "\x9f\xff", 0, NewOrdersCBORElements},
		{"cbor, null", "\xf6", 0, NewOrdersCBORElements},
		{"cbor, undefined", "\xf7", 0, NewOrdersCBORElements},
		{"cbor, tags", "\xd9\xd9\xf7\xc1\x98\x01" + string(cbor), 1, NewOrdersCBORElements},
		{"cbor, an element of indefinite length", "\x81\xbf\x62ID\x05\x64Note\x61x\xff", 1, NewOrdersCBORElements},
		{"cbor, a tag before an element", "\x81\xd9\xd9\xf7" + string(cbor), 1, NewOrdersCBORElements},
		{"msgpack, nil", "\xc0", 0, NewOrdersMsgpackElements},
		{"msgpack, 16 bits", "\xdc\x00\x02" + string(msgpack) + string(msgpack), 2, NewOrdersMsgpackElements},
		{"msgpack, 32 bits", "\xdd\x00\x00\x00\x01" + string(msgpack), 1, NewOrdersMsgpackElements},
		{"proto", "", 0, NewOrdersProtoElements},
		{"proto, other fields", join("\x10\x96\x01\x19........\x25....\x2a\x02ab\x08\x01", string(field), "\x10\x01", string(field)), 2, NewOrdersProtoElements},
		{"proto, groups", join("\x13\x14\x0b\x08\x01\x13\x1d....\x14\x12\x02ab\x0c", string(field), "\x13", strings.Repeat("\x1b\x1c", 3000), "\x14", string(field)), 2, NewOrdersProtoElements},
		{"proto, other fields only", "\x10\x96\x01", 0, NewOrdersProtoElements},
	} {
		for way, in := range map[string]io.Reader{"all": strings.NewReader(x.b), "bytes": iotest.OneByteReader(strings.NewReader(x.b))} {
			n := 0
			x.reader(in).All()(func(v *Order, err error) bool {
				if err != nil || v.ID != 5 || v.Note != "x" {
					t.Errorf("%s, %s: %+v, %v", x.name, way, v, err)
				}
				n++
				return true
			})
			if n != x.n {
				t.Errorf("%s, %s: %d elements, want %d", x.name, way, n, x.n)
			}
		}
	}
	pointers := Pointers{&one, &one}
	b, err := pointers.MarshalProto()
	if n, endErr := NewPointersProtoElements(bytes.NewReader(b)).End(); err != nil || endErr != nil || n != int64(len(b)) {
		t.Fatal(n, err, endErr)
	}
	b, err = (&Copies{{"a", 1}, {"b", 2}}).MarshalFixed()
	if n, endErr := NewCopiesFixedElements(bytes.NewReader(b)).End(); err != nil || endErr != nil || n != int64(len(b)) {
		t.Fatal(n, err, endErr)
	}
	var none hiddens
	b, err = none.MarshalFixed()
	if err != nil || newHiddensFixedElements(bytes.NewReader(b)).Read(new(hidden)) != io.EOF {
		t.Fatal(err)
	}
}

func TestElementsMutations(t *testing.T) {
	eachList(t, func(t *testing.T, c listCodec) {
		original := c.message(t, orders(6))
		rounds := 3000
		if testing.Short() {
			rounds = 500
		}
		for seed := range rounds {
			r := rand.New(rand.NewPCG(uint64(seed), 5))
			b := bytes.Clone(original)
			for range 1 + r.IntN(3) {
				b[r.IntN(len(b))] = byte(r.Uint32())
			}
			b = b[:r.IntN(len(b)+1)]
			readChanged(t, seed, b, c.reader(bytes.NewReader(b)))
		}
	})
}

// TestListInMessage reads the elements of a list that is the field 1 of a larger message.
func TestListInMessage(t *testing.T) {
	want := Export{Header: "header", Lines: []Order{{ID: 1, Note: "a"}, {}, {ID: 3, Lines: []Line{{SKU: "b"}}}}, Footer: []int64{1, 2}}
	b, err := want.MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range [][]byte{nil, {0x12, 1, 'x'}, {0x18, 5}} { // other fields before the list
		var got []Order
		NewOrdersProtoElements(bytes.NewReader(append(first, b...))).All()(func(o *Order, err error) bool {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *o)
			return true
		})
		if !reflect.DeepEqual(got, want.Lines) {
			t.Errorf("after %x: %+v, want %+v", first, got, want.Lines)
		}
	}
}
