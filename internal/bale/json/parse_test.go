package json

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// texts has numbers and texts that are none.
var texts = strings.Fields(`0 -0 -0.0 0.0 0e0 -0e-999 0e999 0e1000 0e1001 0.000 1 -1 12 1.0 1.5 -1.5e1 1E+2 1e-2 1e+0 1e0 1e00 1e-00 1E5 1e05
	1.25e-05 123456789 12345678 1234567.8 99999999 999999999 9999999999999999 99999999999999999 18446744073709551615 18446744073709551616
	18446744073709551615e5 18446744073709551616e-5 9007199254740991 9007199254740992 9007199254740993 9007199254740994 9007199254740995
	9007199254740993.0 9007199254740993.00000000001 900719925474099.35 16777216 16777217 16777218 16777219 16777217.0 1.6777217e7 8388608.5
	8388609.5 1e22 1e23 1e21 9e22 1e-22 1e-23 1e308 1e309 -1e309 1.7976931348623157e308 1.7976931348623158e308 1.7976931348623159e308
	179769313486231580793e289 2.2250738585072011e-308 2.2250738585072014e-308 4.9406564584124654e-324 2.4703282292062327e-324
	2.4703282292062328e-324 1e-323 1e-324 1e-400 -1e-400 1e99999 1e-99999 1e9999999999999999999999 3.4028234663852886e38 3.4028235e38
	3.4028235677973366e38 3.4028235677973367e38 3.4028236e38 1e38 1e39 1.1754943508222875e-38 1.17549435e-38 1.1754942e-38 1.401298464324817e-45
	7.006492321624085e-46 7.006492321624086e-46 1e-45 1e-46 1e-47 3e-46 2.1019476964872256e-45 1e63 1e64 1e65 1e-62 1e-63 1e-64 0.1e65 10e-64
	1.5e-63 0.1 0.3 0.30000000000000004 0.1234567890123456789 0.00000000000000000001 0.000000000000000000012345678901234567890 12345678.12345678
	1234567812345678.1 3.141592653589793 -122.42100000000001 +1 .5 1. -.5 01 -01 00 00.5 1e 1e+ 1e- 1.e5 - -- -e5 1.5.5 1e5.5 1e5e5 0x10 1_000
	Inf NaN inf nan Infinity -Infinity 1a 1.a 1.5a e5 1ee5 "1" 1,5 ٣ 1٣ 1.5E+ 1:5 1/5 1;5`)

// tails are texts after a number. With them, a number is decoded in words that end after it.
var tails = []string{",12345678901234567890123456789012345678", "]1.5e5                                 ", "                                        ", "}\xff\x00\xb0\xb9.0123456789012345678901234567890123456", ":/:/:/:/:/:/:/:/:/:/:/:/:/:/:/:/:/:/:/:/:/"}

// sameInside checks that decoding a number gives the same inside of a longer text.
func sameInside[T comparable](t *testing.T, b []byte, decode func(b []byte, n int) (T, int), value T, end int) {
	t.Helper()
	for _, tail := range tails {
		if x, k := decode(append(b[:len(b):len(b)], tail...), 0); k != end || end >= 0 && x != value {
			t.Fatalf("%s%s: got %v, %d, want %v, %d", b, tail, x, k, value, end)
		}
	}
}

// float64Bits and float32Bits decode numbers as the bits of floats.
func float64Bits(b []byte, n int) (uint64, int) {
	x, end := Float64(b, n)
	return math.Float64bits(x), end
}

func float32Bits(b []byte, n int) (uint32, int) {
	x, end := Float32(b, n)
	return math.Float32bits(x), end
}

// sameFloats checks both sizes of floats.
func sameFloats(t *testing.T, b []byte) {
	t.Helper()
	x, end := float64Bits(b, 0)
	sameInside(t, b, float64Bits, x, end)
	y, end := float32Bits(b, 0)
	sameInside(t, b, float32Bits, y, end)
}

// checkText compares decoding a text with encoding/json.
func checkText(t *testing.T, text string) {
	t.Helper()
	b := []byte(text)
	sameFloats(t, b)
	var x float64
	err := json.Unmarshal(b, &x)
	if got, end := Float64(b, 0); (end == len(b)) != (err == nil) || err == nil && math.Float64bits(got) != math.Float64bits(x) {
		t.Fatalf("%s: got %v, %d, want %v, %v", text, got, end, x, err)
	} else if end > 0 && end < len(b) {
		checkText(t, text[:end])
	}
	var y float32
	err = json.Unmarshal(b, &y)
	if got, end := Float32(b, 0); (end == len(b)) != (err == nil) || err == nil && math.Float32bits(got) != math.Float32bits(y) {
		t.Fatalf("%s: got %v, %d, want %v, %v", text, got, end, y, err)
	}
	if got, end := Float64([]byte("[1,"+text+"  "), 3); err == nil && (end != 3+len(text) || math.Abs(got-float64(y)) > math.Abs(got)) {
		t.Fatalf("%s in a list: got %v, %d", text, got, end)
	}
}

