package sample

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// All values are made from integers by exact operations, so that they do not depend on the machine's floating-point arithmetic.

// lastSecond is the beginning of the year 2100, in seconds since 1970.
const lastSecond = 4102444800

// unsigned returns a random integer whose bit length is uniform over 0 to bits.
func unsigned(r *rand.Rand, bits int) uint64 {
	n := r.IntN(bits + 1)
	if n == 0 {
		return 0
	}
	top := uint64(1) << (n - 1)
	return top | r.Uint64()&(top-1)
}

// signed returns a random integer of that many bits. One in three is negative.
func signed(r *rand.Rand, bits int) int64 {
	x := int64(unsigned(r, bits-1))
	if r.IntN(3) == 0 {
		return ^x
	}
	return x
}

// float returns a finite number: one with a few decimals, an integral one, one between 0 and 1, a large one or a tiny one. It is far
// from the limits of float32.
func float(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return float64(signed(r, 24))
	case 1:
		return r.Float64()
	case 2:
		return math.Ldexp(float64(signed(r, 24)), r.IntN(80))
	case 3:
		return math.Ldexp(float64(signed(r, 24)), -r.IntN(100))
	}
	return float64(signed(r, 28)) / 100
}

var words = strings.Fields(`account amber anchor autumn basket bridge candle carbon cedar circle
copper cotton delta desert ember engine falcon forest garden garnet harbor hazel island ivory
jasmine juniper kernel kettle ladder lantern maple meadow north nutmeg ocean orchard pepper
planet quartz quiver ribbon river saffron silver timber tulip umber valley velvet walnut winter
yarrow yellow zenith zinc`)

var wideWords = strings.Fields(`Zoë naïve Grüße façade Ærø España Привет Ελλάδα שלום 東京 世界 서울 नमस्ते ☃ 🙂 🚲`)

func word(r *rand.Rand) string { return words[r.IntN(len(words))] }

// text returns valid UTF-8 of 0 to 40 bytes, mostly ASCII.
func text(r *rand.Rand) string {
	switch r.IntN(10) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%016x", r.Uint64())
	case 2:
		return fmt.Sprintf("%s-%d", word(r), r.IntN(1e6))
	case 3:
		return phrase(r, wideWords)
	case 4, 5:
		return word(r)
	}
	return phrase(r, words)
}

// phrase returns one or more of the words, at most 40 bytes.
func phrase(r *rand.Rand, from []string) string {
	s := from[r.IntN(len(from))]
	for n := r.IntN(5); n > 0; n-- {
		next := from[r.IntN(len(from))]
		if len(s)+1+len(next) > 40 {
			break
		}
		s += " " + next
	}
	return s
}

// fillBytes sets b to random bytes.
func fillBytes(r *rand.Rand, b []byte) {
	var word [8]byte
	for len(b) > 0 {
		binary.LittleEndian.PutUint64(word[:], r.Uint64())
		b = b[copy(b, word[:]):]
	}
}

// randomTime returns a time between 1970 and 2100, in UTC, with nanoseconds as in the results of time.Now.
func randomTime(r *rand.Rand) time.Time {
	t := time.Unix(r.Int64N(lastSecond), r.Int64N(1e9)).UTC()
	_ = r.IntN(8) // chose a zone until 2026-11-25; without it, all values after a time would be others than in older measurements
	return t
}

// random sets v, which is of a basic kind, to a random value.
func random(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(signed(r, v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(unsigned(r, v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float(r))
	case reflect.Complex64, reflect.Complex128:
		re, im := float(r), float(r)
		v.SetComplex(complex(re, im))
	case reflect.String:
		if v.Type() == numberType {
			v.SetString(fmt.Sprint(signed(r, 64)))
			return
		}
		v.SetString(text(r))
	}
}
