package report

import (
	"strings"
	"testing"

	"bale/codec/facts"
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
				{Change: "removed", Forward: result.Refused, Backward: result.Right, Detail: "unexpected end"},
				{Change: "moved", Forward: result.Wrong, Backward: result.Wrong, Detail: "T.A: 1 became 2"},
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
	before := factOf
	t.Cleanup(func() { factOf = before })
	factOf = func(codec string) (facts.Fact, bool) {
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

func TestAnswers(t *testing.T) {
	withFacts(t)
	hostile := func(h result.Hostile) *result.Aspects { return &result.Aspects{Hostile: &h} }
	evolution := func(list ...result.TypeChange) *result.Aspects { return &result.Aspects{Evolution: list} }
	for _, c := range []struct {
		name    string
		need    Need
		codec   string
		aspects *result.Aspects
		code    map[string]bool
		want    answer
	}{
		{name: "nothing", need: Hostile},
		{name: "nothing of evolution", need: Evolution, aspects: &result.Aspects{}},
		{"not found", Hostile, "", &result.Aspects{Failed: []result.AspectFailure{{Aspect: "hostile", Reason: "no time"}}}, nil, answer{Why: "no time"}},
		{"safe", Hostile, "", hostile(result.Hostile{Inputs: 10, Refused: 8, Accepted: 2, MaxBytes: 1 << 20}), nil, answer{true, true, "10 damaged messages: 8 refused, 2 accepted"}},
		{"no inputs", Hostile, "", hostile(result.Hostile{}), nil, answer{Why: "no damaged message was decoded"}},
		{"the worst", Hostile, "", hostile(result.Hostile{Inputs: 10, Panicked: 1, Hung: 2, Worst: "hangs"}), nil, answer{true, false, "hangs (3 of 10 damaged messages)"}},
		{"allocates", Hostile, "", hostile(result.Hostile{Inputs: 10, Refused: 10, Worst: "16 GB from 5 bytes"}), nil, answer{true, false, "16 GB from 5 bytes"}},
		{"moved does not count", Evolution, "", evolution(result.TypeChange{Change: "moved", Forward: result.Wrong}, result.TypeChange{Change: "removed", Forward: result.Right, Backward: result.Refused}), nil,
			answer{true, true, "after a field is appended or removed, messages are decoded correctly or refused"}},
		{"backward counts", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Wrong}), nil,
			answer{true, false, "decodes wrong values without an error after a field is appended"}},
		{"a gap", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.NotCarried, Backward: result.NotCarried}), nil,
			answer{Why: "it cannot carry the type after a field is appended"}},
		{"right and a gap", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Right}, result.TypeChange{Change: "removed", Forward: result.NotCarried, Backward: result.NotCarried}), nil,
			answer{Why: "it cannot carry the type after a field is removed"}},
		{"a gap and wrong", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.NotCarried, Backward: result.NotCarried}, result.TypeChange{Change: "removed", Forward: result.Wrong}), nil,
			answer{true, false, "decodes wrong values without an error after a field is removed"}},
		{"a gap after another change", Evolution, "", evolution(result.TypeChange{Change: "moved", Forward: result.NotCarried, Backward: result.NotCarried}, result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Right}), nil,
			answer{true, true, "after a field is appended or removed, messages are decoded correctly or refused"}},
		{"languages", Languages, "json", nil, nil, answer{true, true, "C, Go, Java"}},
		{"only Go", Languages, "benc/unsafe", nil, nil, answer{true, false, "exists for Go only"}},
		{"no fact", Languages, "colfer", nil, nil, answer{Why: "bale has no facts about it"}},
		{"own methods", Languages, "own/binary", nil, nil, answer{Why: "the type's own methods decide"}},
		{"code", NoCode, "msgp", nil, map[string]bool{"msgp": true}, answer{true, false, "code is generated or written for each type"}},
		{"no code", NoCode, "json", nil, map[string]bool{"json": false}, answer{true, true, "works on the type as it is"}},
		{"code by lines", NoCode, "x", &result.Aspects{Program: &result.Program{Lines: 3}}, nil, answer{true, false, "code is generated or written for each type"}},
		{"code not known", NoCode, "x", &result.Aspects{Program: &result.Program{}}, nil, answer{Why: "bale does not have this codec"}},
	} {
		l := verdictLine{codec: c.codec}.line()
		l.Aspects = c.aspects
		l.code, l.codeKnown = c.code[c.codec]
		if got := l.answer(c.need); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}
