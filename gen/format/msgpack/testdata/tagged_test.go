package kinds

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/kinds/internal/bale/core"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBytes compares the encoding of some values with bytes written by hand from the specification.
func TestBytes(t *testing.T) {
	for _, c := range []struct {
		v    interface{ MarshalMsgpack() ([]byte, error) }
		want string
	}{
		{&Text{A: "x", C: strings.Repeat("y", 32)}, "83 a141 a178 a142 a0 a143 d920" + strings.Repeat("79", 32)},
		{&Row{A: -1, B: "b", C: 1}, "96 ff a162 ca3f800000 c0 93 00 00 c404 00000000 c0"},
		{&Flat{X: 1, Tag: [3]byte{1, 2, 3}}, "83 a158 ca3f800000 a159 ca00000000 a3546167 c403010203"},
		{&Hiding{"a", Other{"b"}, Deep{X: 1}}, "84 a15a a161 a54f74686572 81 a15a a162 a158 01 a159 00"},
		{&Person{Home: Home{"a", "b"}, Work: Work{"c"}}, "84 a44e616d65 a0 a443697479 a161 a6537472656574 a162 a4576f726b 81 a443697479 a163"},
		{&Person{Extra: &Extra{}}, "86 a44e616d65 a0 a443697479 a0 a6537472656574 a0 a4576f726b 81 a443697479 a0 a3416765 00 a454616773 c0"},
		{&Sparse{}, "84 a54669727374 00 a6426173654944 00 a158 00 a159 00"},
		{&Sparse{A: 1, B: "x"}, "86 a54669727374 00 a141 01 a162 a178 a6426173654944 00 a158 00 a159 00"},
		{&Tuple{B: "x"}, "92 00 a178"},
		{&Speaking{Loud{1}, Mute{2}}, "82 a44c6f7564 81 a158 01 a44d757465 81 a158 02"},
		{&Nils{}, "86 a141 c0 a142 c0 a143 c0 a144 c0 a145 c0 a146 c0"},
		{&Void{V: make([]struct{}, 2)}, "81 a156 92 80 80"},
	} {
		got, err := c.v.MarshalMsgpack()
		if want := unhex(t, c.want); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%T:\ngot  %x\nwant %x: %v", c.v, got, want, err)
		}
	}
}

// TestIntegers checks that integers are encoded in the shortest form, and that all forms are decoded into all widths that hold them.
func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		x    int64
		want string
	}{
		{0, "00"}, {127, "7f"}, {128, "cc80"}, {255, "ccff"}, {256, "cd0100"}, {65535, "cdffff"}, {65536, "ce00010000"},
		{1<<32 - 1, "ceffffffff"}, {1 << 32, "cf0000000100000000"}, {math.MaxInt64, "cf7fffffffffffffff"},
		{-1, "ff"}, {-32, "e0"}, {-33, "d0df"}, {-128, "d080"}, {-129, "d1ff7f"}, {-32768, "d18000"}, {-32769, "d2ffff7fff"},
		{math.MinInt32, "d280000000"}, {math.MinInt32 - 1, "d3ffffffff7fffffff"}, {math.MinInt64, "d38000000000000000"},
	} {
		s := Scalars{I64: c.x}
		b, err := s.MarshalMsgpack()
		if err != nil {
			t.Fatal(err)
		}
		if want := append([]byte("\xa3I64"), unhex(t, c.want)...); !bytes.Contains(b, append(want, "\xa2U8"...)) {
			t.Errorf("%d: %x does not contain %x", c.x, b, want)
		}
	}
	for _, c := range []struct {
		key, value string
		want       any // nil: number out of range
	}{
		{"I8", "cc7f", int8(127)}, {"I8", "cf000000000000007f", int8(127)}, {"I8", "cc80", nil}, {"I8", "d3ffffffffffffff80", int8(-128)},
		{"I8", "d1ff7f", nil}, {"U8", "d000", uint8(0)}, {"U8", "d3000000000000 00ff", uint8(255)}, {"U8", "ff", nil}, {"U8", "cd0100", nil},
		{"U64", "cfffffffffffffffff", uint64(math.MaxUint64)}, {"U64", "d3ffffffffffffffff", nil}, {"I64", "cfffffffffffffffff", nil},
		{"U16", "d17fff", uint16(32767)}, {"I32", "ce80000000", nil}, {"U32", "ceffffffff", uint32(math.MaxUint32)}, {"U32", "c0", uint32(0)},
		{"F32", "cb3ff0000000000000", float32(1)}, {"F32", "cb7fefffffffffffff", nil}, {"F64", "ca3f800000", float64(1)}, {"F64", "07", float64(7)},
		{"F64", "cf7fffffffffffffff", nil}, {"F64", "cfffffffffffffffff", nil}, {"F64", "cf0020000000000000", float64(1 << 53)},
		{"F64", "cf0020000000000001", nil}, {"F64", "d3ffdfffffffffffff", nil}, {"F64", "cf8000000000000000", float64(1 << 63)},
		{"F64", "d38000000000000000", float64(-1 << 63)}, {"F32", "ce01000001", nil}, {"F32", "ce01000002", float32(1<<24 + 2)},
		{"F64", "00", float64(0)}, {"F64", "e0", float64(-32)}, {"S", "c40161", "a"}, {"S", "da000161", "a"}, {"S", "c0", ""},
		{"By", "a161", []byte("a")}, {"By", "c600000001 61", []byte("a")}, {"By", "c0", []byte(nil)}, {"By", "c400", []byte{}}, {"B", "c0", false},
	} {
		for _, tail := range []string{"", "a3 466f6f a1 78 a3 426172 a8 7878787878787878"} { // without and with bytes after the value
			count := "81"
			if tail != "" {
				count = "83"
			}
			msg := unhex(t, count+hex.EncodeToString(append([]byte{0xa0 + byte(len(c.key))}, c.key...))+c.value+tail)
			var s Scalars
			err := s.UnmarshalMsgpack(msg)
			if c.want == nil {
				if !errors.Is(err, core.Errors[core.Overflow]) {
					t.Errorf("%s %s: %v", c.key, c.value, err)
				}
				continue
			}
			if got := reflect.ValueOf(s).FieldByName(c.key).Interface(); err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s %s: got %v, want %v: %v", c.key, c.value, got, c.want, err)
			}
		}
	}
}

