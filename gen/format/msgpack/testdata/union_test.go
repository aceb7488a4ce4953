package kinds

import (
	"bytes"
	"errors"
	"io"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/kinds/internal/bale/core"
)

// TestUnions compares the encoding of some values with bytes written by hand, and decodes them.
func TestUnions(t *testing.T) {
	var none, circle Shape = nil, Circle{1}
	refNone, refCircle := &none, &circle
	var nilInt *int
	const rest = "a6536861706573 c0 a3526566 c0 a3416e79 c0"
	any1 := func(v any) *Drawing { return &Drawing{Any: map[Key]any{int8(1): v}} }
	anyOf := func(value string) string {
		return "83 a6536861706573 c0 a3526566 c0 a3416e79 81 9201 01 " + value
	}
	const circled = "92 01 81 a152 ca3f800000"
	for _, c := range []struct {
		v    *Drawing
		want string
	}{
		{&Drawing{}, "83" + rest},
		{&Drawing{Main: Circle{1}}, "84 a44d61696e" + circled + rest},
		{&Drawing{Main: (*Square)(nil)}, "84 a44d61696e 92 02 c0" + rest},
		{&Drawing{Main: &Square{Side: 300, Next: Empty{}}}, "84 a44d61696e 92 02 82 a453696465 cd012c a44e657874 92 04 80" + rest},
		{&Drawing{Main: Group(nil)}, "84 a44d61696e 92 03 c0" + rest},
		{&Drawing{Main: Group{nil, Group{}}}, "84 a44d61696e 92 03 92 c0 92 03 90" + rest},
		{&Drawing{Shapes: []Shape{Circle{1}, nil}}, "83 a6536861706573 92" + circled + "c0 a3526566 c0 a3416e79 c0"},
		{&Drawing{Ref: new(*Shape)}, "83 a6536861706573 c0 a3526566 d66200000001 a3416e79 c0"},
		{&Drawing{Ref: &refNone}, "83 a6536861706573 c0 a3526566 d66200000002 a3416e79 c0"},
		{&Drawing{Ref: &refCircle}, "83 a6536861706573 c0 a3526566" + circled + "a3416e79 c0"},
		{&Drawing{Any: map[Key]any{"k": nil}}, "83 a6536861706573 c0 a3526566 c0 a3416e79 81 9202a16b c0"},
		{&Drawing{Any: map[Key]any{nil: nil}}, "83 a6536861706573 c0 a3526566 c0 a3416e79 81 c0 c0"},
		{any1(1.0), anyOf("92 01 cb3ff0000000000000")},
		{any1(time.Unix(1, 0).UTC()), anyOf("92 02 d6ff00000001")},
		{any1(netip.AddrFrom4([4]byte{1, 2, 3, 4})), anyOf("92 03 c404 01020304")},
		{any1((*Drawing)(nil)), anyOf("92 04 c0")},
		{any1((**int)(nil)), anyOf("92 05 c0")},
		{any1(&nilInt), anyOf("92 05 d66200000001")},
		{any1([2]byte{7, 8}), anyOf("92 06 c402 0708")},
		{any1([]any{"a", []any{}}), anyOf("92 07 92 9209 a161 9207 90")},
		{any1(Row{A: 1}), anyOf("92 08 96 01 a0 ca00000000 c0 93 00 00 c404 00000000 c0")},
		{any1(Drawing{}), anyOf("92 0a 83" + rest)},
	} {
		got, err := c.v.MarshalMsgpack()
		if want := unhex(t, c.want); err != nil || !bytes.Equal(got, want) || c.v.SizeMsgpack() != len(got) {
			t.Errorf("%+v:\ngot  %x\nwant %x: %v, %d", *c.v, got, want, err, c.v.SizeMsgpack())
		}
		var back Drawing
		if err := back.UnmarshalMsgpack(got); err != nil || !reflect.DeepEqual(&back, c.v) {
			t.Errorf("%x is decoded as %+v: %v", got, back, err)
		}
	}
	for number, want := range map[int]string{127: "92 7f", 128: "92 cc80", 130: "92 cc82"} {
		v := Lots{V: reflect.New(reflect.ArrayOf(number, reflect.TypeFor[byte]())).Elem().Interface()}
		got, err := v.MarshalMsgpack()
		if want := unhex(t, "81 a156"+want+"c4"); err != nil || !bytes.HasPrefix(got, want) || v.SizeMsgpack() != len(got) {
			t.Errorf("the %dth type: %x: %v", number, got, err)
		}
		var back Lots
		if err := back.UnmarshalMsgpack(got); err != nil || back != v {
			t.Errorf("the %dth type is decoded as %T: %v", number, back.V, err)
		}
	}
}

