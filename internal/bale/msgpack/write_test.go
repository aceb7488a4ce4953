package msgpack

import (
	"bytes"
	"encoding/hex"
	"testing"

	"bale/internal/bale/core"
)

// TestHeads checks the heads of texts, bytes, lists and maps, and their sizes, at both sides of each length from which on they have another form, as the
// specification of MessagePack has them. Generated code writes the text head of one byte, for less than 32 bytes, itself.
func TestHeads(t *testing.T) {
	for _, c := range []struct {
		k                    int
		text, bin, list, dic string
	}{
		{0, "a0", "c400", "90", "80"},
		{1, "a1", "c401", "91", "81"},
		{15, "af", "c40f", "9f", "8f"},
		{16, "b0", "c410", "dc0010", "de0010"},
		{23, "b7", "c417", "dc0017", "de0017"},
		{24, "b8", "c418", "dc0018", "de0018"},
		{31, "bf", "c41f", "dc001f", "de001f"},
		{32, "d920", "c420", "dc0020", "de0020"},
		{255, "d9ff", "c4ff", "dc00ff", "de00ff"},
		{256, "da0100", "c50100", "dc0100", "de0100"},
		{65535, "daffff", "c5ffff", "dcffff", "deffff"},
		{65536, "db00010000", "c600010000", "dd00010000", "df00010000"},
	} {
		if SizeText(c.k) != len(c.text)/2+c.k || SizeHead(c.k) != len(c.bin)/2 || SizeCount(c.k) != len(c.list)/2 {
			t.Errorf("%d: the sizes are %d, %d and %d, want %d, %d and %d", c.k, SizeText(c.k), SizeHead(c.k), SizeCount(c.k), len(c.text)/2+c.k, len(c.bin)/2, len(c.list)/2)
		}
		for name, head := range map[string]string{"text": c.text, "bin": c.bin, "list": c.list, "map": c.dic} {
			want, err := hex.DecodeString(head)
			if err != nil {
				t.Fatal(err)
			}
			b := make([]byte, len(want)+2*c.k+8)
			n := 0
			switch put := core.All(b); {
			case name == "text" && c.k < 32:
				n = copy(b, want)
			case name == "text":
				n = PutHead(put, 0, 0xd9, c.k)
			case name == "bin":
				n = PutHead(put, 0, 0xc4, c.k)
			case name == "list":
				n = PutCount(put, 0, 0x90, 0xdc, c.k)
			default:
				n = PutCount(put, 0, 0x80, 0xde, c.k)
			}
			if n != len(want) || !bytes.Equal(b[:n], want) {
				t.Errorf("%s of %d: got %x, want %x", name, c.k, b[:n], want)
			}
			d := &Input{Input: core.Input{B: b}}
			k, from := 0, 0
			switch name {
			case "list":
				k, from = d.List(0)
			case "map":
				k, from = d.MapLen(0)
			default:
				from, k = d.Bytes(0)
			}
			if k != c.k || from != len(want) {
				t.Errorf("%x: got the length %d and the offset %d, want %d and %d", want, k, from, c.k, len(want))
			}
		}
	}
}
