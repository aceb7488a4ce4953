//go:build !purego

package core

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// small is the limit of the memory that is taken only near other memory.
const small = 1024

// A taker takes memory as generated code does.
type taker struct {
	Taken
	runs  [2]Run
	limit uintptr
}

// take takes memory[from:to] for a group.
func (k *taker) take(group int, memory []byte, from, to int) bool {
	p, size := unsafe.Pointer(&memory[from]), uintptr(to-from)
	return Extends(&k.runs[group], p, size) || k.Take(k.runs[:], group, p, size, k.limit)
}

// TestTaken checks spans that touch, overlap, and come in other orders than those of their addresses.
func TestTaken(t *testing.T) {
	var memory [256]byte
	type piece struct{ from, size int }
	for _, c := range []struct {
		name   string
		pieces []piece
		want   string
	}{
		{"ascending", []piece{{0, 4}, {4, 4}, {10, 4}}, "yyy"},
		{"the same twice", []piece{{0, 4}, {4, 4}, {0, 4}, {8, 4}}, "yyny"},
		{"filtered", []piece{{0, 4}, {12, 4}, {24, 4}, {12, 4}, {40, 4}, {24, 4}}, "yyynyn"},
		{"in a small gap", []piece{{0, 4}, {8, 4}, {4, 4}}, "yyn"},
		{"in a gap", []piece{{0, 4}, {12, 4}, {4, 8}}, "yyy"},
		{"three slabs", []piece{{40, 4}, {44, 4}, {20, 4}, {24, 4}, {0, 4}, {4, 4}, {28, 4}}, "yyyyyyy"},
		{"parts of others", []piece{{10, 10}, {5, 6}, {12, 2}, {19, 5}, {0, 10}, {20, 1}}, "ynnnyy"},
		{"descending", []piece{{200, 4}, {180, 4}, {160, 4}, {140, 4}, {120, 4}, {100, 4}, {80, 4}, {60, 4}, {40, 4}, {204, 4}, {216, 4}, {208, 4}}, "yyyyynnnnnnn"},
		{"nothing", []piece{{0, 4}, {0, 0}, {2, 0}, {0, 4}}, "yyyn"},
	} {
		k := taker{limit: small}
		got := ""
		for _, p := range c.pieces {
			if k.take(0, memory[:], p.from, p.from+p.size) {
				got += "y"
			} else {
				got += "n"
			}
		}
		k.Release()
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestTakenRandom compares with an array of flags: overlaps are always found, and memory apart from all other is always accepted.
func TestTakenRandom(t *testing.T) {
	memory := make([]byte, 1<<20)
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		k := taker{limit: small * uintptr(seed%2)}
		var flags [2][]bool
		for g := range flags {
			flags[g] = make([]bool, len(memory))
		}
		longest, asked := 1<<r.IntN(17), 1+r.IntN(1+r.IntN(400))
		at := 0
		for range asked {
			group := r.IntN(2)
			if r.IntN(3) > 0 || at > len(memory)/2-longest {
				at = 8 * r.IntN((len(memory)/2-longest)/8)
			}
			from := group*len(memory)/2 + at // groups have different memory
			to := from + 1 + r.IntN(longest)
			at = to - group*len(memory)/2
			if r.IntN(2) == 0 {
				at = (at + 7) &^ 7
			}
			free := true
			for _, x := range flags[group][from:to] {
				free = free && !x
			}
			got := k.take(group, memory, from, to)
			if got && !free {
				t.Fatalf("seed %d: accepted [%d:%d], which was taken", seed, from, to)
			}
			near := func(i int) bool { return i >= 0 && i < len(memory) && flags[group][i] }
			if !got && free {
				apart := true
				for i := from - gap; i < to+gap; i++ {
					apart = apart && !near(i)
				}
				if scattered := k.spanCount >= nearSpans && to-from < int(k.limit); apart && !scattered {
					t.Fatalf("seed %d: refused [%d:%d], which was free", seed, from, to)
				}
			}
			if got {
				for i := from; i < to; i++ {
					flags[group][i] = true
				}
			} else if k.spanSet != nil && to-from >= int(k.limit) {
				break // a part of the memory may be recorded
			}
		}
		k.Release()
	}
}

// TestTakenDense takes short pieces of little memory, most of them behind earlier ones, so that runs and spans grow up to each other and to memory of the set.
func TestTakenDense(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		k := taker{limit: uintptr(r.IntN(2) * r.IntN(30))}
		memory := make([]byte, 2048)
		flags := make([]bool, len(memory))
		ends := []int{0}
		for range 10 + r.IntN(60) {
			from := ends[r.IntN(len(ends))] + r.IntN(10)
			if r.IntN(4) == 0 {
				from = r.IntN(len(memory) - 50)
			}
			to := from + 1 + r.IntN(1+r.IntN(40))
			if to > len(memory) || !k.take(0, memory, from, to) {
				continue
			}
			if slices.Contains(flags[from:to], true) {
				t.Fatalf("seed %d: accepted [%d:%d], which was taken", seed, from, to)
			}
			for i := range flags[from:to] {
				flags[from+i] = true
			}
			ends = append(ends, to)
		}
		k.Release()
	}
}

