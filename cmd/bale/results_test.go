package main

import (
	"flag"
	"math"
	"slices"
	"strings"
	"testing"

	"bale/result"
	"bale/runner/measure"
	"bale/shape"
)

var resultsFile = flag.String("results", "", "check this results.json of a comparison of all codecs")

// publishedSizes are the message sizes in the published benchmarks that the shapes come from, for codecs that bale has, too. They are sizes
// of one value. The mean of 4,096 values can differ by a fraction of a byte, since some numbers have shorter encodings (gotiny: 1423.002).
var publishedSizes = map[measure.Key]float64{
	{Shape: "block", Codec: "skycoin"}:        1546,
	{Shape: "block", Codec: "skyencoder"}:     1546,
	{Shape: "block", Codec: "colfer"}:         1535,
	{Shape: "block", Codec: "gencode/fixed"}:  1516,
	{Shape: "block", Codec: "gencode/varint"}: 1421,
	{Shape: "block", Codec: "gotiny"}:         1423,
	{Shape: "block", Codec: "xdr2"}:           1612,
	{Shape: "valmsg", Codec: "json"}:          697,
	{Shape: "valmsg", Codec: "jsoniter/std"}:  697,
	{Shape: "valmsg", Codec: "msgp"}:          428,
	{Shape: "valmsg", Codec: "sproto"}:        362,
	{Shape: "valmsg", Codec: "sproto/packed"}: 213,
	{Shape: "ymz", Codec: "mus/unsafe"}:       58,
	{Shape: "ymz", Codec: "bebop/shared"}:     61,
}

// missingOps are the operations that a variant does not have in the default class: hyperpb and simdjson only decode, jettison only encodes, and
// the documented use of vtprotobuf/pool is a pool.
var missingOps = map[string][]measure.Op{
	"simdjson": {measure.Encode}, "jettison/std": {measure.Decode}, "jettison/fastest": {measure.Decode},
	"hyperpb": {measure.Encode}, "hyperpb/pgo": {measure.Encode}, "vtprotobuf/pool": {measure.Encode, measure.Decode},
}

// libraryFaults are the rows that a serializer's own fault takes away, with a part of their reasons: fastape reads lengths from 256 on as 0, and
// submit has a string of 271 bytes; gojay refuses some numbers that it wrote, as docs/surprises.md says.
var libraryFaults = map[measure.Key]string{
	{Shape: "submit", Codec: "fastape"}:     "index out of range",
	{Shape: "nested-10000", Codec: "gojay"}: "Cannot unmarshal JSON",
}

// TestResultsFile checks the results of a real comparison. .ci/run makes one and names it with -results.
func TestResultsFile(t *testing.T) {
	if *resultsFile == "" {
		t.Skip("no -results given")
	}
	r, err := result.LoadResults(*resultsFile)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) == 0 {
		t.Fatal("no rows")
	}
	type opKey struct {
		shape, codec string
		op           measure.Op
	}
	cells, rounds := map[opKey]bool{}, 0
	for _, c := range r.Cells {
		rounds = max(rounds, c.Ns.Rounds)
		cells[opKey{c.Shape, c.Codec, c.Op}] = true
		long := c.Ns.Rounds == result.LongRounds && slices.ContainsFunc(c.Warnings, func(w string) bool { return strings.Contains(w, "a block is one operation") })
		if c.Ns.Center <= 0 || c.Ns.Rounds < result.MinRounds && !long {
			t.Errorf("%s %s %s: %v ns after %d rounds", c.Shape, c.Codec, c.Op, c.Ns.Center, c.Ns.Rounds)
		}
	}
	for _, w := range r.Warnings {
		switch {
		case !strings.Contains(w, "floor is wrong"):
		case rounds < 12: // in 6 rounds of 5 ms, the addresses of a process's memory can make xdr 0.65 to 1.2 times the floor of block
			t.Log(w)
		default:
			t.Error(w)
		}
	}
	for _, row := range r.Rows {
		fault := libraryFaults[measure.Key{Shape: row.Shape, Codec: row.Codec}]
		if fault != "" && row.Status == measure.Failed && strings.Contains(row.Reason, fault) {
			continue
		}
		if s, _, _ := shape.Find(row.Shape); row.Status == measure.HasGap && !s.Tuned {
			continue // every serializer carries the others
		}
		if row.Status != measure.OK && row.Status != measure.Lossy {
			t.Errorf("%s %s: %s: %s", row.Shape, row.Codec, row.Status, row.Reason)
			continue
		}
		if row.Module != "" && row.Version != row.Pin {
			t.Errorf("%s: linked %s, pinned %s", row.Codec, row.Version, row.Pin)
		}
		if row.Reference {
			continue // references have no size, and only the fastest has cells
		}
		if want := publishedSizes[measure.Key{Shape: row.Shape, Codec: row.Codec}]; row.Size <= 0 || want > 0 && math.Round(row.Size) != want {
			t.Errorf("%s %s: %v bytes, published %v", row.Shape, row.Codec, row.Size, want)
		}
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			if !cells[opKey{row.Shape, row.Codec, op}] && !slices.Contains(missingOps[row.Codec], op) {
				t.Errorf("%s %s: no %s cell", row.Shape, row.Codec, op)
			}
		}
	}
}
