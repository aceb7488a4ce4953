package kinds

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/kinds/internal/bale/core"
)

// TestTags checks that skipped fields keep their values, that an omitted field may be missing, and that too long fields are
// refused.
func TestTags(t *testing.T) {
	v := Tail{Length: 1, Name: "name", Gone: []byte("gone"), Rest: []Pair{{"k", 1}}}
	b, _ := v.MarshalFixed()
	got := Tail{Gone: []byte("mine")}
	if err := got.UnmarshalFixed(b); err != nil || string(got.Gone) != "mine" || got.Rest[0] != v.Rest[0] {
		t.Errorf("%+v: %v", got, err)
	}
	v.Rest = nil
	b, _ = v.MarshalFixed()
	if err := got.UnmarshalFixed(b); err != nil || len(got.Rest) != 0 {
		t.Errorf("an omitted field is decoded as %+v: %v", got.Rest, err)
	}
	for _, long := range []Tail{{Name: "longer"}, {Short: []int16{1, 2, 3}}} {
		if _, err := long.MarshalFixed(); err == nil || !strings.Contains(err.Error(), "longer than the type allows") {
			t.Errorf("%+v is encoded: %v", long, err)
		}
	}
	b, _ = (&Tail{Name: "short", Short: []int16{1, 2}}).MarshalFixed()
	for part, longer := range map[string]string{"\x05\x00\x00\x00short": "\x06\x00\x00\x00longer", "\x02\x00\x00\x00\x01\x00\x02\x00": "\x03\x00\x00\x00\x01\x00\x02\x00\x03\x00"} {
		if err := got.UnmarshalFixed(bytes.Replace(b, []byte(part), []byte(longer), 1)); err == nil || !strings.Contains(err.Error(), "longer than the type allows") {
			t.Errorf("%q is decoded: %v", longer, err)
		}
	}
}

// TestUntouched checks that an error of the fixed format leaves a value unchanged and has the right position.
func TestUntouched(t *testing.T) {
	v := Lists{Pairs: []Pair{{"a", 1}, {"b", 2}}, Bools: []bool{true, false}}
	b, _ := v.MarshalFixed()
	want := Lists{Names: []Name{"mine"}, Ints: []int64{1, 2, 3}}
	got := want
	for n := range b {
		if err := got.UnmarshalFixed(b[:n]); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("%d of %d bytes: %v", n, len(b), err)
		}
	}
	bad := bytes.Clone(b)
	bad[13] = 2
	if err := got.UnmarshalFixed(bad); err == nil || err.Error() != "Lists.Bools[1]: offset 13: malformed message" {
		t.Errorf("a bool of 2: %v", err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("after errors the value is %+v", got)
	}
}

// TestFaults checks which messages the varint format refuses, and the positions in the errors.
func TestFaults(t *testing.T) {
	v := Scalars{S: "text", N: "name"}
	good, _ := v.MarshalVarint()
	change := func(at int, to ...byte) []byte { return append(append(bytes.Clone(good[:at]), to...), good[at+1:]...) }
	for _, c := range []struct {
		b    []byte
		want string
	}{
		{change(0, 2), "Scalars.B: offset 0: malformed message"},
		{change(1, 0x80, 0), "Scalars.I8: offset 1: malformed message"},
		{change(1, 0x80, 2), "Scalars.I8: offset 1: number out of range"},
		{change(2, 0x80, 0x80, 4), "Scalars.I16: offset 2: number out of range"},
		{change(3, 0xff, 0xff, 0xff, 0xff, 0x10), "Scalars.I32: offset 3: number out of range"},
		{change(3, 0x80, 0x80, 0), "Scalars.I32: offset 3: malformed message"},
		{change(4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2), "Scalars.I64: offset 4: number out of range"},
		{change(4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0), "Scalars.I64: offset 4: malformed message"},
		{change(11, 0x80, 1), "Scalars.S: offset 13: unexpected EOF"},
		{change(11, 0x84, 0), "Scalars.S: offset 11: malformed message"},
		{good[:7], "Scalars.B to S: offset 7: unexpected EOF"},
	} {
		if err := new(Scalars).UnmarshalVarint(c.b); err == nil || err.Error() != c.want {
			t.Errorf("%x: %v, want %s", c.b, err, c.want)
		}
	}
	twice := []byte{1, 2, 1, 'k', 0, 0, 0, 0, 0, 1, 'k', 0, 0, 0, 0, 0}
	if err := new(Alone).UnmarshalVarint(twice); err == nil || err.Error() != "Alone[1]: offset 16: duplicate map key" {
		t.Errorf("a duplicate key: %v", err)
	}
}

// TestMemory checks that a value takes no more memory than is allowed.
func TestMemory(t *testing.T) {
	defer func(n int) { core.MaxMemory = n }(core.MaxMemory)
	b, _ := (&Lists{Names: make([]Name, 1000)}).MarshalVarint()
	f, _ := (&Lists{Names: make([]Name, 1000)}).MarshalFixed()
	core.MaxMemory = 16000
	if err := errors.Join(new(Lists).UnmarshalVarint(b), new(Lists).UnmarshalFixed(f)); err != nil {
		t.Error(err)
	}
	core.MaxMemory = 15999
	for _, err := range []error{new(Lists).UnmarshalVarint(b), new(Lists).UnmarshalFixed(f)} {
		if err == nil || !strings.HasSuffix(err.Error(), "takes more memory than is allowed: raise MaxMemory of package internal/bale/core") {
			t.Errorf("16000 bytes for names: %v", err)
		}
	}
}

// TestTimes checks that times in the varint format have the bytes of time.MarshalBinary.
func TestTimes(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 30, 15, 123456789, time.UTC)
	for _, zone := range []int{0, 3600, -5400, 60*60 + 17, -90*60 - 1, 32767 * 60, 59, -59} {
		v := Extended{Times: []time.Time{at, at.In(time.FixedZone("", zone)), at.Local()}}
		b, err := v.MarshalVarint()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range v.Times {
			if m, err := want.MarshalBinary(); err != nil || !bytes.Contains(b, m) {
				t.Errorf("%v: %x is not in %x: %v", want, m, b, err)
			}
		}
		var got Extended
		if err := got.UnmarshalVarint(b); err != nil {
			t.Fatal(err)
		}
		for i, want := range v.Times {
			_, offset := want.Zone()
			if _, o := got.Times[i].Zone(); !got.Times[i].Equal(want) || o != offset {
				t.Errorf("%v came back as %v", want, got.Times[i])
			}
		}
	}
	for _, zone := range []int{-60, -119, 60 * 32768} {
		v := Extended{Time: at.In(time.FixedZone("far", zone))}
		if _, err := v.MarshalVarint(); err == nil {
			t.Errorf("an offset of %d seconds is encoded", zone)
		}
	}
}