// TestUnionForms decodes unions with arrays and integers of any form, and checks the errors for other bytes.
func TestUnionForms(t *testing.T) {
	for _, c := range []struct {
		msg  string
		want Shape
		is   error
		at   string
	}{
		{"9201 81a15201", Circle{1}, nil, ""},
		{"dc0002 01 81a15201", Circle{1}, nil, ""},
		{"dd00000002 cc01 81a15201", Circle{1}, nil, ""},
		{"92 cd0001 9101", Circle{1}, nil, ""},
		{"92 ce00000001 9101", Circle{1}, nil, ""},
		{"92 cf0000000000000001 9101", Circle{1}, nil, ""},
		{"92 d001 9101", Circle{1}, nil, ""},
		{"92 d10001 9101", Circle{1}, nil, ""},
		{"92 d200000001 9101", Circle{1}, nil, ""},
		{"92 d30000000000000001 9101", Circle{1}, nil, ""},
		{"9201 c0", Circle{}, nil, ""},
		{"9202 c0", (*Square)(nil), nil, ""},
		{"9203 c0", Group(nil), nil, ""},
		{"9204 c0", Empty{}, nil, ""},
		{"c0", nil, nil, ""},
		{"90", nil, core.Errors[core.Malformed], ": offset 6"},
		{"9101", nil, core.Errors[core.Malformed], ": offset 6"},
		{"9301c0c0", nil, core.Errors[core.Malformed], ": offset 6"},
		{"9200c0", nil, core.Errors[core.Malformed], ": offset 7"},
		{"9205c0", nil, core.Errors[core.Malformed], ": offset 7"},
		{"92cf8000000000000001c0", nil, core.Errors[core.Malformed], ": offset 7"},
		{"92c0c0", nil, core.Errors[core.Malformed], ": offset 7"},
		{"92ffc0", nil, core.Errors[core.Overflow], ": offset 7"},
		{"92a131c0", nil, core.Errors[core.Malformed], ": offset 7"},
		{"92ca3f800000c0", nil, core.Errors[core.Malformed], ": offset 7"},
		{"81 01 c0", nil, core.Errors[core.Malformed], ": offset 6"},
		{"01", nil, core.Errors[core.Malformed], ": offset 6"},
		{"", nil, io.ErrUnexpectedEOF, ": offset 6"},
		{"92", nil, io.ErrUnexpectedEOF, ": offset 7"},
		{"9201", nil, io.ErrUnexpectedEOF, ": offset 8"},
		{"92cc", nil, io.ErrUnexpectedEOF, ": offset 8"},
		{"92cc01", nil, io.ErrUnexpectedEOF, ".(Circle).R: offset 9"},
		{"9201 81a152 c1", nil, core.Errors[core.Malformed], ".(Circle).R: offset 11"},
		{"9202 81 a453696465 ff", nil, core.Errors[core.Overflow], ".(*Square).Side: offset 14"},
		{"9203 92 9204c0 9209c0", nil, core.Errors[core.Malformed], ".(Group)[1]: offset 13"},
	} {
		var v Drawing
		err := v.UnmarshalMsgpack(unhex(t, "81 a44d61696e"+c.msg))
		if c.is == nil && (err != nil || !reflect.DeepEqual(v.Main, c.want)) {
			t.Errorf("%s: got %#v, want %#v: %v", c.msg, v.Main, c.want, err)
		} else if c.is != nil && (!errors.Is(err, c.is) || !strings.HasPrefix(err.Error(), "Drawing.Main"+c.at+": ")) {
			t.Errorf("%s: %v, want Drawing.Main%s", c.msg, err, c.at)
		}
	}
}

