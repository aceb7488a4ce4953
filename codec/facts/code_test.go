package facts_test

import (
	"os"
	"slices"
	"testing"

	"bale/codec/all"
	"bale/codec/facts"
)

// TestCode checks that code.tsv is complete except for the user's own methods, names no variant that does not exist, and is what FormatCode writes.
func TestCode(t *testing.T) {
	text, err := os.ReadFile("code.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := facts.ParseCode(string(text))
	if err != nil || facts.FormatCode(list) != string(text) {
		t.Fatalf("%v, or FormatCode does not reproduce the text", err)
	}
	var names []string
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			name := c.FullName(v)
			names = append(names, name)
			if _, ok := facts.CodeOf(name); !ok && c.Name != "own" {
				t.Errorf("%s has no line in code.tsv: go test ./cmd/bale -run '^TestUnsafe$' -update -probe %s", name, name)
			}
		}
	}
	for _, c := range list {
		if !slices.Contains(names, c.Codec) {
			t.Errorf("code.tsv has a line for %s, which is no variant", c.Codec)
		}
	}
	for name, want := range map[string]string{"json": "no", "bale/compact": "yes", "gencode/unsafe": "yes", "own/json": "?"} {
		if got := facts.UnsafeWord(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
