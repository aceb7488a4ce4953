package types

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"reflect"
	"testing"

	sproto "github.com/xjdrew/gosproto"
)

// Types with which gosproto encodes and decodes unions: a struct has a field for each member, and goShape has one that ours lacks.
type (
	goDrawing struct {
		Main   *goShape   `sproto:"struct,0"`
		Shapes []*goShape `sproto:"struct,1,array"`
		Any    *goAny     `sproto:"struct,2"`
		Names  []*goName  `sproto:"struct,3,array"`
	}
	goShape struct {
		Circle *Circle   `sproto:"struct,0"`
		Square *goSquare `sproto:"struct,1"`
		Group  *goGroup  `sproto:"struct,2"`
		Newer  *string   `sproto:"string,3"`
	}
	goSquare struct {
		Side *int64   `sproto:"integer,0"`
		Next *goShape `sproto:"struct,1"`
	}
	goGroup struct {
		Only []*goShape `sproto:"struct,0,array"`
	}
	goAny struct {
		Int   *int64     `sproto:"integer,0"`
		Bool  *bool      `sproto:"boolean,1"`
		Text  *string    `sproto:"string,2"`
		List  *goNumbers `sproto:"struct,3"`
		Point *goNumber  `sproto:"struct,4"`
	}
	goNumbers struct {
		Only []int64 `sproto:"integer,0,array"`
	}
	goNumber struct {
		Only *int64 `sproto:"integer,0"`
	}
	goName struct {
		Key  *string `sproto:"string,0"`
		Elem *int64  `sproto:"integer,1"`
	}
)

// TestUnions: a union has the bytes of a struct, as in gosproto. A zero value is encoded, too.
func TestUnions(t *testing.T) {
	number := int64(5)
	for _, c := range []struct {
		v    Drawing
		want string
	}{
		{Drawing{}, "0000"},
		{Drawing{Main: Circle{}}, "01000000" + "0c000000" + "01000000" + "04000000" + "01000200"},
		{Drawing{Main: &Square{Side: 2, Next: Circle{R: 1}}}, "01000000" + "20000000" + "020001000000" + "16000000" + "020006000000" +
			"0c000000" + "01000000" + "04000000" + "01000400"},
		{Drawing{Shapes: []Shape{nil, Group{}, Group(nil)}}, "020001000000" + "2c000000" + "02000000" + "0000" + "12000000" + "020003000000" + "08000000" +
			"01000000" + "00000000" + "0c000000" + "020003000000" + "02000000" + "0000"},
		{Drawing{Any: int64(0)}, "020003000000" + "04000000" + "01000200"},
		{Drawing{Any: int64(1 << 20)}, "020003000000" + "0c000000" + "01000000" + "04000000" + "00001000"},
		{Drawing{Any: false}, "020003000000" + "06000000" + "020001000200"},
		{Drawing{Any: ""}, "020003000000" + "0a000000" + "020003000000" + "00000000"},
		{Drawing{Any: []int64{1}}, "020003000000" + "17000000" + "020005000000" + "0d000000" + "01000000" + "05000000" + "0401000000"},
		{Drawing{Any: &number}, "020003000000" + "0e000000" + "020007000000" + "04000000" + "01000c00"},
		{Drawing{Any: (*int64)(nil)}, "020003000000" + "0c000000" + "020007000000" + "02000000" + "0000"},
		{Drawing{Names: map[string]int8{"b": 2, "a": 1}}, "020005000000" + "1e000000" + "0b000000" + "020000000400" + "01000000" + "61" +
			"0b000000" + "020000000600" + "01000000" + "62"},
	} {
		b, err := c.v.MarshalSproto()
		packed, err2 := c.v.MarshalSprotoPacked()
		if err != nil || err2 != nil || hex.EncodeToString(b) != c.want || !bytes.Equal(packed, sproto.Pack(b)) {
			t.Fatalf("%+v:\ngot  %x, packed %x\nwant %s: %v, %v", c.v, b, packed, c.want, err, err2)
		}
		var theirs goDrawing
		if _, err := sproto.Decode(b, &theirs); err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		if back, err := sproto.Encode(&theirs); err != nil || !bytes.Equal(back, b) {
			t.Fatalf("%x came back from gosproto as %x: %v", b, back, err)
		}
		var got, unpacked Drawing
		if err := errors.Join(got.UnmarshalSproto(b), unpacked.UnmarshalSprotoPacked(packed)); err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		if !reflect.DeepEqual(got, c.v) || !reflect.DeepEqual(unpacked, c.v) {
			t.Errorf("%+v came back as %+v, packed as %+v", c.v, got, unpacked)
		}
	}
}

// TestMembers: the last of several members wins, and an unknown one makes the union nil.
func TestMembers(t *testing.T) {
	text, number := "newer", int64(7)
	square := &Square{Side: 1}
	for _, c := range []struct {
		theirs goShape
		want   Shape
	}{
		{goShape{}, nil},
		{goShape{Newer: &text}, nil},
		{goShape{Circle: &Circle{R: 1}, Square: &goSquare{Side: &number}}, &Square{Side: 7}},
		{goShape{Circle: &Circle{R: 1}, Group: &goGroup{}, Newer: &text}, Group(nil)},
		{goShape{Square: &goSquare{Next: &goShape{Square: &goSquare{}}}}, &Square{Next: &Square{}}},
	} {
		b, err := sproto.Encode(&goDrawing{Main: &c.theirs})
		if err != nil {
			t.Fatal(err)
		}
		got := Drawing{Main: square}
		if err := got.UnmarshalSproto(b); err != nil || !reflect.DeepEqual(got.Main, c.want) {
			t.Errorf("%x is decoded as %+v: %v, want %+v", b, got.Main, err, c.want)
		}
		if square.Side != 1 || square.Next != nil {
			t.Errorf("%x: the square, which can hold another one, is decoded into", b)
		}
		for n := range b {
			if err := new(Drawing).UnmarshalSproto(b[:n:n]); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%x, %d of %d bytes: %v", b, n, len(b), err)
			}
		}
	}
}

// TestWrongUnions: the path of an error has the member.
func TestWrongUnions(t *testing.T) {
	for text, want := range map[string]string{
		"020003000000" + "04000000" + "01000100":                                            "",
		"020003000000" + "06000000" + "020001000600":                                        "Drawing.Any.(bool): offset 14: malformed message",
		"020003000000" + "04000000" + "01000000":                                            "Drawing.Any.(int64): offset 14: unexpected EOF",
		"01000000" + "0c000000" + "01000000" + "04000000" + "01000100":                      "",
		"01000000" + "0c000000" + "020001000000" + "04000000" + "0000":                      "Drawing.Main.(*Square): offset 14: unexpected EOF",
		"020001000000" + "12000000" + "0e000000" + "01000000" + "06000000" + "010000000000": "Drawing.Shapes[0].(Circle).R: offset 26: unexpected EOF",
	} {
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		err = new(Drawing).UnmarshalSproto(b)
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := (&Drawing{Shapes: []Shape{nil, &Square{Next: (*other)(nil)}}}).MarshalSproto(); err == nil ||
		err.Error() != "Drawing.Shapes[1].(*Square).Next: it holds a value of *types.other, and its union is of Circle, *Square, Group: add the type to the end of //bale:union" {
		t.Error(err)
	}
}

type other struct{}

func (*other) Area() int64 { return 4 }
