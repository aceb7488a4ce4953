package compact

import (
	"math/bits"
	"testing"
)

// TestCut checks the field at which a record ends early.
func TestCut(t *testing.T) {
	// Two bytes of control: the codes 8 (one byte), 3 (none), a bit, and 9 (two bytes); then the fixed values A and B.
	record := []byte{0x38, 0x91, 'a', 'b', 'b', 1, 2, 3}
	const fixed, numbers = "A=1 B=2", "C D=32 =- E=ns"
	for have, want := range []string{"", "", "A", "B", "B", "C", "E", "E", ""} {
		if got := Faulty(record[:min(have+5, 8)], have, 2, fixed, numbers); got != want {
			t.Errorf("%d bytes: got %q, want %q", have, got, want)
		}
	}
	if got := Faulty(nil, 1, 1, "=4", ""); got != "" {
		t.Errorf("a value without a name: got %q", got)
	}
	if got := Faulty(nil, 2, 1, "[0].X=1 [1].X=1", ""); got != "[1].X" {
		t.Errorf("without numbers: got %q", got)
	}
}

// TestOver checks which number exceeds its limit, also in a record that is shorter than its codes say.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		record  string
		numbers string
		want    string
	}{
		{"\xc3\x00\x00\x00\x00\x01", "A=32 B=32", "B"},
		{"\xb3\x00\x00\x00\x01", "A=32 B=32", ""},
		{"\xbb\xff\xc9\x9a\x3b\x00\xca\x9a\x3b", "A=ns B=ns", "B"},
		{"\xbb\x00\x00\x00\xff\x00\x00\x00\xff", "A B=ns", "B"},
		{"\xcf\x00\x00\x00\x00\x01", "=- A=32", "A"},
		{"\xff\x00", "A=32 B=32", ""},
		{"\x0c\x00\x00\x00\x00\x80", "A=int", map[int]string{32: "A"}[bits.UintSize]},
	} {
		if got := Faulty([]byte(c.record), -1, 1, "", c.numbers); got != c.want {
			t.Errorf("%x: got %q, want %q", c.record, got, c.want)
		}
	}
}