// TestTakenAgain checks that nothing is left in the set after its use.
func TestTakenAgain(t *testing.T) {
	memory := make([]byte, 1<<20)
	for range 3 {
		var k taker
		for i := 0; i < len(memory); i += 2 * small {
			if from := i * 5 % len(memory); !k.take(0, memory, from, from+small) {
				t.Fatalf("the memory at %d counts as taken", from)
			}
		}
		k.Release()
	}
}

// TestTakenWord checks memory that shares words of eight bytes with other memory: a set of words would lose a span, or skipped fields.
func TestTakenWord(t *testing.T) {
	memory := make([]byte, 10000)
	var k taker
	take := func(from, to int) bool {
		return k.Take(k.runs[:], 0, unsafe.Pointer(&memory[from]), uintptr(to-from), 0)
	}
	for _, x := range [][2]int{{9000, 9300}, {0, 3}, {4, 3000}, {6000, 6001}, {7000, 7001}, {8000, 8600}} {
		if !take(x[0], x[1]) {
			t.Errorf("%d counts as taken", x)
		}
	}
	if take(100, 2100) {
		t.Error("a part of a span is not found")
	}
	k.Release()
	k = taker{}
	for i := 126; i >= 0; i -= 2 {
		if !take(i, i+2) {
			t.Errorf("two bytes at %d count as taken", i)
		}
	}
	k.Release()
}

// TestTakenLarge checks that the set of a message with much memory is not kept after a message with little memory.
func TestTakenLarge(t *testing.T) {
	s := newPages()
	for i := range uintptr(5000) {
		s.take(1000*i, 1000*i+1)
	}
	large := len(s.table)
	s.free()
	s = newPages() // the large one, or a new one if the pool has lost it
	s.take(0, 1)
	s.free()
	if s = newPages(); len(s.table) >= large {
		t.Errorf("a set of %d nodes is kept", len(s.table))
	}
	s.free()
}

// TestTakenHuge checks that the set does not grow with the size of a piece of memory.
func TestTakenHuge(t *testing.T) {
	s := newPages()
	const half = uintptr(1) << (bits.UintSize - 2)
	if !s.take(half, half+10) || !s.take(71, half-3) || s.take(half/2, half/2+1) || s.take(1, half/4) {
		t.Error("a piece of a quarter of all addresses is not found")
	}
	if s.used > 100 {
		t.Errorf("%d nodes", s.used)
	}
	s.free()
}

// TestTakenLong checks spans that contain each other, in both orders, when there are many.
func TestTakenLong(t *testing.T) {
	memory := make([]byte, 1<<22)
	const long = 1 << 20
	for _, first := range []bool{true, false} {
		var k taker
		for i := range 80 { // too many runs
			k.take(0, memory, len(memory)-100*(i+1), len(memory)-100*(i+1)+10)
		}
		for i := range 50 {
			from := 1000 + i*20000
			if first {
				if i == 0 && !k.take(0, memory, 500, 500+long) {
					t.Error("the long span counts as taken")
				}
				if k.take(0, memory, from, from+small) || k.take(0, memory, from+20, from+20+small) {
					t.Errorf("the span at %d is not taken, but the long one holds it", from)
				}
			} else if !k.take(0, memory, from, from+small) {
				t.Errorf("the span at %d counts as taken", from)
			}
		}
		if !first && k.take(0, memory, 500, 500+long) {
			t.Error("the long span is not taken, but it holds others")
		}
		k.Release()
	}
}
