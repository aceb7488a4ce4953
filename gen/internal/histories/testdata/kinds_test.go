package histories

import (
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"histories/after"
	apart "histories/after/part"
	"histories/before"
	"histories/before/part"
)

type message interface {
	MarshalBinary() ([]byte, error)
	UnmarshalBinary([]byte) error
}

// decode decodes the message of v into got.
func decode(t *testing.T, v, got message) error {
	t.Helper()
	b, err := v.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for n := range b {
		if err := reflect.New(reflect.TypeOf(got).Elem()).Interface().(message).UnmarshalBinary(b[:n:n]); err == nil {
			t.Fatalf("%T: %d of %d bytes are decoded", got, n, len(b))
		}
	}
	return got.UnmarshalBinary(b)
}

// check checks that the message of v is decoded to want, also into a used value.
func check(t *testing.T, v, used, want message) {
	t.Helper()
	for _, got := range []message{reflect.New(reflect.TypeOf(want).Elem()).Interface().(message), used} {
		if err := decode(t, v, got); err != nil {
			t.Errorf("%T: %v", v, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%T:\ngot  %+v\nwant %+v", v, got, want)
		}
	}
}

var at = time.Unix(1e9, 5).UTC()

func figure(f before.Figure) *before.Figure { return &f }

func order() *before.Order {
	line := part.Line{"a", -3}
	addr := netip.MustParseAddr("1.2.3.4")
	return &before.Order{
		ID: 7, Lines: []part.Line{line, {"b", 4}}, ByName: map[string]*part.Line{"x": &line}, First: line, Amount: big.NewInt(99),
		Shape: before.Circle{5}, Shapes: []any{&before.Square{0.5}, "text", nil, before.Circle{-1}}, Base: before.Base{"base"}, Pair: before.Pair[int8]{1, 2},
		Placed: at, Addr: addr, Cents: 250, Remark: "remark", Limited: "12345", Grid: [2][3]int16{{1, 2, 3}, {4, 5, -6}},
		Points: map[before.Point][]before.Point{{1, 2}: {{3, 4}}, {5, 6}: nil}, Skip: map[netip.Addr]any{addr: &before.Square{1}, {}: "s"}, Deep: &before.Order{ID: 8, Remark: "r", Amount: big.NewInt(1), ByName: map[string]*part.Line{}},
		Head: struct{ A, B string }{"a", "b"}, Tags: &[]string{"t"}, Perms: &map[string]int8{"p": -1}, Figure: figure(before.Circle{6}), Price: big.NewInt(-7), Raw: []byte("raw"), Origin: before.Point{3, 4},
	}
}

// TestKinds decodes a value with a field of each kind.
func TestKinds(t *testing.T) {
	addr := netip.MustParseAddr("1.2.3.4")
	line := apart.Line{SKU: "a", Count: -3}
	zero := time.Unix(0, 0).UTC()
	var zeroTime time.Time
	_ = zero
	want := &after.Order{
		ID: 7, Lines: []*apart.Line{&line, {SKU: "b", Count: 4}}, ByName: map[string]apart.Line{"x": line}, First: &line, Amount: *big.NewInt(99),
		Shape: after.Disc{R: 5}, Shapes: []any{&after.Square{0.5}, "text", nil, after.Disc{R: -1}}, Base: &after.Base{Name: "base"}, Pair: &after.Pair[int]{X: 1, Y: 2},
		Placed: &at, Addr: &addr, Sum: after.Money{2, 50}, Notes: "REMARK", Text: "12345", Grid: [2][3]int{{1, 2, 3}, {4, 5, -6}},
		Points: map[after.Point][]after.Point{{X: 1, Y: 2}: {{X: 3, Y: 4}}, {X: 5, Y: 6}: nil},
		Deep:   &after.Order{ID: 8, Notes: "R", Amount: *big.NewInt(1), ByName: map[string]apart.Line{}, First: &apart.Line{}, Base: &after.Base{}, Pair: &after.Pair[int]{}, Placed: &zeroTime, Addr: &netip.Addr{}},
	}
	want.Head.A, want.Head.B = "a", "b"
	want.Price, want.Raw, want.Origin, want.Deep.Price, want.Deep.Origin = "-7", "raw", "3 4 0", "none", "0 0 0"
	want.Figure = after.Disc{R: 6}
	want.Tags, want.Perms = []string{"t"}, map[string]int{"p": -1}
	used := &after.Order{Deep: &after.Order{ID: 3}, Base: &after.Base{More: []int{1}}, Lines: []*apart.Line{{Price: 9}, nil, nil}, Points: map[after.Point][]after.Point{{Z: 1}: nil}}
	used.Deep.Figure = after.Disc{R: 1}
	used.Deep.Tags, used.Deep.Perms = []string{"u"}, map[string]int{"u": 1}
	used.Head.C, used.Amount = "c", *big.NewInt(5)
	check(t, order(), used, want)
}

// TestErrors checks errors about values that the type no longer holds.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		change func(o *before.Order)
		want   string
	}{
		{func(o *before.Order) { o.Amount = nil }, "Order.Amount: offset"},
		{func(o *before.Order) { o.ByName["y"] = nil }, "Order.ByName: offset"},
		{func(o *before.Order) { o.Deep.Amount = nil }, "Order.Deep.Amount: offset"},
		{func(o *before.Order) { o.Remark = "bad" }, "a bad remark"},
		{func(o *before.Order) { o.Deep.Remark = "bad" }, "Order.Deep.Notes: offset"},
	} {
		o := order()
		c.change(o)
		if err := decode(t, o, new(after.Order)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if err := decode(t, &before.Flat{A: -1}, new(after.Flat)); err == nil || !strings.Contains(err.Error(), "Flat.Text: offset") || !strings.Contains(err.Error(), "-1 is negative") {
		t.Error(err)
	}
}

// TestEvolve decodes messages from before a struct had the directive evolve.
func TestEvolve(t *testing.T) {
	check(t, &before.Grows{1, "b", []before.Point{{2, 3}}}, &after.Grows{D: "d"}, &after.Grows{A: 1, C: []after.Point{{X: 2, Y: 3}}})
	grown := before.Grown{1, "b"}
	want := after.Grown{A: 1, B: "b"}
	check(t, &before.Inside{[]before.Grown{grown}, map[before.Point]before.Grown{{1, 2}: grown}, grown}, &after.Inside{N: after.Grown{C: 4}},
		&after.Inside{L: []after.Grown{want}, M: map[after.Point]after.Grown{{X: 1, Y: 2}: want}, N: want})
}

// TestFlat decodes messages without totals.
func TestFlat(t *testing.T) {
	s := "s"
	zone := at.In(time.FixedZone("", 3600))
	f := new(after.Flat)
	if err := decode(t, &before.Flat{5, zone, "s", "u", true}, f); err != nil || !f.T.Equal(at) {
		t.Error(f, err)
	}
	check(t, &before.Flat{5, at, "s", "u", true}, &after.Flat{New: true}, &after.Flat{Text: "5", U: "u", S: &s, T: at})
}

// TestList decodes a list of structs.
func TestList(t *testing.T) {
	check(t, &before.List{{1, 2}, {3, 4}}, &after.List{{Z: 7}}, &after.List{{X: 1, Y: 2}, {X: 3, Y: 4}})
	check(t, new(before.List), &after.List{{Z: 7}}, new(after.List))
}

// TestFields decodes messages of types that had no fields, or have none.
func TestFields(t *testing.T) {
	check(t, new(before.Empty), &after.Empty{A: 1, S: []string{"s"}}, new(after.Empty))
	full := after.Nothing{1, []string{"s"}}
	check(t, &before.Nothings{L: make([]before.Nothing, 2), M: map[string]before.Nothing{"k": {}}, Q: &before.Nothing{}, D: make([][6]before.Nothing, 1)},
		&after.Nothings{L: []after.Nothing{full, full, full}, A: [6]after.Nothing{5: full}, P: [2]after.Nothing{full}, M: map[string]after.Nothing{"k": full}, Q: &after.Nothing{2, nil}, D: [][6]after.Nothing{{full}}},
		&after.Nothings{L: make([]after.Nothing, 2), M: map[string]after.Nothing{"k": {}}, Q: &after.Nothing{}, D: make([][6]after.Nothing, 1)})
	check(t, &before.Full{1, "s"}, new(after.Full), new(after.Full))
}

// TestEvolving decodes messages with structs that evolve, in both directions if nothing else has changed.
func TestEvolving(t *testing.T) {
	list := []before.Evolving{{1, "a"}, {2, "b"}}
	own := map[string][]byte{"k": []byte("v")}
	check(t, &before.Holder{list, list[1], 3, "w", []string{"x", "x"}, own}, &after.Holder{Word: "u", Stays: &after.Evolving{T: []string{"t"}}},
		&after.Holder{Own: own, Words: []string{"x", "x"}, Word: "w", N: 3, Stays: &after.Evolving{A: 2, S: "b"}})
	check(t, &before.Same{list}, &after.Same{[]after.Evolving{{T: []string{"t"}}}}, &after.Same{[]after.Evolving{{A: 1, S: "a"}, {A: 2, S: "b"}}})
	check(t, &after.Same{[]after.Evolving{{1, "a", []string{"t"}}}}, &before.Same{list}, &before.Same{[]before.Evolving{{1, "a"}}})
}

// TestOther checks that the message of another type, and of none, is an error.
func TestOther(t *testing.T) {
	b, _ := order().MarshalBinary()
	for _, v := range []message{new(after.Flat), new(after.Grows), new(after.List), new(before.Flat)} {
		if err := v.UnmarshalBinary(b); err == nil || !strings.Contains(err.Error(), "message of another layout or format: it begins with ") {
			t.Errorf("%T: %v", v, err)
		}
	}
	b, _ = new(after.Order).MarshalBinary()
	if err := new(before.Order).UnmarshalBinary(b); err == nil {
		t.Error("an old program decodes a new message")
	}
	if err := new(after.Order).UnmarshalBinary(slices.Concat(b, b)); err == nil || !strings.Contains(err.Error(), "left over") {
		t.Error(err)
	}
}
