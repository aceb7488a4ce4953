package json

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// intTexts has the limits of all integer types, numbers beside them and near powers of ten, and texts that are not integers.
func intTexts() []string {
	list := append(strings.Fields(`-00 00 000 --1 -1- 1- 1-1 0- 9 -9 0e 0. 12345678.0 12345678e0 123456789.0 1234567890123456e1
		99999999999999999999 -99999999999999999999`), texts...)
	for _, c := range []string{"0", "1", "9"} {
		for n := 1; n < 26; n++ {
			list = append(list, "1"+strings.Repeat(c, n), "-2"+strings.Repeat(c, n), strings.Repeat(c, n)+".", strings.Repeat("1", n)+c+"e1")
		}
	}
	for _, x := range intEdges() {
		list = append(list, strconv.FormatUint(x, 10), "-"+strconv.FormatUint(x, 10))
	}
	return append(list, "18446744073709551616", "18446744073709551617", "36893488147419103232", "184467440737095516150", "-9223372036854775809")
}

func intEdges() []uint64 {
	list := []uint64{0, 1, math.MaxUint64}
	for bit := range 64 {
		list = append(list, 1<<bit-1, 1<<bit, 1<<bit+1)
	}
	for x := uint64(1); x <= 1e18; x *= 10 {
		list = append(list, 10*x-1, 10*x, 10*x+1, 5*x)
	}
	return list
}

// checkInt compares decoding an integer of a type with encoding/json, as the generated code does it.
func checkInt[T Integer](t *testing.T, b []byte) {
	t.Helper()
	var want, got, zero T
	u, n := Uint(b, 0)
	sameInside(t, b, Uint, u, n)
	i, n := Int(b, 0)
	sameInside(t, b, Int, i, n)
	err := json.Unmarshal(b, &want)
	end := -1
	if zero-1 > zero {
		var x uint64
		if x, end = Uint(b, 0); uint64(T(x)) != x {
			end = -1
		}
		got = T(x)
	} else {
		var x int64
		if x, end = Int(b, 0); int64(T(x)) != x {
			end = -1
		}
		got = T(x)
	}
	if (end == len(b)) != (err == nil) || err == nil && got != want {
		t.Fatalf("%s as %T: got %v, %d, want %v, %v", b, got, got, end, want, err)
	}
}

func checkInts(t *testing.T, text string) {
	t.Helper()
	b := []byte(text)
	checkInt[int8](t, b)
	checkInt[int16](t, b)
	checkInt[int32](t, b)
	checkInt[int64](t, b)
	checkInt[int](t, b)
	checkInt[uint8](t, b)
	checkInt[uint16](t, b)
	checkInt[uint32](t, b)
	checkInt[uint64](t, b)
	checkInt[uint](t, b)
	checkInt[uintptr](t, b)
	x, end := Int(b, 0)
	if y, after := Int([]byte("{\"a\":"+text+", "), 5); end == len(b) && (after != 5+end || x != y) {
		t.Fatalf("%s in an object: got %v, %d", text, y, after)
	}
}

// checkAppendInt compares the texts of the integers with the bits of x, and the integers of their texts.
func checkAppendInt(t *testing.T, x uint64) {
	t.Helper()
	b := AppendUint([]byte("["), x)
	if want := strconv.FormatUint(x, 10); string(b[1:]) != want {
		t.Fatalf("got %s, want %s", b[1:], want)
	}
	if y, end := Uint(b, 1); y != x || end != len(b) {
		t.Fatalf("decoding %s: got %d, %d", b[1:], y, end)
	}
	b = AppendInt(b[:1:1], int64(x))
	if want := strconv.FormatInt(int64(x), 10); string(b[1:]) != want {
		t.Fatalf("got %s, want %s", b[1:], want)
	}
	if y, end := Int(b, 1); y != int64(x) || end != len(b) {
		t.Fatalf("decoding %s: got %d, %d", b[1:], y, end)
	}
}

func TestIntEdges(t *testing.T) {
	for _, text := range intTexts() {
		checkInts(t, text)
		for i := range text {
			checkInts(t, text[:i]+"0"+text[i:])
			checkInts(t, text[:i+1])
		}
	}
	for _, x := range intEdges() {
		checkAppendInt(t, x)
		checkAppendInt(t, -x)
	}
	for x := range uint64(100_000) {
		checkAppendInt(t, x)
		checkAppendInt(t, x*999_999_999)
	}
	if _, end := Int(nil, 0); end >= 0 {
		t.Error("an integer in an empty message")
	}
}

func TestRandomInts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, uint64(*numbers)))
	list := intTexts()
	for i := range *numbers {
		x := r.Uint64() >> r.IntN(64)
		checkAppendInt(t, x)
		if i%8 > 0 {
			continue
		}
		text := strconv.FormatUint(x, 10)
		if r.IntN(2) == 0 {
			text = list[r.IntN(len(list))]
		}
		at := r.IntN(len(text) + 1)
		c := string("0123456789.-+eE\"/:"[r.IntN(18)])
		text = text[:at] + c + text[min(at+r.IntN(2), len(text)):]
		checkInts(t, text)
		checkInts(t, "-"+text)
	}
}

func FuzzInt(f *testing.F) {
	for _, text := range intTexts() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.TrimSpace(text) == text && text != "null" && text != "" {
			checkInts(t, text)
		}
	})
}

func BenchmarkInts(b *testing.B) {
	r := rand.New(rand.NewPCG(6, 7))
	for _, digits := range []int{1, 3, 6, 10, 18} {
		var list []int64
		var texts [][]byte
		limit := int64(math.Pow10(digits) - 1)
		for range 512 {
			x := limit/10 + r.Int64N(limit-limit/10)
			list = append(list, x)
			texts = append(texts, append(strconv.AppendInt(nil, x, 10), ",            "...))
		}
		b.Run("encode/"+strconv.Itoa(digits), func(b *testing.B) {
			buf := make([]byte, 0, 64)
			for i := range b.N {
				buf = AppendInt(buf[:0], list[i&511])
			}
		})
		b.Run("strconv/"+strconv.Itoa(digits), func(b *testing.B) {
			buf := make([]byte, 0, 64)
			for i := range b.N {
				buf = strconv.AppendInt(buf[:0], list[i&511], 10)
			}
		})
		b.Run("decode/"+strconv.Itoa(digits), func(b *testing.B) {
			sum := int64(0)
			for i := range b.N {
				x, end := Int(texts[i&511], 0)
				sum += x + int64(end)
			}
		})
	}
}
