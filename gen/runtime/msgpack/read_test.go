package msgpack

import (
	"slices"
	"testing"

	"bale/gen/runtime/core"
)

// TestNumber compares Number with Integer for all heads, at each offset and with each number of bytes after the integer. Number may return
// zeros instead, but not for an integer with eight bytes before it.
func TestNumber(t *testing.T) {
	for head := range 256 {
		for before := range 12 {
			for after := range 10 {
				message := append(slices.Repeat([]byte{0xff}, before), byte(head))
				for i := range after {
					message = append(message, byte(0x81+i*13))
				}
				d := &Input{Input: core.Input{B: message}}
				want, entry, end := d.Integer(before)
				x, w := d.Number(core.All(message), before)
				usable := end >= 0 && Gets[head] != 0
				switch {
				case w>>24 == 0:
					if usable && before >= 8 {
						t.Errorf("%x at %d: got nothing, want %d", message, before, int64(want))
					}
				case !usable || x != want || w != entry:
					t.Errorf("%x at %d: got %d, %#x, want %d, %#x", message, before, int64(x), w, int64(want), entry)
				}
			}
		}
	}
}
