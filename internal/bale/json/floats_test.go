package json

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"bale/internal/slow"
)

var numbers = flag.Int("numbers", defaultNumbers(), "number of random values in each comparison with encoding/json and strconv")

// defaultNumbers reads the environment before go test notes it. TestDays reads it once more.
func defaultNumbers() int {
	if slow.Enabled() {
		return 200_000 // takes 8 s
	}
	return 50_000
}

// edges64 has floats on both sides of limits: of the table, of the forms with and without an exponent, of integers, and of the type.
func edges64() []float64 {
	list := []float64{0, 0.1, 0.5, 1.5, 123.456, 562949953421312.25, 562949953421312.75,
		1125899906842624.25, 4503599627370497.5, 2.2250738585072011e-308, 5e-324, math.MaxFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32, math.MaxInt64, math.MaxUint64, 1.0 / 3, 2.0 / 3, 100.0 / 3, math.Pi, math.E}
	for p := -323; p <= 308; p++ {
		x, _ := strconv.ParseFloat("1e"+strconv.Itoa(p), 64)
		list = append(list, x, 5*x, 9.5*x)
	}
	for e := -1074; e < 1024; e++ {
		list = append(list, math.Ldexp(1, e), math.Ldexp(3, e-1))
	}
	for _, x := range list {
		if x > 0 && x <= math.MaxFloat64 {
			list = append(list, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)))
		}
	}
	for _, x := range list {
		list = append(list, -x)
	}
	return list
}

// checkFloat64 compares the texts of a float, and the floats of its text.
func checkFloat64(t *testing.T, x float64) {
	t.Helper()
	var e Output
	want := string(e.appendRare(nil, x, 64))
	got := e.AppendFloat64([]byte("["), x)
	if string(got[1:]) != want || e.Failed {
		t.Fatalf("%x: got %s, want %s", x, got[1:], want)
	}
	if y, end := Float64(got, 1); end != len(got) || math.Float64bits(x) != math.Float64bits(y) {
		t.Fatalf("decoding %s: got %v, %d", want, y, end)
	}
}

func checkFloat32(t *testing.T, x float32) {
	t.Helper()
	var e Output
	want := string(e.appendRare(nil, float64(x), 32))
	got := e.AppendFloat32([]byte("["), x)
	if string(got[1:]) != want || e.Failed {
		t.Fatalf("%x: got %s, want %s", x, got[1:], want)
	}
	if y, end := Float32(got, 1); end != len(got) || math.Float32bits(x) != math.Float32bits(y) {
		t.Fatalf("decoding %s: got %v, %d", want, y, end)
	}
}

func TestFloatEdges(t *testing.T) {
	for _, x := range edges64() {
		if math.IsInf(x, 0) {
			continue
		}
		checkFloat64(t, x)
		var e Output
		if want, err := json.Marshal(x); err != nil || string(e.AppendFloat64(nil, x)) != string(want) {
			t.Fatalf("%x: not %s, as json.Marshal writes", x, want)
		}
		y := float32(x)
		if math.IsInf(float64(y), 0) {
			continue
		}
		for _, y := range []float32{y, math.Nextafter32(y, 0), -math.Nextafter32(-y, -1)} {
			checkFloat32(t, y)
			if want, err := json.Marshal(y); err != nil || string(e.AppendFloat32(nil, y)) != string(want) {
				t.Fatalf("%x: not %s, as json.Marshal writes", y, want)
			}
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		var e, f Output
		if b := e.AppendFloat64([]byte("x"), x); string(b) != "x" || !e.Failed {
			t.Errorf("%v: got %s", x, b)
		}
		if b := f.AppendFloat32([]byte("x"), float32(x)); string(b) != "x" || !f.Failed {
			t.Errorf("%v of 32 bits: got %s", x, b)
		}
	}
}

// randomFloat returns a float of one of the kinds that have different forms.
func randomFloat(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return math.Float64frombits(r.Uint64() &^ (1 << 62) &^ (1 << 61)) // small
	case 1:
		return math.Ldexp(float64(int64(r.Uint64())), r.IntN(400)-250)
	case 2:
		return r.Float64()
	case 3:
		return float64(r.IntN(4_000_000)-2_000_000) / 10_000 // a few decimals
	case 4:
		return (r.Float64() - 0.5) * 360 // a coordinate
	case 5:
		return math.Ldexp(float64(r.IntN(16)-8), r.IntN(200)-100)
	case 6:
		return math.Trunc(math.Ldexp(r.Float64(), r.IntN(80)))
	}
	x, _ := strconv.ParseFloat(strconv.Itoa(r.IntN(1000))+"e"+strconv.Itoa(r.IntN(100)-50), 64)
	return math.Float64frombits(math.Float64bits(x) + r.Uint64N(5) - 2)
}

func TestRandomFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, uint64(*numbers)))
	for range *numbers {
		if x := randomFloat(r); x-x == 0 {
			checkFloat64(t, x)
		}
		x := math.Float64frombits(r.Uint64())
		if x-x == 0 {
			checkFloat64(t, x)
		}
		if y := math.Float32frombits(r.Uint32()); y-y == 0 {
			checkFloat32(t, y)
		}
		if y := float32(randomFloat(r)); y-y == 0 {
			checkFloat32(t, y)
		}
	}
}

// TestAllFloat32 compares every float of 32 bits, or only some if there are few numbers to compare.
func TestAllFloat32(t *testing.T) {
	step := uint64(1)
	if *numbers < 1<<24 {
		step = 1<<32/uint64(*numbers) | 1
	}
	for i := uint64(0); i < 1<<32; i += step {
		if x := math.Float32frombits(uint32(i)); x-x == 0 {
			checkFloat32(t, x)
		}
	}
}

func BenchmarkAppendFloat64(b *testing.B) {
	for name, list := range benchFloats() {
		b.Run(name, func(b *testing.B) {
			var e Output
			buf := make([]byte, 0, 64)
			for i := range b.N {
				buf = e.AppendFloat64(buf[:0], list[i&511])
			}
		})
		b.Run(name+"/strconv", func(b *testing.B) {
			var e Output
			buf := make([]byte, 0, 64)
			for i := range b.N {
				buf = e.appendRare(buf[:0], list[i&511], 64)
			}
		})
	}
}

func BenchmarkFloat64(b *testing.B) {
	for name, list := range benchFloats() {
		var e Output
		var texts [][]byte
		for _, x := range list {
			texts = append(texts, append(e.AppendFloat64(nil, x), ",        "...))
		}
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				if _, end := Float64(texts[i&511], 0); end < 0 {
					b.Fatal(i)
				}
			}
		})
		b.Run(name+"/strconv", func(b *testing.B) {
			for i := range b.N {
				if _, end := rareFloat(texts[i&511], 0, 64); end < 0 {
					b.Fatal(i)
				}
			}
		})
	}
}

func benchFloats() map[string][]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	m := map[string][]float64{}
	for range 512 {
		m["coordinates"] = append(m["coordinates"], (r.Float64()-0.5)*360)
		m["prices"] = append(m["prices"], float64(r.IntN(1_000_000))/100)
		m["exponents"] = append(m["exponents"], math.Ldexp(r.Float64(), r.IntN(80)-100))
	}
	return m
}
