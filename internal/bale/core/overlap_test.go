//go:build !purego

package core

import "testing"

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