// TestOrder decodes fields in any order, with unknown fields between them, as an array, and with missing fields.
func TestOrder(t *testing.T) {
	want := Flat{X: 1, Y: 2, Tag: [3]byte{7, 8, 9}}
	for _, msg := range []string{
		"83 a158 01 a159 02 a3546167 c403070809",
		"83 a3546167 c403070809 a159 02 a158 01",
		"84 a158 ca3f800000 a15a 92 c0 81 a161 d4 05 00 a159 02 a3546167 a3070809",
		"85 a15a c70300000000 a15a cb0000000000000000 a158 01 a3546167 c403070809 a159 ca40000000",
		"93 01 02 c403070809", "94 01 02 c403070809 c3", "de0003 c40158 01 d90159 02 a3546167 c403070809",
	} {
		got := Flat{X: 5, Y: 5}
		if err := got.UnmarshalMsgpack(unhex(t, msg)); err != nil || got != want {
			t.Errorf("%s: got %v: %v", msg, got, err)
		}
	}
	got := want
	if err := got.UnmarshalMsgpack(unhex(t, "81 a159 03")); err != nil || got != (Flat{Y: 3}) {
		t.Errorf("got %v: %v", got, err)
	}
	got = want
	if err := got.UnmarshalMsgpack(unhex(t, "c0")); err != nil || got != (Flat{}) {
		t.Errorf("got %v of nil: %v", got, err)
	}
}

// TestAlias checks that a field is decoded under its alias, too, but not under both names.
func TestAlias(t *testing.T) {
	var got Sparse
	if err := got.UnmarshalMsgpack(unhex(t, "82 a56f6c646572 07 a36f6c64 a178")); err != nil || got.B != "x" || got.C == nil || *got.C != 7 {
		t.Errorf("got %+v: %v", got, err)
	}
	for _, msg := range []string{"82 a36f6c64 a178 a162 a179", "82 a162 a179 a36f6c64 a178"} {
		if err := got.UnmarshalMsgpack(unhex(t, msg)); !errors.Is(err, core.Errors[core.Duplicate]) {
			t.Errorf("%s: %v", msg, err)
		}
	}
}

