package cbor

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"testing"
	"time"

	"bale/internal/bale/core"
)

// An entry is a key and a value of a map, in the order of a message.
type entry struct{ key, value any }

// A moment is a time: time.Time has fields that do not compare.
type moment struct{ sec, nsec int64 }

func bigOf(text string) *big.Int {
	x, _ := new(big.Int).SetString(text, 0)
	return x
}

// examples are those of RFC 8949, appendix A. decoded is nil for null, and for values that no Go type of bale has, which are skipped. same means
// that the value is encoded to these bytes.
var examples = []struct {
	message string
	decoded any
	same    bool
}{
	{"00", 0, true},
	{"01", 1, true},
	{"0a", 10, true},
	{"17", 23, true},
	{"1818", 24, true},
	{"1819", 25, true},
	{"1864", 100, true},
	{"1903e8", 1000, true},
	{"1a000f4240", 1000000, true},
	{"1b000000e8d4a51000", uint64(1000000000000), true},
	{"1bffffffffffffffff", uint64(18446744073709551615), true},
	{"c249010000000000000000", bigOf("18446744073709551616"), true},
	{"3bffffffffffffffff", bigOf("-18446744073709551616"), true},
	{"c349010000000000000000", bigOf("-18446744073709551617"), true},
	{"20", -1, true},
	{"29", -10, true},
	{"3863", -100, true},
	{"3903e7", -1000, true},
	{"f90000", 0.0, true},
	{"f98000", math.Copysign(0, -1), true},
	{"f93c00", 1.0, true},
	{"fb3ff199999999999a", 1.1, true},
	{"f93e00", 1.5, true},
	{"f97bff", 65504.0, true},
	{"fa47c35000", 100000.0, true},
	{"fa7f7fffff", 3.4028234663852886e+38, true},
	{"fb7e37e43c8800759c", 1.0e+300, true},
	{"f90001", 5.960464477539063e-8, true},
	{"f90400", 0.00006103515625, true},
	{"f9c400", -4.0, true},
	{"fbc010666666666666", -4.1, true},
	{"f97c00", math.Inf(1), true},
	{"f97e00", math.Float64frombits(0x7ff8 << 48), true},
	{"f9fc00", math.Inf(-1), true},
	{"fa7f800000", math.Inf(1), false},
	{"fa7fc00000", math.NaN(), false},
	{"faff800000", math.Inf(-1), false},
	{"fb7ff0000000000000", math.Inf(1), false},
	{"fb7ff8000000000000", math.NaN(), false},
	{"fbfff0000000000000", math.Inf(-1), false},
	{"f4", false, true},
	{"f5", true, true},
	{"f6", nil, true},
	{"f7", nil, false},
	{"f0", nil, false},
	{"f8ff", nil, false},
	{"c074323031332d30332d32315432303a30343a30305a", moment{1363896240, 0}, false},
	{"c11a514b67b0", moment{1363896240, 0}, false},
	{"c1fb41d452d9ec200000", moment{1363896240, 5e8}, false},
	{"d74401020304", []byte{1, 2, 3, 4}, false},
	{"d818456449455446", []byte("dIETF"), false},
	{"d82076687474703a2f2f7777772e6578616d706c652e636f6d", "http://www.example.com", false},
	{"40", []byte{}, true},
	{"4401020304", []byte{1, 2, 3, 4}, true},
	{"60", "", true},
	{"6161", "a", true},
	{"6449455446", "IETF", true},
	{"62225c", "\"\\", true},
	{"62c3bc", "ü", true},
	{"63e6b0b4", "水", true},
	{"64f0908591", "𐅑", true},
	{"80", []any{}, true},
	{"83010203", []any{1, 2, 3}, true},
	{"8301820203820405", []any{1, []any{2, 3}, []any{4, 5}}, true},
	{"98190102030405060708090a0b0c0d0e0f101112131415161718181819", numbers(25), true},
	{"a0", []entry{}, true},
	{"a201020304", []entry{{1, 2}, {3, 4}}, true},
	{"a26161016162820203", []entry{{"a", 1}, {"b", []any{2, 3}}}, true},
	{"826161a161626163", []any{"a", []entry{{"b", "c"}}}, true},
	{"a56161614161626142616361436164614461656145", []entry{{"a", "A"}, {"b", "B"}, {"c", "C"}, {"d", "D"}, {"e", "E"}}, true},
	{"5f42010243030405ff", []byte{1, 2, 3, 4, 5}, false},
	{"7f657374726561646d696e67ff", "streaming", false},
	{"9fff", []any{}, false},
	{"9f018202039f0405ffff", []any{1, []any{2, 3}, []any{4, 5}}, false},
	{"9f01820203820405ff", []any{1, []any{2, 3}, []any{4, 5}}, false},
	{"83018202039f0405ff", []any{1, []any{2, 3}, []any{4, 5}}, false},
	{"83019f0203ff820405", []any{1, []any{2, 3}, []any{4, 5}}, false},
	{"9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", numbers(25), false},
	{"bf61610161629f0203ffff", []entry{{"a", 1}, {"b", []any{2, 3}}}, false},
	{"826161bf61626163ff", []any{"a", []entry{{"b", "c"}}}, false},
	{"bf6346756ef563416d7421ff", []entry{{"Fun", true}, {"Amt", -2}}, false},
}

