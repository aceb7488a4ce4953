package tagged

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/tagged/internal/bale/baletest"
)

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBytes checks messages: names and keys of maps are sorted, and a struct may be an array.
func TestBytes(t *testing.T) {
	for _, c := range []struct {
		v    *Small
		want string
	}{
		{&Small{D: map[string]int8{"bb": 1, "a": 2, "aaa": -3, "": 4}, H: time.Unix(0, 0).UTC()},
			"a8 6141 00 6142 60 6143 f6 6144 a4 60 04 6161 02 626262 01 63616161 22 6145 f6 6146 f6 6147 00 6148 00"},
		{&Small{F: new(**int), H: time.Unix(0, 1).UTC()},
			"a8 6141 00 6142 60 6143 f6 6144 f6 6145 f6 6146 d9d9f7f6 6147 00 6148 78 1e 313937302d30312d30315430303a30303a30302e3030303030303030315a"},
		{&Small{F: ptr(new(*int)), C: []int{}, G: *big.NewInt(-500), H: time.Unix(0, 0).UTC()},
			"a8 6141 00 6142 60 6143 80 6144 f6 6145 f6 6146 d9d9f7d9d9f7f6 6147 3901f3 6148 00"},
	} {
		b, err := c.v.MarshalCBOR()
		if want := unhex(t, c.want); err != nil || !bytes.Equal(b, want) || c.v.SizeCBOR() != len(b) {
			t.Errorf("got  %x, size %d, %v\nwant %x", b, c.v.SizeCBOR(), err, want)
		}
		if got := new(Small); got.UnmarshalCBOR(b) != nil || !reflect.DeepEqual(got, c.v) {
			t.Errorf("%x: got %+v, want %+v", b, got, c.v)
		}
	}
}

func ptr[T any](x T) *T { return &x }

// TestForms decodes messages that bale does not write. What follows a message is left.
func TestForms(t *testing.T) {
	want := &Small{A: 7, B: "ab", C: []int{1, 2}, D: map[string]int8{"x": -1}, E: ptr(float32(1.5)), H: time.Unix(5, 0).UTC()}
	for _, text := range []string{
		"a7 6141 07 6142 626162 6143 820102 6144 a1617820 6145 f93e00 6146 f6 6148 05",
		"a7 6148 05 6145 fb3ff8000000000000 6144 a1617820 6143 820102 6142 626162 6141 1b0000000000000007 6146 f7",                                                // another order, longer forms
		"bf 6141 07 6142 7f61616162ff 6143 9f01190002ff 6144 bf617820ff 6145 fa3fc00000 6146 f6 6148 05 ff",                                                       // indefinite lengths
		"d9d9f7 a7 6141 d82a 07 c1 6142 626162 6143 d90102820102 6144 a1617820 6145 f93e00 6146 c0f6 6148 c105",                                                   // tags
		"a9 6141 07 617a 9f01a16179c2429f9fff 6142 626162 00 f4 6143 820102 6144 a1617820 6145 f93e00 6148 c074 313937302d30312d30315430303a30303a30355a 6146 f6", // unknown names
	} {
		b := unhex(t, text)
		for _, v := range []*Small{{}, {A: 1, B: "old", C: make([]int, 3), D: map[string]int8{"old": 1}, E: ptr(float32(2)), F: ptr(ptr(ptr(1))), G: *big.NewInt(3), H: time.Unix(9, 9)}} {
			n, err := v.DecodeCBOR(append(bytes.Clone(b), 0xff, 0))
			if err != nil || n != len(b) || !reflect.DeepEqual(v, want) {
				t.Errorf("%s: %d of %d bytes, %+v: %v", text, n, len(b), v, err)
			}
		}
		alias := new(Small)
		if err := alias.UnmarshalCBORAlias(b); err != nil || !reflect.DeepEqual(alias, want) {
			t.Errorf("%s: alias: %+v: %v", text, alias, err)
		}
		for k := range b {
			if err := new(Small).UnmarshalCBOR(b[:k]); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("the first %d bytes of %s: %v", k, text, err)
			}
		}
		if err := new(Small).UnmarshalCBOR(append(bytes.Clone(b), 0)); err == nil || !strings.Contains(err.Error(), "left over") {
			t.Errorf("%s and a byte: %v", text, err)
		}
	}
}

