//go:build !balesafe

package core

import (
	"testing"
	"unsafe"
)

// roomOf returns the size of the memory for strings.
func roomOf(d *Input) int { return cap(d.Backing) }

// TestOverlaps checks slices that share memory with a message, touch it, and are apart from it.
func TestOverlaps(t *testing.T) {
	b := make([]byte, 100)
	m := b[20:60:80]
	for _, c := range []struct {
		x    []byte
		want bool
	}{
		{nil, false}, {make([]byte, 10), false}, {b[0:20:20], false}, {b[0:10], true}, {b[0:10:20], false}, {b[0:10:21], true},
		{b[30:35:35], true}, {b[79:80:80], true}, {b[80:], false},
	} {
		if Overlaps(c.x, m) != c.want {
			t.Errorf("%d of %d: %t", len(c.x), cap(c.x), !c.want)
		}
	}
}

// TestApart checks that Apart never accepts pieces of memory that overlap, and accepts pieces that were allocated together.
func TestApart(t *testing.T) {
	var memory [64]byte
	at := func(i int) unsafe.Pointer { return unsafe.Pointer(&memory[i]) }
	type piece struct{ from, size int }
	for _, c := range []struct {
		name   string
		pieces []piece
		want   string
	}{
		{"ascending", []piece{{0, 4}, {4, 4}, {10, 4}}, "yyy"},
		{"the same twice", []piece{{0, 4}, {4, 4}, {0, 4}, {8, 4}}, "yyny"},
		{"filtered", []piece{{0, 4}, {12, 4}, {20, 4}, {12, 4}, {16, 4}, {20, 4}}, "yyynnn"},
		{"three slabs", []piece{{40, 4}, {44, 4}, {20, 4}, {24, 4}, {0, 4}, {4, 4}, {28, 4}}, "yyyyyyy"},
		{"parts of others", []piece{{10, 10}, {5, 6}, {12, 2}, {19, 5}, {0, 10}, {20, 1}}, "ynnnyy"},
		{"descending", []piece{{40, 4}, {36, 4}, {32, 4}, {28, 4}, {24, 4}, {44, 4}}, "yyyyny"},
		{"nothing", []piece{{0, 4}, {0, 0}, {2, 0}, {0, 4}}, "yyyn"},
	} {
		var a Apart
		got := ""
		for _, p := range c.pieces {
			if a.Next(at(p.from), uintptr(p.size)) {
				got += "y"
			} else {
				got += "n"
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