func numbers(n int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = i + 1
	}
	return list
}

// value decodes the value at n into one like like, and returns it with its end offset.
func value(d *Input, n int, like any) (any, int) {
	switch like := like.(type) {
	case int:
		x, n := d.Int(n, 64)
		return int(x), n
	case uint64:
		return both(d.Uint(n, 64))
	case float64:
		return both(d.Float64(n))
	case bool:
		return both(d.Bool(n))
	case *big.Int:
		x := new(big.Int)
		return x, d.GetBig(n, x)
	case moment:
		t, n := d.Time(n)
		return moment{t.Unix(), int64(t.Nanosecond())}, n
	case string:
		from, k := d.Bytes(n)
		return string(d.B[from:max(from, from+k)]), from + k
	case []byte:
		from, k := d.Bytes(n)
		return slices.Clone(d.B[from:max(from, from+k)]), from + k
	case []any:
		list := []any{}
		k, n := d.List(n)
		for i := 0; i < k && n >= 0; i++ {
			var x any
			x, n = value(d, n, like[i])
			list = append(list, x)
		}
		return list, n
	case []entry:
		list := []entry{}
		k, n := d.MapLen(n)
		for i := 0; i < k && n >= 0; i++ {
			var x entry
			if x.key, n = value(d, n, like[i].key); n >= 0 {
				x.value, n = value(d, n, like[i].value)
			}
			list = append(list, x)
		}
		return list, n
	}
	return nil, d.Skip(n)
}

func both[T any](x T, n int) (any, int) { return x, n }

// put encodes a value at n, and returns the end offset.
func put(b core.Buffer, n int, x any) int {
	switch x := x.(type) {
	case int:
		return PutInt(b, n, int64(x))
	case uint64:
		return PutUint(b, n, x)
	case float64:
		return PutFloat64(b, n, x)
	case bool:
		PutBool(b, n, x)
		return n + 1
	case *big.Int:
		e := new(Output)
		e.MeasureBig(x)
		return PutRaw(b, n, e.NextKept(""))
	case string:
		return PutBlob(b, n, 0x60, []byte(x))
	case []byte:
		return PutBlob(b, n, 0x40, x)
	case []any:
		n = PutCount(b, n, 0x80, len(x))
		for _, x := range x {
			n = put(b, n, x)
		}
		return n
	case []entry:
		e := new(Output)
		n = PutCount(b, n, 0xa0, len(x))
		for _, x := range slices.Backward(x) {
			e.Starts = append(e.Starts, n)
			n = put(b, put(b, n, x.key), x.value)
		}
		e.Sort(b, 0, n)
		return n
	}
	core.Put8(b, n, 0xf6)
	return n + 1
}

