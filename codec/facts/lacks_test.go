package facts_test

import (
	"testing"

	"bale/codec/facts"
)

func TestLacks(t *testing.T) {
	for _, c := range []struct {
		has, wants string
		lacks      int
	}{
		{"Go", "Go", 0}, {"Go", "C, Go", 1}, {"C, Go, Rust and others", "C, Go", 0}, {"C, Go", "C, Go and others", 0}, {"nearly all", "C, Go", 0},
		{"nearly all", "50 and more", 0}, {"50 and more", "nearly all", 0}, {"C, Go", "nearly all", 98}, {"Go", "50 and more", 99},
		{"C++, Go and 15 more", "Go, Java", 1},
	} {
		if n := (facts.Fact{Languages: c.has}).Lacks(facts.Fact{Languages: c.wants}); n != c.lacks {
			t.Errorf("%q lacks %d of %q, want %d", c.has, n, c.wants, c.lacks)
		}
	}
}
