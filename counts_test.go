package bale_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"testing"

	"bale/codec/all"
	"bale/codec/facts"
)

var update = flag.Bool("update", false, "rewrite the number of serializers in README.md and the rows of the matrix in docs/choose.md")

// countsSentence matches the part of a sentence of the README, in one line, that says how many serializers there are.
var countsSentence = regexp.MustCompile(`bale knows \d+ serializers`)

// TestCounts checks the number of serializers in the README. The variants of one module are one serializer. References and the user's own methods do
// not count.
func TestCounts(t *testing.T) {
	serializers := map[string]bool{}
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			if fact, _ := facts.Of(c.FullName(v)); !c.Reference && fact.Languages != facts.OwnLanguages {
				serializers[cmp.Or(c.Module, c.Name)] = true
			}
		}
	}
	want := fmt.Sprintf("bale knows %d serializers", len(serializers))
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		readme = countsSentence.ReplaceAll(readme, []byte(want))
		if err := os.WriteFile("README.md", readme, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := countsSentence.FindAllString(string(readme), -1)
	if len(found) == 0 {
		t.Fatalf("README.md does not say in one line that %s", want)
	}
	for _, text := range found {
		if text != want {
			t.Errorf("README.md says %q, want %q: run go test . -run TestCounts -update", text, want)
		}
	}
}
