//go:build purego

package core

import "testing"

// roomOf returns the size of the memory for strings.
func roomOf(d *Input) int { return d.Backing.Cap() }

// TestOverlapsNothing checks that an empty list is decoded into nil, and not into new memory, as with package unsafe.
func TestOverlapsNothing(t *testing.T) {
	if Overlaps([]byte(nil), make([]byte, 10)) || !Overlaps(make([]byte, 1), make([]byte, 10)) {
		t.Error("a slice without memory may share memory with the message, or one with memory may not")
	}
}
