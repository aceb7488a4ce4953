package msgpack

import (
	"slices"
	"testing"

	"bale/internal/bale/core"
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
				want, entry, end := d.Integer(before, "")
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

// TestCutName cuts messages in names of fields, and checks the path in the error.
func TestCutName(t *testing.T) {
	for _, c := range []struct {
		message string
		seen    uint64
		want    string
	}{
		{"", 0, "T.ID"},
		{"\x82", 0, "T.ID"},
		{"\x82\xa2I", 0, "T.ID"},
		{"\x82\xa4Na", 0, "T.Name"}, // written in another order
		{"\x82\xa4Na", 1, "T.Name"},
		{"\x82\xa2ID\x01", 1, "T.Name"},
		{"\x82\xa2ID\x01\xa5Other", 1, "T.Name"},
	} {
		d := &Input{Input: core.Input{B: []byte(c.message)}}
		d.Stop(core.Truncated, "", len(c.message))
		if n := d.CutName([]uint64{c.seen}, "ID\nID\nName\nName", 0xa0, 32); n != -1 || d.Where("T") != c.want {
			t.Errorf("%q: %d, %s, want %s", c.message, n, d.Where("T"), c.want)
		}
	}
	d := new(Input)
	d.Stop(core.Malformed, "", 0)
	if d.CutName([]uint64{0}, "ID\nID", 0xa0, 32); d.Where("T") != "T" {
		t.Errorf("a malformed name: %s", d.Where("T"))
	}
}
