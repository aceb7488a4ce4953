package proto

import (
	"testing"

	"bale/internal/bale/core"
)

// TestEndsAfter checks that a message that ends after a tag is an error in the field of the tag.
func TestEndsAfter(t *testing.T) {
	const fields = "1 A\n2 [0].B\n300 (map[string]any)"
	for _, c := range []struct{ message, want string }{
		{"\x08", "T.A: offset 0: unexpected EOF"},
		{"\x12", "T[0].B: offset 0: unexpected EOF"},
		{"\xe2\x12", "T.(map[string]any): offset 0: unexpected EOF"},
		{"\x1a", "T: offset 0: unexpected EOF"},
		{"\x80", "T: offset 0: unexpected EOF"},
		{"\x00", "T: offset 0: malformed message"},
	} {
		d := &Input{Input: core.Input{B: []byte(c.message)}}
		tag, n := d.Tag(0, len(c.message))
		if n >= 0 || d.EndsAfter(tag, fields) != -1 {
			t.Fatalf("%x: the tag %d ends at %d", c.message, tag, n)
		}
		if got := d.Error("T", d.N).Error(); got != c.want {
			t.Errorf("%x: got %s, want %s", c.message, got, c.want)
		}
	}
}
