package plan

import (
	"strings"
	"testing"

	"bale/schema"
)

// TestAlternatives checks that each member of a union has a unique name, and keeps it when members are appended.
func TestAlternatives(t *testing.T) {
	basic := func(k schema.Kind) schema.Type { return &schema.Basic{Kind: k} }
	named := func(pkg, name string, args ...schema.Type) *schema.Named {
		return &schema.Named{Package: pkg, Name: name, Args: args, Underlying: &schema.Struct{}}
	}
	circle := named("m", "circle")
	union := &schema.Named{Package: "m", Name: "baleUnionAny", Alias: true}
	members := []schema.Type{
		basic(schema.Bool), circle, &schema.Pointer{Elem: circle}, &schema.Pointer{Elem: &schema.Pointer{Elem: circle}}, named("other", "Circle"),
		&schema.Slice{Elem: basic(schema.Uint8)}, &schema.Slice{Elem: union}, &schema.Map{Key: basic(schema.String), Elem: union},
		&schema.Array{Len: 3, Elem: basic(schema.Int16)}, &schema.Time{}, named("m", "Pair", basic(schema.Int), circle), &schema.Struct{}, &schema.Struct{},
		named("m", "Été"),
	}
	const want = "Bool Circle CirclePointer CirclePointer2 Circle2 Bytes ValueList StringValueMap Int16Array3 Time PairIntCircle Struct Struct2 Été"
	d := &Directives{members: map[*schema.Interface]*schema.Struct{}}
	for n := range len(members) + 1 {
		union.Underlying = &schema.Interface{Members: members[:n]}
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
