package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/internal/slow"
	"bale/lab"
	"bale/program/build"
	"bale/runner/measure"
)

// TestStrings proves for each row that its strings are what its codec declares: that they have their own memory, or, if it says that they share it,
// that they do for one of the types in testdata/texts. Without BALE_TEST=slow, the rows are json and those of compact, or those that -probe names: all rows take 9
// minutes of processor time, and those that need no modules 20 s.
func TestStrings(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	names := splitTypes(*probed)
	if *probed == "" && !slow.Enabled() {
		names = []string{"json", "bale/compact", "bale/compact-own"}
	}
	choices, err := choose(names)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := build.DefaultCache()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs(filepath.Join("testdata", "texts"))
	if err != nil {
		t.Fatal(err)
	}
	types := []string{"Words", "Lines", "Blobs"}
	shapes, err := build.Load(t.Context(), dir, ".", types, "", nil)
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
	shares, shared := map[string]bool{}, map[string]bool{} // by codec: declared, and found for a type
	for _, c := range built {
		for _, row := range c.Rows {
			t.Logf("%-24s %-6s declared %-7s found %-7s %s %s", row.Codec, row.Shape, declared[row.Key()], row.Strings, row.Status, row.Reason)
			shares[row.Codec] = shares[row.Codec] || declared[row.Key()] == measure.Shared
			shared[row.Codec] = shared[row.Codec] || row.Measured() && row.Strings == measure.Shared
			copies := slices.ContainsFunc(row.Loops, func(key string) bool {
				return strings.HasPrefix(key, string(measure.Decode)) && strings.HasSuffix(key, string(measure.Copy))
			})
			switch {
			case strings.HasPrefix(row.Reason, lab.WrongStrings):
				t.Errorf("%s, %s: %s", row.Codec, row.Shape, row.Reason)
			case slices.ContainsFunc(row.Warnings, func(w string) bool { return strings.HasPrefix(w, lab.StringsUntried) }):
				t.Errorf("%s, %s: not proved: %q", row.Codec, row.Shape, row.Warnings)
			case row.Measured() && copies != (row.Strings != ""):
				t.Errorf("%s, %s: found %q, and loops that copy: %v", row.Codec, row.Shape, row.Strings, copies)
			}
		}
	}
	for codec, declared := range shares {
		if declared && !shared[codec] {
			t.Errorf("%s says that its decoded strings share memory, and they do for none of %q", codec, types)
		}
	}
}