// TestUnionNotMember checks that a value that is not a union member is not encoded, and the path in the error.
func TestUnionNotMember(t *testing.T) {
	ref := Shape(Alien{})
	refer := &ref
	for _, c := range []struct {
		v    *Drawing
		want string
	}{
		{&Drawing{Main: Alien{}}, "Drawing.Main: it holds a value of kinds.Alien, and its union is of Circle, *Square, Group, Empty: "},
		{&Drawing{Shapes: []Shape{nil, &Square{Next: Group{Empty{}, &Alien{}}}}}, "Drawing.Shapes[1].(*Square).Next.(Group)[1]: it holds a value of *kinds.Alien, "},
		{&Drawing{Ref: &refer}, "Drawing.Ref: it holds a value of kinds.Alien, "},
		{&Drawing{Any: map[Key]any{1: "int is none"}}, "Drawing.Any: it holds a value of int, and its union is of int8, string: "},
		{&Drawing{Any: map[Key]any{"a": []any{true}}}, "Drawing.Any.([]baleUnionAny)[0]: it holds a value of bool, "},
		{&Drawing{Any: map[Key]any{"a": &Drawing{Main: Alien{}}}}, "Drawing.Any.(*Drawing).Main: it holds a value of kinds.Alien, "},
		{&Drawing{Any: map[Key]any{"a": netip.MustParseAddr("::1%zone")}}, ""},
	} {
		b, err := c.v.AppendMsgpack([]byte("front"))
		if c.want == "" && err != nil || c.want != "" && (string(b) != "front" || err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %s", b, err, c.want)
		}
	}
}

// TestUnionReuse checks that decoding reuses the target of a pointer of the member's type, and that other values are new.
func TestUnionReuse(t *testing.T) {
	message := func(v Drawing) []byte {
		b, err := v.MarshalMsgpack()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	square, group := &Square{Side: 1, Next: Circle{2}}, Group{Circle{3}}
	next := square.Next
	v := Drawing{Main: square, Shapes: []Shape{group, square}}
	if err := v.UnmarshalMsgpack(message(Drawing{Main: &Square{Side: 9, Next: Circle{8}}, Shapes: []Shape{Group{Circle{7}}, Empty{}}})); err != nil {
		t.Fatal(err)
	}
	if v.Main == Shape(square) || square.Side != 1 || *v.Main.(*Square) != (Square{9, Circle{8}}) || next != Shape(Circle{2}) || v.Shapes[1] != Shape(Empty{}) {
		t.Errorf("got %+v, %+v and %+v", v, square, next)
	}
	if group[0] != Shape(Circle{3}) || v.Shapes[0].(Group)[0] != Shape(Circle{7}) {
		t.Errorf("decoding changed a copy of a slice to %+v, and the slice is %+v", group, v.Shapes[0])
	}
}

// TestUnionLimits checks that the limits of depth and memory apply inside interfaces.
func TestUnionLimits(t *testing.T) {
	deep := Group{}
	for range 400 {
		deep = Group{deep}
	}
	v := Drawing{Main: deep}
	b, err := v.MarshalMsgpack()
	if err != nil {
		t.Fatal(err)
	}
	var got Drawing
	if err := got.UnmarshalMsgpack(b); err != nil {
		t.Error(err)
	}
	defer func(depth, memory int) { core.MaxDepth, core.MaxMemory = depth, memory }(core.MaxDepth, core.MaxMemory)
	core.MaxDepth = 100
	if err := got.UnmarshalMsgpack(b); !errors.Is(err, core.Errors[core.TooDeep]) || !strings.HasPrefix(err.Error(), "Drawing.Main.(Group)[0].(Group)[0]") {
		t.Error(err)
	}
	if _, err := v.MarshalMsgpack(); !errors.Is(err, core.Errors[core.TooDeep]) || !strings.HasPrefix(err.Error(), "Drawing.Main.(Group)[0].(Group)[0]") {
		t.Error(err)
	}
	ring := &Square{}
	ring.Next = Group{ring, ring}
	if _, err := (&Drawing{Main: ring}).MarshalMsgpack(); !errors.Is(err, core.Errors[core.TooDeep]) {
		t.Error(err)
	}

	v = Drawing{Shapes: make([]Shape, 100)}
	for i := range v.Shapes {
		v.Shapes[i] = Circle{1}
	}
	b, _ = v.MarshalMsgpack()
	core.MaxMemory = 16*100 + 4*50 // the interfaces, and the values of half of them
	if err := new(Drawing).UnmarshalMsgpack(b); !errors.Is(err, core.Errors[core.TooLarge]) || !strings.HasPrefix(err.Error(), "Drawing.Shapes[50]: ") {
		t.Error(err)
	}
}

// TestPeaks checks that nil pointers do not count as levels of depth, however many there are.
func TestPeaks(t *testing.T) {
	v := Peak{Tops: make([]Top, 2000)}
	b, err := v.MarshalMsgpack()
	if err != nil || len(b) != v.SizeMsgpack() {
		t.Fatalf("%d bytes: %v", len(b), err)
	}
	if err := new(Peak).UnmarshalMsgpack(b); err != nil {
		t.Error(err)
	}
}
