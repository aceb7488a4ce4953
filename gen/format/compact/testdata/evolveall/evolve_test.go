package evolving

import (
	"encoding/json"
	"strings"
	"testing"

	"evolving/after"
	"evolving/after/part"
	"evolving/before"
	oldpart "evolving/before/part"
)

func oldOrder(pay any, kids ...before.Order) before.Order {
	line := before.Line{SKU: "nails", Open: true}
	return before.Order{
		Base: before.Base{ID: 7}, Lines: []before.Line{line, {}, line}, ByName: map[string]before.Line{"k": line},
		ByKey: map[before.Key]int{{A: 1, B: 2}: 3}, Ship: &before.Address{Street: "s", City: "c"}, Pay: pay,
		Box: before.Box[before.Coin]{In: before.Coin{Cents: 5}}, Part: oldpart.Part{Name: "p"},
		Pairs: [2]before.Pair{{X: 1, Y: 1 << 40}, {X: 2}}, Many: [6]before.Pair{5: {Y: -3}}, Kids: kids,
		Fixed: struct{ A, B int }{8, 9}, Last: "last",
	}
}

func newOrder(pay any, kids ...after.Order) after.Order {
	line := after.Line{SKU: "nails", Open: true, More: "more"}
	return after.Order{
		Base: after.Base{ID: 7, More: "more"}, Lines: []after.Line{line, {}, line}, ByName: map[string]after.Line{"k": line},
		ByKey: map[after.Key]int{{A: 1, B: 2, More: "more"}: 3}, Ship: &after.Address{Street: "s", City: "c", More: "more"}, Pay: pay,
		Box: after.Box[after.Coin]{In: after.Coin{Cents: 5, More: "more"}, More: "more"}, Part: part.Part{Name: "p", More: "more"},
		Pairs: [2]after.Pair{{X: 1, Y: 1 << 40, More: "more"}, {X: 2, More: "more"}}, Many: [6]after.Pair{5: {Y: -3, More: "more"}}, Kids: kids,
		Fixed: struct{ A, B int }{8, 9}, Last: "last", More: "more",
	}
}

func text(t *testing.T, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(`,"More":"more"`, "", `"More":"more",`, "").Replace(string(b))
}

// TestAll checks that each version reads the messages of the other.
func TestAll(t *testing.T) {
	for i, c := range []struct {
		old before.Order
		new after.Order
	}{
		{oldOrder(before.Card{Number: "n"}), newOrder(after.Card{Number: "n", More: "more"})},
		{oldOrder(&before.Cash{Cents: 9}, oldOrder(nil)), newOrder(&after.Cash{Cents: 9, More: "more"}, newOrder(nil))},
		{oldOrder([]before.Line{{SKU: "x"}}), newOrder([]after.Line{{SKU: "x", More: "more"}})},
	} {
		b, err := c.old.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var now after.Order
		if err := now.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		if got, want := text(t, now), text(t, c.old); got != want || now.ByKey[after.Key{A: 1, B: 2}] != 3 {
			t.Errorf("%d: the new version reads %s %v, want %s", i, got, now.ByKey, want)
		}
		if b, err = c.new.MarshalBinary(); err != nil {
			t.Fatal(err)
		}
		var was before.Order
		if err := was.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		if got, want := text(t, was), text(t, c.old); got != want || was.ByKey[before.Key{A: 1, B: 2}] != 3 {
			t.Errorf("%d: the old version reads %s %v, want %s", i, got, was.ByKey, want)
		}
		if text(t, c.new) != text(t, c.old) {
			t.Errorf("%d: the two values of the test differ", i)
		}
	}
}
