package cbor

import (
	"strings"
	"testing"

	"bale/internal/bale/core"
)

// TestTruncatedKey checks that a message that ends in a field's name is truncated, and not malformed, after each of its bytes.
func TestTruncatedKey(t *testing.T) {
	for _, length := range []int{1, 23, 24, 255, 256} {
		name := strings.Repeat("n", length)
		whole := append(textHead(length), name...)
		for n := range whole {
			d := &Input{}
			d.B = whole[:n]
			if _, end := d.Key(0); end >= 0 || d.Fault.Code != core.Truncated {
				t.Errorf("%d of %d bytes of a name: end %d, error %v", n, len(whole), end, core.Errors[d.Fault.Code])
			}
		}
		d := &Input{}
		d.B = whole
		if key, end := d.Key(0); string(key) != name || end != len(whole) {
			t.Errorf("the name %q ends at %d", key, end)
		}
	}
}

// textHead returns the head of a text string (RFC 8949, section 3).
func textHead(length int) []byte {
	switch {
	case length < 24:
		return []byte{0x60 | byte(length)}
	case length < 256:
		return []byte{0x78, byte(length)}
	}
	return []byte{0x79, byte(length >> 8), byte(length)}
}