func TestTexts(t *testing.T) {
	for _, text := range texts {
		checkText(t, text)
		for i := range text { // beginnings, and words of eight bytes that end later
			checkText(t, text[:i]+"0"+text[i:])
			checkText(t, text[:i+1])
			checkText(t, text[:i]+"00000000"+text[i:])
		}
	}
	for _, n := range []int{16, 17, 18, 19, 20, 21, 40, 400, 1000} {
		nines, zeros := strings.Repeat("9", n), strings.Repeat("0", n)
		exp := strconv.Itoa(n)
		for _, text := range []string{
			nines, "0." + nines, nines + "e-" + exp, "0." + zeros + nines + "e" + exp, "1" + zeros, "1." + zeros, "1" + zeros + "e-" + exp,
			"0." + zeros, "0." + zeros + "1", "1." + zeros + "1", "0.5" + zeros, zeros, "9007199254740993." + zeros + "1",
		} {
			checkText(t, text)
			checkText(t, "-"+text)
		}
	}
	if _, end := Float64(nil, 0); end >= 0 {
		t.Error("a number in an empty message")
	}
	if _, end := Float32([]byte("null"), 0); end >= 0 {
		t.Error("null is a number")
	}
}

// checkParse compares decoding a number with strconv.
func checkParse(t *testing.T, text string) {
	t.Helper()
	b := []byte(text)
	sameFloats(t, b)
	x, err := strconv.ParseFloat(text, 64)
	if got, end := Float64(b, 0); (end == len(b)) != (err == nil) || err == nil && math.Float64bits(got) != math.Float64bits(x) {
		t.Fatalf("%s: got %x, %d, want %x, %v", text, got, end, x, err)
	}
	y, err := strconv.ParseFloat(text, 32)
	if got, end := Float32(b, 0); (end == len(b)) != (err == nil) || err == nil && math.Float32bits(got) != math.Float32bits(float32(y)) {
		t.Fatalf("%s of 32 bits: got %x, %d, want %x, %v", text, got, end, y, err)
	}
}

// randomNumber returns the text of a number.
func randomNumber(r *rand.Rand) string {
	d := r.Uint64() >> r.IntN(64)
	text := strconv.FormatUint(d, 10)
	switch r.IntN(4) {
	case 0: // a decimal point
		if at := r.IntN(len(text)); at > 0 {
			text = text[:at] + "." + text[at:]
		} else {
			text = "0." + strings.Repeat("0", r.IntN(10)) + text
		}
	case 1:
		text = strconv.FormatFloat(r.Float64(), 'f', r.IntN(24), 64)
	}
	if r.IntN(2) == 0 {
		text += "e" + strconv.Itoa(r.IntN(160)-80)
	}
	if r.IntN(2) == 0 {
		text = "-" + text
	}
	return text
}

// halfway returns a number in the middle between two floats whose mantissas have the given number of bits, or beside it.
func halfway(r *rand.Rand, size int) string {
	odd := r.Uint64()>>(63-size) | 1<<size | 1
	switch r.IntN(3) {
	case 0: // odd / 2**p
		p, x := 0, odd
		for ; x < math.MaxUint64/5 && r.IntN(4) > 0; p++ {
			x *= 5
		}
		return strconv.FormatUint(x+r.Uint64N(3)-1, 10) + "e-" + strconv.Itoa(p)
	case 1: // odd * 2**p, which has p zeros
		p := r.IntN(23)
		five := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(p)), nil).Uint64()
		if size == 24 && p > 9 || five > odd {
			p, five = 0, 1
		}
		x := odd / five
		if x&1 == 0 {
			x++
		}
		return strconv.FormatUint(x, 10) + "e" + strconv.Itoa(p)
	}
	return new(big.Int).Lsh(new(big.Int).SetUint64(odd), uint(r.IntN(12))).String()
}

func TestRandomNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, uint64(*numbers)))
	for range *numbers {
		checkParse(t, randomNumber(r))
		checkParse(t, halfway(r, 53))
		checkParse(t, halfway(r, 24))
	}
}

// TestChangedNumbers compares decoding numbers with one byte changed, inserted or deleted.
func TestChangedNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, uint64(*numbers)))
	for range *numbers / 4 {
		text := randomNumber(r)
		if r.IntN(2) == 0 {
			text = texts[r.IntN(len(texts))]
		}
		for range 1 + r.IntN(2) {
			at := r.IntN(len(text) + 1)
			c := string("0123456789.-+eE \"n/:"[r.IntN(20)])
			switch r.IntN(3) {
			case 0:
				text = text[:at] + c + text[at:]
			case 1:
				text = text[:at] + c + text[min(at+1, len(text)):]
			default:
				text = text[:at] + text[min(at+1, len(text)):]
			}
		}
		if strings.HasPrefix(text, " ") || strings.HasSuffix(text, " ") || strings.HasPrefix(text, "n") {
			continue // the code before skips white space, and decodes null
		}
		checkText(t, text)
	}
}

func FuzzFloat(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.TrimSpace(text) == text && text != "null" && text != "" {
			checkText(t, text)
		}
	})
}
