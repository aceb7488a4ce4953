package types

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	balesproto "balepins/internal/bale/sproto"
	sproto "github.com/xjdrew/gosproto"
)

type vector struct {
	Plain, Packed string
	Value         *ValMsg
}

// lines returns the test vectors in a file.
func lines(t *testing.T, name string) (list []vector) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var v vector
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	if len(list) < 40 {
		t.Fatalf("%s has %d lines", name, len(list))
	}
	return list
}

// TestVectors: values are encoded to the bytes of the vectors, and these are decoded to the values.
func TestVectors(t *testing.T) {
	for i, v := range lines(t, "valmsg.jsonl") {
		plain, err1 := v.Value.MarshalSproto()
		packed, err2 := v.Value.MarshalSprotoPacked()
		if err1 != nil || err2 != nil || hex.EncodeToString(plain) != v.Plain || hex.EncodeToString(packed) != v.Packed {
			t.Fatalf("line %d: %v, %v\ngot  %x\nwant %s\ngot  %x\nwant %s", i+1, err1, err2, plain, v.Plain, packed, v.Packed)
		}
		var got, unpacked ValMsg
		if err := got.UnmarshalSproto(plain); err != nil || !reflect.DeepEqual(&got, v.Value) {
			t.Fatalf("line %d came back as %+v: %v", i+1, got, err)
		}
		if err := unpacked.UnmarshalSprotoPacked(packed); err != nil || !reflect.DeepEqual(&unpacked, v.Value) {
			t.Fatalf("line %d came back as %+v: %v", i+1, unpacked, err)
		}
	}
}

// TestPacking packs the vectors, appended to other bytes, and unpacks them.
func TestPacking(t *testing.T) {
	for i, v := range lines(t, "pack.jsonl") {
		plain, _ := hex.DecodeString(v.Plain)
		room := append(bytes.Clone(plain), make([]byte, 16)...)
		if got := balesproto.Pack([]byte("front"), room, len(plain)); string(got[:5]) != "front" || hex.EncodeToString(got[5:]) != v.Packed {
			t.Fatalf("line %d: %x\nwant %s", i+1, got, v.Packed)
		}
		packed, _ := hex.DecodeString(v.Packed)
		for _, own := range []bool{false, true} {
			got := balesproto.Unpack(packed, own)
			if len(*got) != (len(plain)+7)&^7 || !bytes.Equal((*got)[:len(plain)], plain) {
				t.Fatalf("line %d: %x, want %s", i+1, *got, v.Plain)
			}
		}
	}
}

// TestWords compares packed bytes with gosproto's for every mask, and for runs of many lengths.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for mask := range 2000 {
		plain := make([]byte, 8*(1+r.IntN(600)))
		for i := range plain {
			if mask>>(i%8)&1 != 0 || mask >= 256 && r.IntN(8) > mask%5 {
				plain[i] = byte(1 + r.IntN(255))
			}
		}
		want := sproto.Pack(plain)
		got := balesproto.Pack(nil, append(bytes.Clone(plain), make([]byte, 16)...), len(plain))
		if !bytes.Equal(got, want) {
			t.Fatalf("%x\ngot  %x\nwant %x", plain, got, want)
		}
		if back := balesproto.Unpack(got, true); !bytes.Equal(*back, plain) {
			t.Fatalf("%x came back as %x", plain, *back)
		}
	}
}

// fill sets random values that gosproto decodes unchanged. In lists, numbers are not negative, since gosproto decodes negative
// 32-bit numbers in lists as positive ones.
func fill(r *rand.Rand, v reflect.Value, list bool) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 1)
	case reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.Uint64()) >> r.IntN(64))
		if list {
			v.SetInt(v.Int() & (1<<(v.Type().Bits()-1) - 1))
		}
	case reflect.Uint8, reflect.Uint16:
		v.SetUint(r.Uint64())
	case reflect.String:
		v.SetString("text of any length, as it comes"[:r.IntN(32)])
	case reflect.Slice:
		if r.IntN(4) > 0 {
			v.Set(reflect.MakeSlice(v.Type(), r.IntN(5), 5))
			for i := range v.Len() {
				fill(r, v.Index(i), true)
			}
		}
	case reflect.Pointer:
		if list || r.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), false)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i), false)
		}
	}
}

type ours interface {
	MarshalSproto() ([]byte, error)
	UnmarshalSproto([]byte) error
	MarshalSprotoPacked() ([]byte, error)
	UnmarshalSprotoPacked([]byte) error
}

// TestSame: bale and gosproto encode the same bytes, and each decodes those of the other.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for i := range 4000 {
		v := []ours{new(ValMsg), new(Sparse)}[i%2]
		fill(r, reflect.ValueOf(v).Elem(), false)
		b, err := v.MarshalSproto()
		want, e := sproto.Encode(v)
		if err != nil || e != nil || !bytes.Equal(b, want) {
			t.Fatalf("%+v:\ngot  %x\nwant %x: %v, %v", v, b, want, err, e)
		}
		packed, err := v.MarshalSprotoPacked()
		if want := sproto.Pack(want); err != nil || !bytes.Equal(packed, want) {
			t.Fatalf("%+v:\ngot  %x\nwant %x: %v", v, packed, want, err)
		}
		for _, decode := range []func(v ours) error{
			func(v ours) error { return v.UnmarshalSproto(b) },
			func(v ours) error { return v.UnmarshalSprotoPacked(packed) },
			func(v ours) error { _, err := sproto.Decode(b, v); return err },
			func(v ours) error { return sproto.DecodePacked(packed, v) },
		} {
			got := reflect.New(reflect.TypeOf(v).Elem()).Interface().(ours)
			if err := decode(got); err != nil {
				t.Fatalf("%x: %v", b, err)
			}
			if back, err := got.MarshalSproto(); err != nil || !bytes.Equal(back, b) {
				t.Fatalf("%x came back as %+v: %v", b, got, err)
			}
		}
	}
}