// TestErrors checks errors of decoding and encoding.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a16142 61ff":                         "Small.B: offset 4: a string that is not UTF-8",
		"a26141 01 6141 01":                   "Small: offset 6: duplicate map key",
		"a16144 a2616101616101":               "Small.D[1]: offset 10: duplicate map key",
		"a16141 3bffffffffffffffff":           "Small.A: offset 3: number out of range",
		"a16141 1b8000000000000000":           "Small.A: offset 3: number out of range",
		"a16145 fb7e37e43c8800759c":           "Small.E: offset 3: number out of range",
		"a16145 1a01000001":                   "Small.E: offset 3: number out of range",
		"a16141 c0":                           "Small: offset 4: unexpected EOF",
		"bf6141":                              "Small: offset 3: unexpected EOF",
		"bf6141ff":                            "Small: offset 3: malformed message",
		"a16142 7f4161ff":                     "Small: offset 4: malformed message",
		"820102":                              "Small: offset 0: malformed message",
		"a16148 63616263":                     "Small.H: offset 3: ",
		"a16143 9bffffffffffffffff":           "Small.C: offset 12: unexpected EOF",
		"a16143" + strings.Repeat("9f", 2000): "Small: offset 1003: nested too deep",
	} {
		if err := new(Small).UnmarshalCBOR(unhex(t, text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
	if _, err := (&Small{B: "\xff"}).MarshalCBOR(); fmt.Sprint(err) != "Small.B: a string that is not UTF-8: make it a []byte" {
		t.Error(err)
	}
	if _, err := (&Order{Lines: []Line{{S: "\xff"}}}).MarshalCBOR(); fmt.Sprint(err) != "Line.S: a string that is not UTF-8: make it a []byte" {
		t.Error(err)
	}
}

// TestNumbers checks that numbers keep all their bits.
func TestNumbers(t *testing.T) {
	for _, bits := range []uint32{0, 1 << 31, 1, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fa00000, 0xffffe000, 0x33800000, 0x33000000, 0x387fc000, 0x38800000, 0x477fe000, 0x47800000, 0x3f800001, 0x7fffffff} {
		v, got := &Order{G: math.Float32frombits(bits), F: math.Float64frombits(uint64(bits) << 32)}, new(Order)
		b, err := v.MarshalCBOR()
		if err != nil || v.SizeCBOR() != len(b) {
			t.Errorf("%08x: size %d of %d: %v", bits, v.SizeCBOR(), len(b), err)
		}
		if err := got.UnmarshalCBOR(b); err != nil || math.Float32bits(got.G) != bits || math.Float64bits(got.F) != uint64(bits)<<32 {
			t.Errorf("%08x: got %08x, %016x: %v", bits, math.Float32bits(got.G), math.Float64bits(got.F), err)
		}
	}
}

// FuzzDecode checks that no message makes the decoder panic, and that what it decodes comes back.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"a16141 07", "bf 6142 7f61616162ff ff", "d9d9f7a0", "a16146 d9d9f7d9d9f7f6", "a16147 c2410a", "a16148 d903e9a2010528 01", "a161439f0102ff", "fbff", "a17f6141ff01", "b820", "a16147c25f41ff"} {
		f.Add(unhex(f, text))
	}
	for _, v := range (baletest.Case[Order]{}).Values(3, 5) {
		if b, err := v.MarshalCBOR(); err == nil {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, v := range []interface {
			DecodeCBOR([]byte) (int, error)
			MarshalCBOR() ([]byte, error)
		}{new(Small), new(Order)} {
			n, err := v.DecodeCBOR(b)
			if err != nil {
				continue
			}
			if n > len(b) {
				t.Fatalf("%d of %d bytes", n, len(b))
			}
			first, err := v.MarshalCBOR()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := v.DecodeCBOR(first); err != nil {
				t.Fatalf("%x: %v", first, err)
			}
			if second, err := v.MarshalCBOR(); err != nil || !bytes.Equal(first, second) {
				t.Fatalf("%x: %x and %x: %v", b, first, second, err)
			}
		}
	})
}

// TestNegativeZero checks that omitempty leaves out a zero, and not a negative zero.
func TestNegativeZero(t *testing.T) {
	zero, err := new(Zeros).MarshalCBOR()
	if err != nil || !bytes.Equal(zero, []byte{0xa0}) {
		t.Errorf("zero: got %x, error %v", zero, err)
	}
	b, err := (&Zeros{F: math.Copysign(0, -1)}).MarshalCBOR()
	got := new(Zeros)
	if err != nil || got.UnmarshalCBOR(b) != nil || !math.Signbit(got.F) {
		t.Errorf("negative zero: got %x, error %v, decoded %v", b, err, got.F)
	}
}
