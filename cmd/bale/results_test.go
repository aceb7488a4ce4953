package main

import (
	"flag"
	"testing"

	"bale/lab"
	"bale/result"
)

var resultsFile = flag.String("results", "", "check this results.json of a comparison of all codecs")

// TestResultsFile checks what a real comparison has left: .ci/run takes one and names it with -results.
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
	type half struct {
		shape, codec string
		op           lab.Op
	}
	cells := map[half]bool{}
	for _, c := range r.Cells {
		cells[half{c.Shape, c.Codec, c.Op}] = true
		if c.Ns.Center <= 0 || c.Ns.Rounds < 6 {
			t.Errorf("%s %s %s: %v ns after %d rounds", c.Shape, c.Codec, c.Op, c.Ns.Center, c.Ns.Rounds)
		}
	}
	for _, row := range r.Rows {
		if row.Status != lab.OK && row.Status != lab.Lossy {
			t.Errorf("%s %s: %s: %s", row.Shape, row.Codec, row.Status, row.Reason)
			continue
		}
		if row.Module != "" && row.Version != row.Pin {
			t.Errorf("%s: linked %s, pinned %s", row.Codec, row.Version, row.Pin)
		}
		if row.Size <= 0 {
			t.Errorf("%s %s: size %v", row.Shape, row.Codec, row.Size)
		}
		for _, op := range []lab.Op{lab.Encode, lab.Decode} {
			if !cells[half{row.Shape, row.Codec, op}] {
				t.Errorf("%s %s: no %s cell", row.Shape, row.Codec, op)
			}
		}
	}
}
