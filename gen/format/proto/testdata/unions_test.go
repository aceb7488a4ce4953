package conform

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"example.org/conform/internal/bale/baletest"
)

func TestUnions(t *testing.T) {
	t.Run("Drawing", func(t *testing.T) { conform(t, baleDrawingProto, "Drawing", true, false) })
	t.Run("Keyed", func(t *testing.T) { conform(t, baleKeyedProto, "Keyed", false, true) })
	t.Run("Sorted", func(t *testing.T) { conform(t, baleSortedProto, "Sorted", true, false) })
}

// TestUnionBytes: a zero value in a union is written, too, so that its type is known.
func TestUnionBytes(t *testing.T) {
	var none Shape
	far := &none
	for _, c := range []struct {
		v    Drawing
		want string
	}{
		{Drawing{}, ""},
		{Drawing{Main: Circle{}}, "\x0a\x02\x0a\x00"},
		{Drawing{Main: &Square{}}, "\x0a\x02\x12\x00"},
		{Drawing{Main: Group(nil)}, "\x0a\x02\x1a\x00"},
		{Drawing{Main: Group{nil, Empty{}}}, "\x0a\x08\x1a\x06\x0a\x00\x0a\x02\x22\x00"},
		{Drawing{Main: Code(0)}, "\x0a\x02\x28\x00"},
		{Drawing{Main: Word("")}, "\x0a\x02\x32\x00"},
		{Drawing{Shapes: []Shape{nil, Code(7)}}, "\x12\x00\x12\x02\x28\x07"},
		{Drawing{ByName: map[string]Shape{"a": nil}}, "\x1a\x05\x0a\x01a\x12\x00"},
		{Drawing{Ptr: &none}, "\x22\x00"},
		{Drawing{Far: &far}, "\x2a\x02\x0a\x00"},
		{Drawing{Any: false}, "\x3a\x02\x08\x00"},
		{Drawing{Any: float32(0)}, "\x3a\x05\x25\x00\x00\x00\x00"},
		{Drawing{Any: []byte(nil)}, "\x3a\x02\x3a\x00"},
		{Drawing{Any: (*int)(nil)}, "\x3a\x02\x72\x00"},
		{Drawing{Any: new(int)}, "\x3a\x04\x72\x02\x08\x00"},
		{Drawing{Many: []Many{uint32(1), Circle{}}}, "\x5a\x02\x38\x01\x5a\x03\x82\x01\x00"},
	} {
		b, err := c.v.MarshalProto()
		if err != nil || string(b) != c.want || c.v.SizeProto() != len(b) {
			t.Errorf("%+v is %x (%v), want %x", c.v, b, err, c.want)
		}
		var got Drawing
		if err := got.UnmarshalProto(b); err != nil || baletest.Compare(reflect.ValueOf(&got).Elem(), reflect.ValueOf(&c.v).Elem(), baletest.Ignored{NilIsEmpty: true}) != nil {
			t.Errorf("%x is %+v (%v), want %+v", b, got, err, c.v)
		}
	}
}

