package drop

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"drop/after"
	"drop/before"
)

var (
	at   = time.Unix(1e9, 5).UTC()
	line = before.Line{Name: "nails", Count: -300, At: &at}

	old = before.Book{Title: "first", Pages: 9, Orders: []before.Order{
		{Code: "c", ID: 1 << 40, Open: true, Note: "note", When: at.In(time.FixedZone("", 3600)), Lines: []before.Line{line, {}, line}, First: line,
			Grown: before.Grown{Name: "n", Text: "t"}, By: map[string]*before.Line{"x": &line, "": nil}, Pair: [6]before.Line{3: line}, Hash: [20]byte{7},
			Rate: 1.5, Tree: &before.Tree{Kids: []before.Tree{{}, {Kids: []before.Tree{{}}}}}, Texts: []string{"a", "bc"},
			Long: make([]before.Line, 3000), Last: "last"},
		{},
		{ID: 3, Note: strings.Repeat("long", 100), Last: "z"},
	}}
	fresh = after.Book{Title: "second", Pages: 1, Orders: []after.Order{
		{ID: 5, Texts: []string{"d"}, Last: "l", More: []after.Line{{Number: 1}}, Done: true}, {}, {ID: 1 << 50, Last: "y"},
	}}
)

// TestNewReadsOld checks that the remaining fields have their values, and that removed fields are skipped.
func TestNewReadsOld(t *testing.T) {
	b, err := old.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	used := fresh
	used.Orders = append([]after.Order(nil), fresh.Orders...)
	for _, got := range []*after.Book{{}, &used} {
		if err := got.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		want := after.Book{Title: "first", Pages: 9, Orders: []after.Order{{ID: 1 << 40, Texts: []string{"a", "bc"}, Last: "last"}, {}, {ID: 3, Last: "z"}}}
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("got  %+v\nwant %+v", *got, want)
		}
	}
	for n := range b {
		if new(after.Book).UnmarshalBinary(b[:n]) == nil {
			t.Errorf("%d of %d bytes are decoded without an error", n, len(b))
		}
	}
	for i := range min(len(b), 2000) {
		for bit := range 8 {
			if bit != i%8 && os.Getenv("BALE_TEST") != "slow" { // all bits take 4 s
				continue
			}
			c := append([]byte(nil), b...)
			c[i] ^= 1 << bit
			new(after.Book).UnmarshalBinary(c)
		}
	}
}

// TestOldReadsNew checks that removed fields are zero.
func TestOldReadsNew(t *testing.T) {
	b, err := fresh.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if n := fresh.SizeBinary(); n != len(b) {
		t.Errorf("size is %d, message has %d bytes", n, len(b))
	}
	var same after.Book
	if err := same.UnmarshalBinary(b); err != nil || !reflect.DeepEqual(same, fresh) {
		t.Errorf("got %+v, %v", same, err)
	}
	got := old
	got.Orders = append([]before.Order(nil), old.Orders...)
	if err := got.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	for i := range got.Orders {
		if !got.Orders[i].When.IsZero() {
			t.Errorf("order %d: %v", i, got.Orders[i].When)
		}
		got.Orders[i].When = time.Time{}
	}
	want := before.Book{Title: "second", Pages: 1, Orders: []before.Order{{ID: 5, Texts: []string{"d"}, Last: "l"}, {}, {ID: 1 << 50, Last: "y"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
