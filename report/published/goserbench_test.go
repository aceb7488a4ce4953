package published

import (
	"os"
	"slices"
	"strings"
	"testing"

	"bale/codec/all"
	"bale/codec/facts"
)

// TestRowsOfGoserbench holds the rows of github.com/alecthomas/go_serialization_benchmarks against bale's. testdata/goserbench.tsv has all 54
// names of its benchmarks.go at commit 833ed640 (2025-07-04), in its order. Each has an existing variant, or a serializer in absent.tsv.
func TestRowsOfGoserbench(t *testing.T) {
	text, err := os.ReadFile("testdata/goserbench.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var variants, absent []string
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			variants = append(variants, c.FullName(v))
		}
	}
	for _, a := range facts.Absent() {
		absent = append(absent, a.Name)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:]
	if len(lines) != 54 {
		t.Errorf("%d rows, want 54", len(lines))
	}
	for _, line := range lines {
		c := strings.Split(line, "\t")
		switch {
		case len(c) != 4 || (c[1] == "") == (c[2] == ""):
			t.Errorf("%q: want a row, either a codec or an absent serializer, and a remark", line)
		case c[1] != "" && !slices.Contains(variants, c[1]):
			t.Errorf("%s: there is no codec %s", c[0], c[1])
		case c[2] != "" && !slices.Contains(absent, c[2]):
			t.Errorf("%s: absent.tsv has no line of %s", c[0], c[2])
		}
	}
}
