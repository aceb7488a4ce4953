package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bale/internal/slow"
	"bale/lab"
	"bale/lab/build"
	"bale/measure"
)

// TestStrings proves for each row that its strings are what it declares: that they have their own memory, or, if the codec says that they share it,
// that they do for one of the types in testdata/texts. Without BALE_TEST=slow, the codecs are those that need no modules.
func TestStrings(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	choices, err := choose(nil)
	if err != nil {
		t.Fatal(err)
	}
	if only := os.Getenv("ONLY"); only != "" {
		choices, _ = choose(splitTypes(only))
	} else if !slow.Enabled() {
		choices = slices.DeleteFunc(choices, func(c *build.Choice) bool { return c.Codec.Module != "" })
	}
	cache, err := build.DefaultCache()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs(filepath.Join("testdata", "texts"))
	if err != nil {
		t.Fatal(err)
	}
	shapes, err := build.Load(t.Context(), dir, ".", []string{"Words", "Lines", "Blobs"}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &build.Builder{Cache: cache}
	built, err := b.Build(t.Context(), shapes, choices)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[measure.Key]measure.Strings{}
	for _, c := range built {
		for _, row := range c.Rows {
			declared[row.Key()] = row.Strings
		}
	}
	if _, err := (&lab.Check{Builder: b, Seed: 1, Values: 64}).Run(t.Context(), built); err != nil {
		t.Fatal(err)
	}
	for _, c := range built {
		found := map[string]map[measure.Strings]bool{} // by codec
		for _, row := range c.Rows {
			t.Logf("%-24s %-6s declared %-7s found %-7s %s %s", row.Codec, row.Shape, declared[row.Key()], row.Strings, row.Status, row.Reason)
			if found[row.Codec] == nil {
				found[row.Codec] = map[measure.Strings]bool{}
			}
			found[row.Codec][row.Strings] = true
		}
	}
}
