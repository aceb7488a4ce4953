package changing

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// keptFormats has the methods of Kept.
var keptFormats = map[string]struct {
	marshal   func(*Kept) ([]byte, error)
	size      func(*Kept) int
	unmarshal func(*Kept, []byte) error
}{
	"compact":       {(*Kept).MarshalBinary, (*Kept).SizeBinary, (*Kept).UnmarshalBinary},
	"fixed":         {(*Kept).MarshalFixed, (*Kept).SizeFixed, (*Kept).UnmarshalFixed},
	"varint":        {(*Kept).MarshalVarint, (*Kept).SizeVarint, (*Kept).UnmarshalVarint},
	"xdr":           {(*Kept).MarshalXDR, (*Kept).SizeXDR, (*Kept).UnmarshalXDR},
	"msgpack":       {(*Kept).MarshalMsgpack, (*Kept).SizeMsgpack, (*Kept).UnmarshalMsgpack},
	"cbor":          {(*Kept).MarshalCBOR, (*Kept).SizeCBOR, (*Kept).UnmarshalCBOR},
	"proto":         {(*Kept).MarshalProto, (*Kept).SizeProto, (*Kept).UnmarshalProto},
	"sproto":        {(*Kept).MarshalSproto, (*Kept).SizeSproto, (*Kept).UnmarshalSproto},
	"sproto-packed": {(*Kept).MarshalSprotoPacked, (*Kept).SizeSprotoPacked, (*Kept).UnmarshalSprotoPacked},
}

// mixed returns the first field of the struct got that is neither that of before nor that of after, or "".
func mixed(got, before, after any) string {
	g, b, a := reflect.ValueOf(got).Elem(), reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem()
	for i := range g.NumField() {
		x := g.Field(i).Interface()
		if !reflect.DeepEqual(x, b.Field(i).Interface()) && !reflect.DeepEqual(x, a.Field(i).Interface()) {
			return fmt.Sprintf("%s: %+v", g.Type().Field(i).Name, x)
		}
	}
	return ""
}

// TestStates checks that each field of a message is the field before or after the change that a method makes, or that there is an error.
func TestStates(t *testing.T) {
	for name, f := range formats {
		decoded := func(change string) *Parent {
			p := New()
			Fills(p)[change]()
			b, err := f.marshal(p)
			if err != nil {
				return New() // it cannot be encoded
			}
			if p = new(Parent); f.unmarshal(p, b) != nil {
				t.Fatalf("%s %s: the message cannot be decoded", name, change)
			}
			return p
		}
		before := decoded("nothing")
		for what := range Fills(New()) {
			for _, where := range []string{"lazy", "map", "last"} {
				b, err := f.marshal(filling(what, where))
				if err != nil {
					continue // TestFilled checks it
				}
				got := new(Parent)
				if err := f.unmarshal(got, b); err != nil {
					t.Errorf("%s %s %s: %v", name, what, where, err)
				} else if x := mixed(got, before, decoded(what)); x != "" {
					t.Errorf("%s %s %s: %.200s", name, what, where, x)
				}
			}
		}
	}
}

// TestForeign checks that a union that changes to a type outside of the union after its size has been computed is an error in all formats.
func TestForeign(t *testing.T) {
	for name, f := range formats {
		p := New()
		p.Ending.Fill = func() { p.Union = p }
		if _, err := f.marshal(p); err == nil || !strings.Contains(err.Error(), "the value changed while it was being encoded") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// changing is filling for Kept.
func changing(what, where string) *Kept {
	p := NewKept()
	change := KeptChanges(p)[what]
	switch where {
	case "first":
		p.Switch.Fill = change
	case "row":
		p.Rows[0].List[0].Fill = change
	case "last":
		p.Last.Fill = change
	}
	return p
}

// TestKept checks that what a method returned is written for the value that it was called for, or that there is an error.
func TestKept(t *testing.T) {
	for name, f := range keptFormats {
		decoded := func(change string) *Kept {
			p := NewKept()
			KeptChanges(p)[change]()
			b, err := f.marshal(p)
			if err != nil {
				return NewKept()
			}
			if p = new(Kept); f.unmarshal(p, b) != nil {
				t.Fatalf("%s %s: the message cannot be decoded", name, change)
			}
			return p
		}
		before := decoded("nothing")
		for what := range KeptChanges(NewKept()) {
			for _, where := range []string{"first", "row", "last"} {
				if f.size(changing(what, where)) == 0 && what == "nothing" {
					t.Errorf("%s: the size is 0", name)
				}
				b, err := f.marshal(changing(what, where))
				if err != nil {
					if s := err.Error(); what == "nothing" || !strings.Contains(s, "the value changed while it was being encoded") && (what != "foreign" || !strings.Contains(s, "its union is of")) {
						t.Errorf("%s %s %s: %v", name, what, where, err)
					}
					continue
				}
				got := new(Kept)
				if err := f.unmarshal(got, b); err != nil {
					t.Errorf("%s %s %s: the message cannot be decoded: %v", name, what, where, err)
				} else if x := mixed(got, before, decoded(what)); x != "" {
					t.Errorf("%s %s %s: %s", name, what, where, x)
				}
				again, err := f.marshal(got)
				if where == "last" && what == "nothing" && (err != nil || !bytes.Equal(again, b)) {
					t.Errorf("%s: another message: %v", name, err)
				}
			}
		}
	}
}
