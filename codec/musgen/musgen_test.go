package musgen

import (
	"testing"

	"bale/codec/lower"
	"bale/model"
)

func TestPointee(t *testing.T) {
	number, at := &model.Basic{Kind: model.Int}, &model.Time{}
	event := &model.Named{Package: "example.com/shop", Name: "Event", Underlying: &model.Struct{Fields: []*model.Field{{Name: "At", Type: at}}}}
	any := &model.Interface{}
	any.Members = []model.Type{number, &model.Slice{Elem: any}}
	for _, c := range []struct {
		name string
		typ  model.Type
		want bool
	}{
		{"a union of int and a list of itself", any, true},
		{"int", number, true},
		{"*int", &model.Pointer{Elem: number}, false},
		{"[]*int", &model.Slice{Elem: &model.Pointer{Elem: number}}, true},
		{"time.Time", at, false},
		{"[]time.Time", &model.Slice{Elem: at}, false},
		{"Event", event, true},
		{"map[int]Event", &model.Map{Key: number, Elem: event}, true},
	} {
		if got := pointee(c.typ); got != c.want {
			t.Errorf("a pointer to %s: %v", c.name, got)
		}
	}
}

// TestRefuse: a type without a name, or with a name that its serializer would have, too, has a mirror.
func TestRefuse(t *testing.T) {
	const shop = "example.com/shop"
	number := &model.Basic{Kind: model.Int32}
	named := func(pkg, name string, under model.Type) model.Type {
		return &model.Named{Package: pkg, Name: name, Underlying: under}
	}
	for _, c := range []struct {
		name    string
		typ     model.Type
		refused bool
	}{
		{"int32", number, false},
		{"Kind", named(shop, "Kind", number), false},
		{"kind", named(shop, "kind", number), true},
		{"Order", named(shop, "Order", &model.Struct{}), false},
		{"struct{}", &model.Struct{}, true},
		{"time.Duration", named("time", "Duration", number), true},
		{"Stamp", named(shop, "Stamp", &model.Time{}), true},
		{"Ref", named(shop, "Ref", &model.Pointer{Elem: number}), true},
	} {
		if reason := refuse(c.typ, &lower.Package{Path: shop}); (reason != "") != c.refused {
			t.Errorf("%s is refused with the reason %q", c.name, reason)
		}
	}
}
