package model

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name  string
		exprs []string
	}{
		{"kinds", []string{"All", "small", "Ping", "Chain", "Floats", "Locked", "Blank", "[]Color"}},
		{"generic", []string{"Uses", "Pair[int, string]", "Pair[string,clock.Duration]", "Of[bool]", "List[List[int]]", "Ints"}},
		{"samples", []string{"Order", "Orders", "Line", "Lines", "Loose", "Other", "Generic[int]", "Generic[bool]", "Order"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := mustLoad(t, c.name, c.exprs...).JSON()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, c.name+".json", string(withoutStdLines(got)))
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s (run with -update to accept):\n%s", file, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is the beginning of the other"
}

var stdLine = regexp.MustCompile(`("pos": "(?:sync|time|io|internal/sync)/[^:]*):\d+:\d+"`)

// withoutStdLines removes the lines and columns of files of the standard library, which differ between Go versions.
func withoutStdLines(text []byte) []byte {
	return stdLine.ReplaceAll(text, []byte(`$1"`))
}