// TestUnionMerged: the last member wins, and messages of the same member are merged, as in the reference.
func TestUnionMerged(t *testing.T) {
	const circle1, circle2 = "\x0a\x0c\x09\x00\x00\x00\x00\x00\x00\xf0\x3f\x12\x01a", "\x0a\x03\x12\x01b"
	main := func(text string) string { return "\x0a" + string(rune(len(text))) + text }
	for _, c := range []struct {
		name, b string
		want    Shape
	}{
		{"merged", main(circle1 + circle2), Circle{R: 1, Tags: []string{"a", "b"}}},
		{"merged outside", main(circle1) + main(circle2), Circle{R: 1, Tags: []string{"a", "b"}}},
		{"another between", main(circle1 + "\x28\x05" + circle2), Circle{Tags: []string{"b"}}},
		{"another behind", main(circle1) + main("\x28\x05"), Code(5)},
		{"the last scalar", main("\x28\x05\x28\x06"), Code(6)},
		{"pointers", main("\x12\x02\x08\x07\x12\x03\x12\x01n"), &Square{Side: 7, Note: &[]string{"n"}[0]}},
		{"lists", main("\x1a\x02\x0a\x00\x1a\x04\x0a\x02\x28\x01"), Group{nil, Code(1)}},
		{"unions in unions", main("\x12\x04\x1a\x02\x28\x01\x12\x04\x1a\x02\x22\x00"), &Square{Next: Empty{}}},
		{"not known", main("\xfa\x01\x00"), nil},
		{"not known before", main("\xfa\x01\x00\x28\x05"), Code(5)},
		{"not known behind", main("\x28\x05\xfa\x01\x00"), Code(5)},
		{"another kind", main("\x2a\x01a"), nil},
		{"empty behind", main("\x28\x05") + main(""), Code(5)},
		{"long tag", main("\xa8\x00\x05"), Code(5)},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := Drawing{Main: c.want}
			kept := Drawing{Main: Circle{R: 9, Tags: []string{"x", "y"}}}
			for _, got := range []*Drawing{{}, &kept, {Main: &Square{Side: 9, Next: Code(9)}}} {
				if err := got.UnmarshalProto([]byte(c.b)); err != nil || baletest.Compare(reflect.ValueOf(got).Elem(), reflect.ValueOf(&want).Elem(), baletest.Ignored{NilIsEmpty: true}) != nil {
					t.Errorf("got %+v (%v), want %+v", got.Main, err, c.want)
				}
			}
			m := dynamicpb.NewMessage(messages(t).ByName("Drawing"))
			if err := proto.Unmarshal([]byte(c.b), m); err != nil {
				t.Fatal(err)
			}
			b, err := want.MarshalProto()
			ours := dynamicpb.NewMessage(m.Descriptor())
			if err := errors.Join(err, proto.Unmarshal(b, ours)); err != nil {
				t.Fatal(err)
			}
			if x, y := normal(m), normal(ours); !bytes.Equal(x, y) {
				t.Errorf("the reference decodes %x, and bale %x", x, y)
			}
		})
	}
	for _, b := range []string{"\x0a\x01\x28", "\x0a\x02\x12\x05", "\x0a\x01\x00", "\x0a\x02\x07\x01", "\x0a\x02\x09\x01", "\x0a\x03\x00\x28\x01"} {
		if err := new(Drawing).UnmarshalProto([]byte(b)); err == nil || !strings.HasPrefix(err.Error(), "Drawing.Main") {
			t.Errorf("%x: %v", b, err)
		}
	}
}

// TestUnionReuse: a pointer in an interface is decoded into. Other members are new values, so a copy of the interface does not change.
func TestUnionReuse(t *testing.T) {
	square, circle := &Square{Side: 1, Next: Circle{Tags: []string{"old"}}}, &Circle{R: 1}
	number := new(int)
	v := Drawing{Main: square, Over: circle, Any: number, Shapes: []Shape{Circle{Tags: []string{"old"}}}}
	kept, next := v.Shapes[0], square.Next
	b, err := (&Drawing{Main: &Square{Side: 2, Next: Circle{Tags: []string{"new"}}}, Over: &Circle{R: 2}, Any: &[]int{5}[0], Shapes: []Shape{Circle{Tags: []string{"new"}}}}).MarshalProto()
	if err := errors.Join(err, v.UnmarshalProto(b)); err != nil {
		t.Fatal(err)
	}
	if reuses && v.Any != any(number) || v.Main == Shape(square) || v.Over == Shape(circle) { // a square can hold another one
		t.Errorf("the pointer to a number is not reused, or the others are: %+v", v)
	}
	if v.Main.(*Square).Side != 2 || v.Over.(*Circle).R != 2 || *v.Any.(*int) != 5 {
		t.Errorf("got %+v", v)
	}
	if kept.(Circle).Tags[0] != "old" || next.(Circle).Tags[0] != "old" || v.Shapes[0].(Circle).Tags[0] != "new" {
		t.Errorf("a copy has changed: %+v, %+v", kept, next)
	}
	if err := v.UnmarshalProto(nil); err != nil || v.Main != nil || v.Any != nil || square.Side != 1 {
		t.Errorf("%v: %+v", err, v)
	}
}

