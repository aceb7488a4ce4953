//go:build !purego

package core

import (
	"testing"
	"unsafe"
)

// TestTakeRoom checks that elements are aligned, zero and without spare capacity, and that those that do not fit have memory of
// their own.
func TestTakeRoom(t *testing.T) {
	for _, room := range []int{0, 1, 7, 16, 40, 500} {
		d := &Input{B: make([]byte, 4096)}
		d.MakeRoom(room)
		memory := d.Backing[:cap(d.Backing)]
		for i := range memory {
			if cap(memory) > Cleared {
				memory[i] = 0xff
			}
		}
		for n := range 9 {
			before := len(d.Backing)
			taken(t, TakeRoom[uint16](d, n), n)
			taken(t, TakeRoom[int64](d, n), n)
			taken(t, TakeRoom[[3]byte](d, n), n)
			if len(d.Backing) > cap(memory) || len(d.Backing) < before {
				t.Fatalf("%d bytes of %d are taken, after %d", len(d.Backing), cap(memory), before)
			}
		}
		if room == 500 && len(d.Backing) < 400 {
			t.Errorf("only %d bytes of the room are used", len(d.Backing))
		}
	}
}

// taken checks n elements that TakeRoom returned.
func taken[T comparable](t *testing.T, s []T, n int) {
	t.Helper()
	if len(s) != n || cap(s) != n || s == nil {
		t.Fatalf("got %d elements and room for %d, want %d", len(s), cap(s), n)
	}
	for i := range s {
		if s[i] != *new(T) || uintptr(unsafe.Pointer(&s[i]))%unsafe.Alignof(s[i]) != 0 {
			t.Fatalf("element %d is %v at %p", i, s[i], &s[i])
		}
	}
}
