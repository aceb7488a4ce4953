package compact

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bale/internal/bale/core"
)

// decoderOf returns a decoder of a message that has b followed by text.
func decoderOf(b []byte, text string) *Decoder {
	return &Decoder{B: append(slices.Clone(b), text...), Budget: core.NewBudget(0), TextAt: len(b), TextEnd: len(b) + len(text)}
}

// written returns the bytes that put writes, at most size.
func written(size int, put func(b core.Buffer) int) []byte {
	b := make([]byte, size+8)
	return b[:put(core.All(b))]
}

func numbers[T Number](n int, next func() T) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = next()
	}
	return v
}

// testNumbers encodes and decodes lists with lengths around the size of a group, and decodes all truncated messages of them.
func testNumbers[T Number](t *testing.T, next func() T) {
	t.Helper()
	for _, n := range []int{0, 1, 2, 15, 16, 17, 33, 100} {
		v := numbers(n, next)
		b := written(9*n+8, func(b core.Buffer) int { return PutNumbers(b, 0, v) })
		for end := range len(b) + 1 {
			got := make([]T, n)
			d := decoderOf(b[:end], "")
			ok := GetNumbers(d, got)
			if ok != (end == len(b)) || ok && (!slices.Equal(got, v) || d.N != end) {
				t.Fatalf("%d %T: %d of %d bytes: %v, read %d", n, v, end, len(b), ok, d.N)
			}
			if !ok && d.Error("v", d.N) == nil {
				t.Errorf("%d %T: no error", n, v)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	testNumbers(t, func() uint64 { return r.Uint64() >> r.IntN(64) })
	testNumbers(t, func() int64 { return int64(r.Uint64()) >> r.IntN(64) })
	testNumbers(t, func() int32 { return int32(r.Uint64()) >> r.IntN(32) })
	testNumbers(t, func() uint32 { return uint32(r.Uint64()) >> r.IntN(32) })
	testNumbers(t, func() uint64 { return math.MaxUint64 })
	testNumbers(t, func() int64 { return math.MinInt64 })
}

// TestOverflow checks that a number is rejected if the element type cannot hold it.
func TestOverflow(t *testing.T) {
	b := written(32, func(b core.Buffer) int { return PutNumbers(b, 0, []int64{1, math.MaxInt32 + 1}) })
	if d := decoderOf(b, ""); GetNumbers(d, make([]int32, 2)) || d.Code != core.Overflow {
		t.Errorf("code %d", d.Code)
	}
	b = written(32, func(b core.Buffer) int { return PutNumbers(b, 0, []uint64{math.MaxUint32 + 1, 1}) })
	if d := decoderOf(b, ""); GetNumbers(d, make([]uint32, 2)) || d.Code != core.Overflow {
		t.Errorf("code %d", d.Code)
	}
}

// TestStrings tests the three functions that decode strings.
func TestStrings(t *testing.T) {
	for _, n := range []int{0, 1, 16, 40} {
		var v []string
		for i := range n {
			v = append(v, strings.Repeat("x", i%19)+fmt.Sprint(i%3)) // of each length for which StoreWord has a branch
		}
		text := strings.Join(v, "")
		var e Encoder
		e.TextEnd = len(text)
		e.End = e.TextEnd + 9*n + 8
		s := 0
		b := written(e.End, func(b core.Buffer) (end int) { end, s = PutStrings(&e, b, e.TextEnd, 0, v, "v"); return end })
		if e.Err != nil || s != len(text) || string(b[:s]) != text || Texts(v) != int64(s) {
			t.Fatalf("%v, text %q of %q", e.Err, b[:s], text)
		}
		b = b[s:]
		for name, get := range map[string]func(*Decoder, []string) bool{
			"shared": GetStrings[string], "own": GetOwnStrings[string], "interned": GetInternedStrings[string],
		} {
			got := make([]string, n)
			d := decoderOf(b, text)
			if !get(d, got) || !slices.Equal(got, v) || d.TextLeft() != 0 {
				t.Errorf("%s: %q, %d bytes left: %v", name, got, d.TextLeft(), d.Error("v", d.N))
			}
			if n == 0 {
				continue
			}
			if d := decoderOf(b, text[1:]); get(d, got) || !strings.Contains(d.Error("v", d.N).Error(), io.ErrUnexpectedEOF.Error()) {
				t.Errorf("%s: a text that is too short gives no error", name)
			}
		}
	}
}

// TestChanged checks that lengths and text without room give an error.
func TestChanged(t *testing.T) {
	for _, c := range []struct {
		end, textEnd int
		v            []string
	}{{4, 0, make([]string, 20)}, {300, 3, []string{"ab", "cd"}}} {
		e := Encoder{TextEnd: c.textEnd}
		e.End = c.end
		if PutStrings(&e, core.All(make([]byte, 512)), c.textEnd, 0, c.v, "v"); e.Err == nil {
			t.Errorf("%q: no error", c.v)
		}
	}
}

func BenchmarkNumbers(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	v := numbers(4096, func() int64 { return int64(r.Uint64()) >> r.IntN(64) })
	var buf []byte
	b.Run("put", func(b *testing.B) {
		buf = make([]byte, 10*len(v))
		for b.Loop() {
			PutNumbers(core.All(buf), 0, v)
		}
		b.SetBytes(int64(8 * len(v)))
	})
	buf = written(10*len(v), func(b core.Buffer) int { return PutNumbers(b, 0, v) })
	b.Run("get", func(b *testing.B) {
		for b.Loop() {
			GetNumbers(decoderOf(buf, ""), v)
		}
		b.SetBytes(int64(8 * len(v)))
	})
}
