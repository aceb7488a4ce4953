package capnpgen

import (
	"slices"
	"testing"
)

// TestSection: fields have the positions that the compiler of Cap'n Proto 1.1 assigns (capnp compile -ocapnp).
func TestSection(t *testing.T) {
	for _, c := range []struct {
		widths, want []int // in bits
	}{
		{[]int{1, 64, 16, 1, 32, 8, 8, 16}, []int{0, 64, 16, 1, 32, 8, 128, 144}},
		{[]int{8, 8, 8, 8, 8, 64, 1, 1}, []int{0, 8, 16, 24, 32, 64, 40, 41}},
		{[]int{32, 1, 64, 16, 8, 32}, []int{0, 32, 64, 48, 40, 128}},
	} {
		var s section
		var got []int
		for _, w := range c.widths {
			got = append(got, s.take(log(w)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.widths, got, c.want)
		}
	}
}

// TestShare: members of unions have the positions that the compiler assigns.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		widths, want []int // in bits
		total        int
	}{
		{[]int{64, 8}, []int{64, 64}, 128},
		{[]int{8, 64, 32, 16}, []int{16, 64, 64, 64}, 128},
		{[]int{16, 32, 1}, []int{16, 32, 16}, 64},
		{[]int{1, 8, 16, 32, 64}, []int{16, 16, 16, 32, 64}, 128},
	} {
		var s section
		s.take(4)
		var parts []part
		var got []int
		for _, w := range c.widths {
			got = append(got, s.share(&parts, log(w)))
		}
		if !slices.Equal(got, c.want) || s.bits != c.total {
			t.Errorf("%v: got %v in %d bits, want %v in %d", c.widths, got, s.bits, c.want, c.total)
		}
	}
}
