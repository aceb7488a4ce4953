package plan

import (
	"strings"
	"testing"

	"bale/model"
)

// TestAlternatives checks that each member of a union has a unique name, and keeps it when members are appended.
func TestAlternatives(t *testing.T) {
	basic := func(k model.Kind) model.Type { return &model.Basic{Kind: k} }
	named := func(pkg, name string, args ...model.Type) *model.Named {
		return &model.Named{Package: pkg, Name: name, Args: args, Underlying: &model.Struct{}}
	}
	circle := named("m", "circle")
	union := &model.Named{Package: "m", Name: "baleUnionAny", Alias: true}
	members := []model.Type{
		basic(model.Bool), circle, &model.Pointer{Elem: circle}, &model.Pointer{Elem: &model.Pointer{Elem: circle}}, named("other", "Circle"),
		&model.Slice{Elem: basic(model.Uint8)}, &model.Slice{Elem: union}, &model.Map{Key: basic(model.String), Elem: union},
		&model.Array{Len: 3, Elem: basic(model.Int16)}, &model.Time{}, named("m", "Pair", basic(model.Int), circle), &model.Struct{}, &model.Struct{},
		named("m", "Été"),
	}
	const want = "Bool Circle CirclePointer CirclePointer2 Circle2 Bytes ValueList StringValueMap Int16Array3 Time PairIntCircle Struct Struct2 Été"
	d := &Directives{members: map[*model.Interface]*model.Struct{}}
	for n := range len(members) + 1 {
		union.Underlying = &model.Interface{Members: members[:n]}
		var names []string
		first := d.Alternatives(union)
		for i, f := range first.Fields {
			names = append(names, f.Name)
			if f.Type != members[i] {
				t.Errorf("%s is a %T", f.Name, f.Type)
			}
		}
		if got := strings.Join(names, " "); got != strings.Join(strings.Fields(want)[:n], " ") {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if d.Alternatives(union) != first {
			t.Error("a second call returns other fields, which have no numbers")
		}
	}
	if f := (*Directives)(nil).Alternatives(union).Fields; len(f) != len(members) {
		t.Errorf("without directives there are %d members", len(f))
	}
}
