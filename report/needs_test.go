package report

import (
	"strings"
	"testing"

	"bale/codec/facts"
	"bale/report/verdict"
	"bale/result"
)

// syntheticAspects returns invented aspects of the rows of r. Every fifth row has none.
func syntheticAspects(r *result.Results) []result.Aspects {
	var list []result.Aspects
	for i, row := range r.Rows {
		if !row.Measured() || row.Reference || i%5 == 4 {
			continue
		}
		yes := i%2 == 0
		a := result.Aspects{
			Shape: row.Shape, Codec: row.Codec, Deterministic: &yes,
			Hostile: &result.Hostile{Inputs: 1000, Refused: 900, Accepted: 100, MaxBytes: 4096, MaxPerByte: 85, MaxInput: 48},
			Evolution: []result.TypeChange{
				{Change: "appended", Forward: result.Right, Backward: result.Right},
				{Change: "removed", Forward: result.Right, Backward: result.Right},
				{Change: "widened", Forward: result.Wrong, Backward: result.Wrong, Detail: "T.A: 1 became 2"},
			},
			Compressed: []result.Compressed{
				{With: "zstd", Messages: 1, Bytes: 40, CompressNs: 900, DecompressNs: 300},
				{With: "zstd", Messages: 1000, Bytes: 12, CompressNs: 90, DecompressNs: 30},
			},
			Memory:    &result.Memory{Bytes: 180, Objects: 3, LiveHeapNs: 230},
			FirstCall: &result.FirstCall{EncodeNs: 1e5, DecodeNs: 2e5},
			Program:   &result.Program{Bytes: 1_200_000, Modules: 3, BuildSeconds: 1.7},
		}
		switch i % 7 {
		case 1:
			a.Hostile.Accepted, a.Hostile.Panicked, a.Hostile.Worst = 90, 10, "panics: index out of range"
			a.Program.Lines = 240
		case 2:
			a.Hostile.MaxBytes, a.Hostile.MaxInput, a.Hostile.Worst = 16e9, 5, "16 GB from 5 bytes"
		case 3:
			a.Evolution[0].Forward, a.Evolution[0].Detail = result.Wrong, "T.B: 3 became 0"
		case 4:
			a.Evolution[1].Forward, a.Evolution[1].Detail = result.Refused, "unexpected end"
		case 6:
			a.Evolution[1].Backward, a.Evolution[1].Detail = result.Refused, "unexpected end"
		case 5:
			a.Evolution, a.Failed = nil, []result.AspectFailure{{Aspect: "evolution", Reason: "the changed type does not build"}}
		}
		list = append(list, a)
	}
	return list
}

// withFacts replaces the facts for the time of a test. Codecs with names of up to five letters exist in other languages. Longer ones exist
// for Go only, except for colfer and codecs of bale, which have no fact.
func withFacts(t *testing.T) {
	before := verdict.FactOf
	t.Cleanup(func() { verdict.FactOf = before })
	verdict.FactOf = func(codec string) (facts.Fact, bool) {
		switch {
		case strings.HasPrefix(codec, "bale/"):
			return facts.Fact{}, false
		case strings.HasPrefix(codec, "own/"):
			return facts.Of(codec)
		case len(codec) > 5:
			return facts.Fact{Languages: "Go", Schema: "no", Licence: "MIT", Release: "v1.2.3", Released: "2025-01-02"}, codec != "colfer"
		}
		return facts.Fact{Languages: "C, Go, Java", Schema: "yes", Licence: "MIT"}, true
	}
}