// TestEmbeddedPointers checks which embedded pointers are allocated, and that nothing of a used value is left.
func TestEmbeddedPointers(t *testing.T) {
	v := Person{Name: "n", Extra: &Extra{Age: 1, More: &More{Note: "old", Sub: &Person{}}, Tags: []string{"t"}}}
	extra, more := v.Extra, v.Extra.More
	for _, c := range []struct {
		msg  string
		want Person
	}{
		{"81 a44e6f7465 a178", Person{Extra: &Extra{More: &More{Note: "x"}}}},
		{"81 a3416765 02", Person{Extra: &Extra{Age: 2}}},
		{"81 a454616773 c0", Person{Extra: &Extra{}}},
		{"80", Person{}},
		{"82 a3537562 81 a3537562 80 a44e616d65 a16e", Person{Name: "n", Extra: &Extra{More: &More{Sub: &Person{Extra: &Extra{More: &More{Sub: &Person{}}}}}}}},
		{"82 a4486f6d65 82 a6537472656574 a162 a443697479 a161 a44e616d65 a16e", Person{Name: "n", Home: Home{"a", "b"}}},
		{"81 a54578747261 81 a3416765 03", Person{Extra: &Extra{Age: 3}}},
		{"81 a54578747261 c0", Person{}},
		{"8a a44e616d65 c0 a161 c0 a162 c0 a163 c0 a164 c0 a165 c0 a166 c0 a167 c0 a168 c0 a169 c0", Person{}},
		{"9d c0 c0 c0 c0 c0 c0 c0 c0 c0 01 02 03 04", Person{Extra: &Extra{More: &More{}}}},
		{"c0", Person{}},
	} {
		for _, got := range []*Person{{}, &v} {
			if err := got.UnmarshalMsgpack(unhex(t, c.msg)); err != nil || !reflect.DeepEqual(*got, c.want) {
				t.Errorf("%s: got %+v: %v", c.msg, *got, err)
			}
		}
	}
	v = Person{Extra: extra}
	extra.More = more
	if err := v.UnmarshalMsgpack(unhex(t, "81 a44e6f7465 a178")); err != nil || v.Extra == extra || more.Note != "old" { // they can hold another Person
		t.Errorf("the pointers of the used value are used again: %v", err)
	}
	if err := v.UnmarshalMsgpack(unhex(t, "82 a44e6f7465 a178 a44e6f7465 a179")); !errors.Is(err, core.Errors[core.Duplicate]) || !strings.HasPrefix(err.Error(), "Person: offset ") {
		t.Error(err)
	}
	for _, msg := range []string{"82 a443697479 a161 a4486f6d65 80", "82 a4486f6d65 80 a443697479 a161", "82 a4486f6d65 80 a4486f6d65 80"} {
		if err := v.UnmarshalMsgpack(unhex(t, msg)); !errors.Is(err, core.Errors[core.Duplicate]) {
			t.Errorf("%s: %v", msg, err)
		}
	}
	if err := v.UnmarshalMsgpack(unhex(t, "81 a44e6f7465 01")); err == nil || !strings.HasPrefix(err.Error(), "Person.Extra.More.Note: offset 6: ") {
		t.Error(err)
	}
}

// TestWrong checks the errors for invalid messages, with their paths and offsets.
func TestWrong(t *testing.T) {
	for _, c := range []struct {
		into interface{ UnmarshalMsgpack([]byte) error }
		msg  string
		is   error
		want string
	}{
		{new(Flat), "82 a158 01 a158 01", core.Errors[core.Duplicate], "Flat: offset 6"},
		{new(Flat), "81 a158", io.ErrUnexpectedEOF, "Flat.X: offset 3"},
		{new(Flat), "81 a15a dd00000100", io.ErrUnexpectedEOF, "Flat: offset 8"},
		{new(Flat), "83 01 02", io.ErrUnexpectedEOF, "Flat.X: offset 3"},
		{new(Flat), "81 01 02", core.Errors[core.Malformed], "Flat: offset 1"},
		{new(Flat), "80 00", core.Errors[core.Trailing], "Flat: offset 1"},
		{new(Lists), "81 a55061697273 92 80 81 a34b6579 c1", core.Errors[core.Malformed], "Lists.Pairs[1].Key: offset 14"},
		{new(Alone), "82 a161 80 a161 80", core.Errors[core.Duplicate], "Alone[1]: offset 7"},
		{new(Ruled), "81 a34d6178 a6 616161616161", core.Errors[core.TooLong], "Ruled.Max: offset 6"},
		{new(Extended), "81 a454696d65 d7ff ffffffff00000000", core.Errors[core.Malformed], "Extended.Time: offset 6"},
		{new(Lists), "81 a4496e7473 dd7fffffff 00", io.ErrUnexpectedEOF, "Lists.Ints: offset 12"},
	} {
		err := c.into.UnmarshalMsgpack(unhex(t, c.msg))
		if !errors.Is(err, c.is) || !strings.HasPrefix(err.Error(), c.want+": ") {
			t.Errorf("%s: %v, want %s", c.msg, err, c.want)
		}
	}
}

