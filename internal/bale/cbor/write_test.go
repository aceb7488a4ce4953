package cbor

import (
	"bytes"
	"encoding/hex"
	"testing"

	"bale/internal/bale/core"
)

// TestHeads checks the heads of texts, bytes, lists and maps, and their sizes, at both sides of each length from which on they have another form. The heads
// are those of RFC 8949, section 3, for major type 0.
func TestHeads(t *testing.T) {
	for _, c := range []struct {
		k    int
		head string
	}{
		{0, "00"}, {1, "01"}, {22, "16"}, {23, "17"}, {24, "1818"}, {255, "18ff"}, {256, "190100"}, {65535, "19ffff"}, {65536, "1a00010000"},
	} {
		head, err := hex.DecodeString(c.head)
		if err != nil {
			t.Fatal(err)
		}
		if SizeHead(c.k) != len(head) || SizeCount(c.k) != len(head) || SizeText(c.k) != len(head)+c.k || SizeUint(uint64(c.k)) != len(head) || SizeInt(^int64(c.k)) != len(head) {
			t.Errorf("%d: the sizes are %d, %d, %d, %d and %d, want %d", c.k, SizeHead(c.k), SizeCount(c.k), SizeText(c.k), SizeUint(uint64(c.k)), SizeInt(^int64(c.k)), len(head))
		}
		for major := 2; major <= 5; major++ {
			b := make([]byte, len(head)+2*c.k+8)
			want := bytes.Clone(head)
			want[0] |= byte(major << 5)
			for name, put := range map[string]func(b core.Buffer, n, first, k int) int{"PutHead": PutHead, "PutCount": PutCount} {
				if n := put(core.All(b), 0, major<<5, c.k); n != len(want) || !bytes.Equal(b[:n], want) {
					t.Errorf("%s of %d of type %d: got %x, want %x", name, c.k, major, b[:n], want)
				}
			}
			d := &Input{Input: core.Input{B: b}}
			k, from := 0, 0
			switch major {
			case 4:
				k, from = d.List(0)
			case 5:
				k, from = d.MapLen(0)
			default:
				from, k = d.Bytes(0)
			}
			if k != c.k || from != len(head) {
				t.Errorf("%x: got the length %d and the offset %d, want %d and %d", want, k, from, c.k, len(head))
			}
		}
	}
}
