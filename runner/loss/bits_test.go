package loss

import (
	"encoding/binary"
	"reflect"
	"testing"
)

// TestDiffFindsEveryBit changes each bit of values of all sizes of numbers, and of texts, bytes, lists, and fields: a comparison that looks at a part of a value
// calls two values equal that differ elsewhere.
func TestDiffFindsEveryBit(t *testing.T) {
	type record struct {
		A int8
		B uint16
		C [3]int64
		D complex128
		E float32
	}
	for _, zero := range []any{int8(0), int16(0), int32(0), int64(0), uint8(0), uint16(0), uint32(0), uint64(0), float32(0), float64(0), complex64(0), [20]byte{}, [3]int32{}, record{}} {
		typ := reflect.TypeOf(zero)
		for i := range 8 * binary.Size(reflect.New(typ).Elem().Interface()) {
			checkFound(t, typ, i, func(bits []byte) reflect.Value {
				v := reflect.New(typ)
				if _, err := binary.Decode(bits, binary.LittleEndian, v.Interface()); err != nil {
					t.Fatal(err)
				}
				return v.Elem()
			})
		}
	}
	for _, list := range []any{"", []byte(nil)} {
		typ := reflect.TypeOf(list)
		for i := range 8 * 20 {
			checkFound(t, typ, i, func(bits []byte) reflect.Value {
				v := reflect.New(typ).Elem()
				v.Set(reflect.ValueOf(bits[:20]).Convert(typ))
				return v
			})
		}
	}
}

// checkFound checks that the difference in one bit is found between two values that are made of bytes.
func checkFound(t *testing.T, typ reflect.Type, bit int, valueOf func(bits []byte) reflect.Value) {
	t.Helper()
	want, got := make([]byte, 100), make([]byte, 100)
	for i := range want { // floating-point numbers between 1 and 2
		want[i] = 0x3f
	}
	copy(got, want)
	got[bit/8] ^= 1 << (bit % 8)
	if len(Diff(valueOf(want), valueOf(got), 10)) == 0 {
		t.Errorf("%v: a difference in bit %d is not found", typ, bit)
	}
}