// TestTimes decodes the three forms of timestamps, and that of older versions of tinylib/msgp.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		value     string
		sec, nsec int64
		canonical bool // bale encodes the time in this form
	}{
		{"d6ff00000001", 1, 0, true}, {"d7ff0000000400000001", 1, 1, true}, {"d7ffee6b27fc00000000", 0, 999999999, true},
		{"c70cff00000002ffffffffffffffff", -1, 2, true}, {"c70c0500000000000000 0300000004", 3, 4, false},
		{"c70cff000000000000000000000001", 1, 0, false}, {"c704ff00000001", 1, 0, false}, {"d7ff0000000000000001", 1, 0, false},
		{"c708ff0000000400000001", 1, 1, false}, {"c900000008ff0000000400000001", 1, 1, false},
	} {
		var e Extended
		if err := e.UnmarshalMsgpack(unhex(t, "81a454696d65"+c.value)); err != nil || !e.Time.Equal(time.Unix(c.sec, c.nsec)) {
			t.Errorf("%s: %v: %v", c.value, e.Time, err)
		}
		b, err := e.MarshalMsgpack()
		if err != nil || bytes.Contains(b, unhex(t, c.value)) != c.canonical {
			t.Errorf("%s: %x: %v", c.value, b, err)
		}
	}
}

// TestDeep checks the limit of recursion.
func TestDeep(t *testing.T) {
	var f Tree
	deep := append(unhex(t, "81a6466f72657374"), bytes.Repeat([]byte{0x91}, 5000)...)
	if err := f.UnmarshalMsgpack(append(deep, 0x90)); !errors.Is(err, core.Errors[core.TooDeep]) {
		t.Error(err)
	}
	f.Left = &f
	if _, err := f.MarshalMsgpack(); !errors.Is(err, core.Errors[core.TooDeep]) {
		t.Error(err)
	}
}

// TestUntouched checks that decoding leaves fields alone that are not encoded.
func TestUntouched(t *testing.T) {
	v := Tagged{Left: "left", Name: "gone"}
	if err := v.UnmarshalMsgpack([]byte{0x80}); err != nil || v.Left != "left" || v.Name != "" {
		t.Errorf("got %+v: %v", v, err)
	}
}

// TestFits checks that an integer of any form is decoded if it is in range, and rejected otherwise, with and without bytes after it.
func TestFits(t *testing.T) {
	var sizes Sizes
	fields := reflect.ValueOf(&sizes).Elem()
	try := func(i int, form byte, x uint64, fits bool) {
		b := binary.BigEndian.AppendUint64([]byte{0x81, 0xa1, 'A' + byte(i), form}, x)
		followed := append(bytes.Clone(b), "\xa4Last\xaaabcdefghij"...)
		followed[0]++
		for _, b := range [][]byte{b, followed} {
			var got Sizes
			if err := got.UnmarshalMsgpack(b); (err == nil) != fits {
				t.Errorf("%x: %v", b, err)
			}
		}
	}
	for bit := range 65 {
		for _, x := range []uint64{1<<bit - 1, 1 << bit, -(1 << bit), -(1 << bit) - 1} {
			for i := range 8 {
				if f := fields.Field(i); f.CanInt() {
					try(i, 0xcf, x, x < 1<<63 && !f.OverflowInt(int64(x)))
					try(i, 0xd3, x, !f.OverflowInt(int64(x)))
				} else {
					try(i, 0xcf, x, !f.OverflowUint(x))
					try(i, 0xd3, x, x < 1<<63 && !f.OverflowUint(x))
				}
			}
		}
	}
}

// TestNegativeZero checks that omitempty leaves out a zero, and not a negative zero.
func TestNegativeZero(t *testing.T) {
	zero, err := new(Tagged).MarshalMsgpack()
	if err != nil {
		t.Fatal(err)
	}
	b, err := (&Tagged{Ratio: math.Copysign(0, -1)}).MarshalMsgpack()
	got := new(Tagged)
	if err != nil || len(b) <= len(zero) || got.UnmarshalMsgpack(b) != nil || !math.Signbit(got.Ratio) {
		t.Errorf("negative zero: got %x, error %v, decoded %v, and for zero %x", b, err, got.Ratio, zero)
	}
}