// TestExamples decodes and encodes the examples of the RFC, with another byte after each of them.
func TestExamples(t *testing.T) {
	for _, x := range examples {
		message, _ := hex.DecodeString(x.message)
		d := &Input{Input: core.Input{B: append(slices.Clone(message), 0xff)}}
		got, n := value(d, 0, x.decoded)
		if n < 0 && d.Irregular {
			var plain []byte
			if plain, n = d.Plain(); n >= 0 {
				got, _ = value(&Input{Input: core.Input{B: plain}}, 0, x.decoded)
			}
		}
		if n != len(message) || fmt.Sprint(got) != fmt.Sprint(x.decoded) || reflect.TypeOf(got) != reflect.TypeOf(x.decoded) {
			t.Errorf("%s: got %v, which ends at %d, want %v", x.message, got, n, x.decoded)
		}
		if x.same {
			b := make([]byte, 100)
			if n := put(core.All(b), 0, x.decoded); hex.EncodeToString(b[:n]) != x.message {
				t.Errorf("%v is %x, want %s", x.decoded, b[:n], x.message)
			}
		}
		for k := range message {
			d := &Input{Input: core.Input{B: message[:k]}}
			_, n := value(d, 0, x.decoded)
			if n >= 0 {
				t.Errorf("the first %d bytes of %s are decoded", k, x.message)
			}
			if d.Irregular {
				if _, n := d.Plain(); n >= 0 {
					t.Errorf("the first %d bytes of %s have a plain form", k, x.message)
				}
			}
		}
	}
}

// TestTimes encodes times and decodes them.
func TestTimes(t *testing.T) {
	for _, x := range []time.Time{
		{}, time.Unix(0, 0), time.Unix(-1, 1), time.Unix(1, 100_000_000), time.Unix(1, 120_000_000), time.Unix(1, 123_000_000), time.Unix(1, 123_456_789),
		time.Unix(math.MaxInt64, 999_999_999), time.Unix(math.MinInt64, 1), time.Unix(-62167219200, 1), time.Unix(-62167219201, 1),
		time.Unix(253402300799, 999_999_999), time.Unix(253402300800, 1), time.Unix(math.MinInt64, 0),
	} {
		b := make([]byte, 100)
		n := PutTime(core.All(b), 0, x)
		if n != SizeTime(x) || n > 32 {
			t.Errorf("%v takes %d bytes, its size is %d", x, n, SizeTime(x))
		}
		d := &Input{Input: core.Input{B: b[:n]}}
		if got, end := d.Time(0); !got.Equal(x) || end != n || got.Location() != time.UTC {
			t.Errorf("%v: %x decodes as %v, and ends at %d", x, b[:n], got, end)
		}
		for k := range n {
			d := &Input{Input: core.Input{B: b[:k]}}
			if _, end := d.Time(0); end >= 0 {
				t.Errorf("the first %d bytes of %x are decoded", k, b[:n])
			}
		}
	}
}

// TestIntegers encodes integers around each power of two, and decodes them in all ways.
func TestIntegers(t *testing.T) {
	for i := range 64 {
		for _, x := range []int64{1 << i, 1<<i - 1, 1<<i + 1, -1 << i, -1<<i - 1, -1<<i + 1, 22, 23, 24, 25, -23, -24, -25, -26} {
			b := make([]byte, 40)
			n := PutInt(core.All(b), 8, x)
			if n-8 != SizeInt(x) {
				t.Errorf("%d takes %d bytes, its size is %d", x, n-8, SizeInt(x))
			}
			d := &Input{Input: core.Input{B: b[:n]}}
			u, w := GetInt(core.All(b), 8)
			v, v2 := d.Number(core.All(b), 8)
			slow, end := d.Int(8, 64)
			if int64(u) != x || int(w>>24) != n-8 || w>>17&1 != uint32(uint64(x)>>63) || v != u || v2 != w || slow != u || end != n {
				t.Errorf("%d: %x decodes as %d, %d and %d", x, b[8:n], int64(u), int64(v), int64(slow))
			}
		}
	}
}