// TestSorted: maps with keys that protobuf does not allow are sorted, too.
func TestSorted(t *testing.T) {
	v := Keyed{Floats: map[float64]int{2: 1, -1: 2, 1: 3}, Pairs: map[[2]int8]int{{1, 2}: 1, {-1, 5}: 2, {1, -2}: 3}}
	const want = "\x12\x00\x12\x00" +
		"\x1a\x0b\x09\x00\x00\x00\x00\x00\x00\xf0\xbf\x10\x02\x1a\x0b\x09\x00\x00\x00\x00\x00\x00\xf0\x3f\x10\x03\x1a\x0b\x09\x00\x00\x00\x00\x00\x00\x00\x40\x10\x01" +
		"\x22\x11\x0a\x0d\x0a\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x05\x10\x02" +
		"\x22\x11\x0a\x0d\x0a\x0b\x01\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01\x10\x03" +
		"\x22\x08\x0a\x04\x0a\x02\x01\x02\x10\x01"
	for range 10 {
		if b, err := v.MarshalProto(); err != nil || string(b) != want {
			t.Fatalf("%x, %v; want %x", b, err, want)
		}
	}
}

type notMember struct{ Shape }

// TestUnionRefused: errors for values that cannot be encoded, with their paths.
func TestUnionRefused(t *testing.T) {
	ring := &Square{}
	ring.Next = Group{ring, ring}
	for _, c := range []struct {
		v    Drawing
		want string
	}{
		{Drawing{Main: notMember{}}, "Drawing.Main: it holds a value of conform.notMember, and its union is of Circle, *Square, Group, Empty, Code, Word, *Word: add the type to the end of //bale:union"},
		{Drawing{Shapes: []Shape{Code(1), &Square{Next: Group{notMember{}}}}}, "Drawing.Shapes[1].(*Square).Next.(Group)[0]: it holds a value of"},
		{Drawing{ByName: map[string]Shape{"a": notMember{}}}, "Drawing.ByName: it holds a value of"},
		{Drawing{Lists: [][]Shape{nil, {nil, notMember{}}}}, "Drawing.Lists[1][1]: it holds a value of"},
		{Drawing{Meta: map[string]any{"a": []any{1}}}, "Drawing.Meta.([]baleUnionMeta)[0]: it holds a value of int"},
		{Drawing{Main: (*Square)(nil)}, "Drawing.Main.(*Square): the union holds a nil pointer, which protobuf cannot encode: set the interface to nil, or let it point at a value"},
		{Drawing{Over: Code(1)}, "Drawing.Over: it holds a value of conform.Code, and its union is of Circle, *Circle: "},
		{Drawing{Main: Word("\xff")}, "Shape.(Word): a string that is not UTF-8: make it a []byte"},
		{Drawing{Main: ring}, "nested too deep"},
	} {
		for range 2 { // the second call gives the same error
			b, err := c.v.AppendProto([]byte("x"))
			if err == nil || string(b) != "x" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q, %v; want %s", b, err, c.want)
			}
		}
	}
	deep := Group{}
	for range 300 {
		deep = Group{deep}
	}
	b, err := (&Drawing{Main: deep}).MarshalProto()
	if err := errors.Join(err, new(Drawing).UnmarshalProto(b)); err != nil {
		t.Error(err)
	}
	b = append(bytes.Repeat([]byte("\x12\xff\xff\x7f"), 100_000), b...)
	if err := new(Drawing).UnmarshalProto(b); err == nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}
