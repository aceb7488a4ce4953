package result

import (
	"math"
	"slices"
	"testing"
)

func TestHolm(t *testing.T) {
	for _, c := range []struct{ in, want []float64 }{
		{nil, nil},
		{[]float64{0.04}, []float64{0.04}},
		{[]float64{0.01, 0.04, 0.03}, []float64{0.03, 0.06, 0.06}}, // the third cannot be below the second
		{[]float64{0.9, 0.01}, []float64{0.9, 0.02}},
		{[]float64{0.6, 0.7}, []float64{1, 1}},
	} {
		got := slices.Clone(c.in)
		holm(got)
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("holm(%v) = %v, want %v", c.in, got, c.want)
				break
			}
		}
	}
}

func TestExact(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		want   float64
		warns  bool
	}{
		{"equal", []float64{5, 5, 5}, 5, false},
		{"runtime noise", []float64{0, 0.05, 0}, 0, false},
		{"within 1 %", []float64{1000, 1004, 996}, 1000, false},
		{"across a rounding step", []float64{100.4, 100.6, 100.5}, 100.5, false},
		{"varies", []float64{5, 6, 5}, 5, true},
	} {
		got, warning := exactValue(c.values, slackAllocs, "allocs/op")
		if got != c.want || (warning != "") != c.warns {
			t.Errorf("%s: got %v and warning %q, want %v, warning %v", c.name, got, warning, c.want, c.warns)
		}
	}
}

// TestPDifferent has cases that only one of the two tests can decide.
func TestPDifferent(t *testing.T) {
	ramp := func(n int, at, step float64) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = at + step*float64(i)
		}
		return v
	}
	scale := func(v []float64, by ...float64) []float64 {
		w := slices.Clone(v)
		for i := range w {
			w[i] *= by[i%len(by)]
		}
		return w
	}
	base := ramp(12, 100, 0.1)
	outlier := scale(base, 1.05)
	outlier[5] = 400
	drift := ramp(12, 100, 10)
	for _, c := range []struct {
		name    string
		a, b    []float64
		at, max float64
	}{
		{"same", base, base, 1, 1},
		{"different", base, scale(base, 2, 2.1), 0, 1e-6},
		{"one slow round", base, outlier, 0, 1e-4},
		{"5 % apart under 100 % drift", drift, scale(drift, 1.05, 1.06), 0, 1e-6},
		{"six rounds survive a ranking of 25", base[:6], scale(base[:6], 1.2, 1.21), 0, 0.05 / 300},
		{"three rounds survive a ranking of 100, if one takes much longer", base[:3], scale(base[:3], 20, 30, 25), 0, 0.05 / 4950},
		{"three rounds that vary much", base[:3], scale(base[:3], 0.5, 3, 1), 0.05, 1},
		{"three rounds that hardly vary", base[:3], scale(base[:3], 1.1, 1.11, 1.105), 0.05, 1},
		{"two equal rounds", base[:2], base[:2], 1, 1},
		{"noise", scale(base, 1, 1.02, 0.99), scale(base, 1.01, 0.99, 1.01), 0.05, 1},
	} {
		if p := pDifferent(c.a, c.b, 0.01); p < c.at || p > c.max {
			t.Errorf("%s: p = %v, want %v to %v", c.name, p, c.at, c.max)
		}
	}
}

func TestMedianKeepsTheOrder(t *testing.T) {
	values := []float64{3, 1, 2, 6, 5, 4}
	i := median(values)
	if i.Center != 3.5 || i.Lo != 1 || i.Hi != 6 || values[0] != 3 {
		t.Errorf("got %+v of %v", i, values)
	}
	if median(values[:2]).Finite() {
		t.Error("two values have a finite interval")
	}
}

// TestStudent checks the interval of three to five values: with Student's quantile for two degrees of freedom, 4.303, and symmetric for the logarithms.
func TestStudent(t *testing.T) {
	e := math.E
	i := median([]float64{e * e, 1, e})
	half := 4.303 / math.Sqrt(3)
	if math.Abs(i.Center-e) > 1e-9 || math.Abs(math.Log(i.Hi)-1-half) > 1e-3 || math.Abs(math.Log(i.Lo)-1+half) > 1e-3 || i.Rounds != 3 {
		t.Errorf("got %+v", i)
	}
	if i := median([]float64{5, 5, 5}); i.Lo != 5 || i.Hi != 5 {
		t.Errorf("equal values: %+v", i)
	}
	if i := median([]float64{100, 100, 100, 1, 100}); !i.Finite() || i.Lo > 100 || i.Hi < 100 {
		t.Errorf("the interval does not contain the median: %+v", i)
	}
}
