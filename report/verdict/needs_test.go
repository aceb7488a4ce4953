package verdict

import (
	"testing"

	"bale/codec/facts"
	"bale/result"
	"bale/runner/measure"
)

func TestAnswers(t *testing.T) {
	before := FactOf
	t.Cleanup(func() { FactOf = before })
	FactOf = func(codec string) (facts.Fact, bool) {
		switch codec {
		case "own/binary":
			return facts.Of(codec)
		case "benc/unsafe":
			return facts.Fact{Languages: "Go"}, true
		}
		return facts.Fact{Languages: "C, Go, Java"}, codec != "colfer"
	}
	hostile := func(h result.Hostile) *result.Aspects { return &result.Aspects{Hostile: &h} }
	evolution := func(list ...result.TypeChange) *result.Aspects { return &result.Aspects{Evolution: list} }
	refuses := result.TypeChange{Change: "removed", Forward: result.Refused, Backward: result.Refused}
	forward := result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Refused}
	var all []result.TypeChange
	for _, c := range decidingChanges {
		all = append(all, result.TypeChange{Change: c.change, Forward: result.Right, Backward: result.Right})
	}
	for _, c := range []struct {
		name    string
		need    Need
		codec   string
		aspects *result.Aspects
		code    map[string]bool
		want    Answer
	}{
		{name: "nothing", need: Hostile},
		{name: "nothing of evolution", need: Evolution, aspects: &result.Aspects{}},
		{"not found", Hostile, "", &result.Aspects{Failed: []result.AspectFailure{{Aspect: "hostile", Reason: "no time"}}}, nil, Answer{Why: "no time"}},
		{"safe", Hostile, "", hostile(result.Hostile{Inputs: 10, Refused: 8, Accepted: 2, MaxBytes: 1 << 20}), nil, Answer{true, true, "10 damaged messages: 8 refused, 2 accepted"}},
		{"no inputs", Hostile, "", hostile(result.Hostile{}), nil, Answer{Why: "no damaged message was decoded"}},
		{"the worst", Hostile, "", hostile(result.Hostile{Inputs: 10, Panicked: 1, Hung: 2, Worst: "hangs"}), nil, Answer{true, false, "hangs (3 of 10 damaged messages)"}},
		{"allocates", Hostile, "", hostile(result.Hostile{Inputs: 10, Refused: 10, Worst: "16 GB from 5 bytes"}), nil, Answer{true, false, "16 GB from 5 bytes"}},
		{"widened does not count", Evolution, "", evolution(result.TypeChange{Change: "widened", Forward: result.Wrong}, result.TypeChange{Change: "removed", Forward: result.Right, Backward: result.Refused}), nil,
			Answer{true, true, "after a field is removed, messages are decoded correctly or refused"}},
		{"moved counts", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Right}, result.TypeChange{Change: "moved", Forward: result.Wrong}), nil,
			Answer{true, false, "decodes wrong values from earlier messages, without an error, after two fields of different types change places"}},
		{"swapped counts", Evolution, "", evolution(result.TypeChange{Change: "swapped", Forward: result.Right, Backward: result.Wrong}), nil,
			Answer{true, false, "an earlier program decodes wrong values from new messages, without an error, after two fields of the same type change places"}},
		{"all changes", Evolution, "", evolution(all...), nil,
			Answer{true, true, "after a field is appended, removed, renamed or moved, messages are decoded correctly or refused"}},
		{"backward counts", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Wrong}), nil,
			Answer{true, false, "an earlier program decodes wrong values from new messages, without an error, after a field is appended"}},
		{"a gap", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.NotCarried, Backward: result.NotCarried}), nil,
			Answer{Why: "it cannot carry the type after a field is appended"}},
		{"right and a gap", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Right}, result.TypeChange{Change: "removed", Forward: result.NotCarried, Backward: result.NotCarried}), nil,
			Answer{Why: "it cannot carry the type after a field is removed"}},
		{"a gap and wrong", Evolution, "", evolution(result.TypeChange{Change: "appended", Forward: result.NotCarried, Backward: result.NotCarried}, result.TypeChange{Change: "removed", Forward: result.Wrong}), nil,
			Answer{true, false, "decodes wrong values from earlier messages, without an error, after a field is removed"}},
		{"a gap after another change", Evolution, "", evolution(result.TypeChange{Change: "widened", Forward: result.NotCarried, Backward: result.NotCarried}, result.TypeChange{Change: "appended", Forward: result.Right, Backward: result.Right}), nil,
			Answer{true, true, "after a field is appended, messages are decoded correctly or refused"}},
		{"refused is not wrong", Evolution, "", evolution(refuses), nil, Answer{true, true, "after a field is removed, messages are decoded correctly or refused"}},
		{"refused is not right", Stored, "", evolution(refuses), nil, Answer{true, false, "refuses earlier messages after a field is removed"}},
		{"forward is enough", Stored, "", evolution(forward), nil, Answer{true, true, "after a field is appended, earlier messages are decoded correctly"}},
		{"forward is not enough", Deployed, "", evolution(forward), nil, Answer{true, false, "an earlier program refuses new messages after a field is appended"}},
		{"wrong for earlier programs", Stored, "", evolution(forward, result.TypeChange{Change: "renamed", Forward: result.Right, Backward: result.Wrong}), nil,
			Answer{true, false, "an earlier program decodes wrong values from new messages, without an error, after a field is renamed that has no name in its tag"}},
		{"both directions", Deployed, "", evolution(result.TypeChange{Change: "renamed", Forward: result.Right, Backward: result.Right}), nil,
			Answer{true, true, "after a field is renamed, messages are decoded correctly in both directions"}},
		{"a refusal and a gap", Deployed, "", evolution(refuses, result.TypeChange{Change: "appended", Forward: result.NotCarried, Backward: result.NotCarried}), nil,
			Answer{true, false, "refuses earlier messages after a field is removed"}},
		{"languages", Languages, "json", nil, nil, Answer{true, true, "C, Go, Java"}},
		{"only Go", Languages, "benc/unsafe", nil, nil, Answer{true, false, "exists for Go only"}},
		{"no fact", Languages, "colfer", nil, nil, Answer{Why: "bale has no facts about it"}},
		{"own methods", Languages, "own/binary", nil, nil, Answer{Why: "the type's own methods decide"}},
		{"code", NoCode, "msgp", nil, map[string]bool{"msgp": true}, Answer{true, false, "code is generated or written for each type"}},
		{"no code", NoCode, "json", nil, map[string]bool{"json": false}, Answer{true, true, "works on the type as it is"}},
		{"code by lines", NoCode, "x", &result.Aspects{Program: &result.Program{Lines: 3}}, nil, Answer{true, false, "code is generated or written for each type"}},
		{"code not known", NoCode, "x", &result.Aspects{Program: &result.Program{}}, nil, Answer{Why: "bale does not have this codec"}},
	} {
		l := &Line{Row: &measure.Row{Codec: c.codec}, Aspects: c.aspects}
		l.Code, l.CodeKnown = c.code[c.codec]
		if got := l.Answer(c.need); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestHidden checks that a row which sends a field that a tag hides does not meet the need.
func TestHidden(t *testing.T) {
	l := &Line{Row: &measure.Row{Codec: "x"}}
	if a := l.Answer(Hidden); !a.Met || !a.Known {
		t.Errorf("without such a field: %+v", a)
	}
	l.Row.Sends = []string{"User.Password"}
	if a := l.Answer(Hidden); a.Met || a.Why != "sends User.Password, which a tag hides from other serializers" {
		t.Errorf("with one: %+v", a)
	}
}
