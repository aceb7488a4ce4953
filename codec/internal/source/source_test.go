package source_test

import (
	"testing"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// TestNumber: fields of type any have functions of their own if their unions differ, also inside lists.
func TestNumber(t *testing.T) {
	w := source.New(&codec.Input{Plan: &lower.Plan{In: &lower.Package{}}})
	list := func(members ...model.Type) model.Type {
		return &model.Slice{Elem: &model.Interface{Text: "any", Members: members}}
	}
	text, number := &model.Basic{Kind: model.String}, &model.Basic{Kind: model.Int}
	for i, c := range []struct {
		t    model.Type
		want int
	}{{list(text), 0}, {list(number), 1}, {list(text, number), 2}, {list(text), 0}, {text, 3}} {
		if got := w.Number(c.t); got != c.want {
			t.Errorf("type %d has number %d, want %d", i, got, c.want)
		}
	}
}
