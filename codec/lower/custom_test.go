package lower_test

import (
	"slices"
	"testing"

	"bale/codec/lower"
	"bale/model"
)

// TestWays: a type with inaccessible fields is encoded by the first of its methods, or by the one that a directive names, unless the
// serializer calls that method itself.
func TestWays(t *testing.T) {
	const home, other = "example.com/m", "example.com/other"
	inaccessible := &model.Struct{Fields: []*model.Field{{Name: "n", Type: &model.Basic{Kind: model.Int}, Package: other}}}
	open := &model.Struct{Fields: []*model.Field{{Name: "N", Type: &model.Basic{Kind: model.Int}, Exported: true, Package: other}}}
	all := model.Methods{Binary: true, Gogo: true, Text: true, JSON: true}
	callsJSON := func(n *model.Named) string { return lower.Method(n, "MarshalJSON") }
	for _, c := range []struct {
		name       string
		underlying *model.Struct
		methods    model.Methods
		way        model.MarshalMethods
		custom     func(*model.Named) string
		want       lower.Form
		calls      string
	}{
		{"binary first", inaccessible, all, "", nil, lower.Binary, "other.Price.MarshalBinary"},
		{"then gogo", inaccessible, model.Methods{Gogo: true, Text: true, JSON: true}, "", nil, lower.Gogo, "other.Price.Marshal"},
		{"then text", inaccessible, model.Methods{Text: true, JSON: true}, "", nil, lower.Text, "other.Price.MarshalText"},
		{"then JSON", inaccessible, model.Methods{JSON: true}, "", nil, lower.JSON, "other.Price.MarshalJSON"},
		{"no closed insides", open, all, "", nil, lower.Message, ""},
		{"the serializer calls", inaccessible, all, "", callsJSON, lower.Unchanged, "other.Price.MarshalJSON"},
		{"said", inaccessible, all, model.MarshalByText, nil, lower.Text, "other.Price.MarshalText"},
		{"said, without closed insides", open, all, model.MarshalByGogo, nil, lower.Gogo, "other.Price.Marshal"},
		{"said, and the serializer calls it", open, all, model.MarshalByJSON, callsJSON, lower.Unchanged, "other.Price.MarshalJSON"},
		{"said, and the serializer calls another", open, all, model.MarshalByBinary, callsJSON, lower.Binary, "other.Price.MarshalBinary"},
	} {
		price := &model.Named{Package: other, Name: "Price", Underlying: c.underlying, Methods: c.methods, Marshal: c.way}
		order := &model.Named{Package: home, Name: "Order", Underlying: &model.Struct{Fields: []*model.Field{
			{Name: "Total", Type: price, Exported: true, Package: home},
		}}}
		m := &model.Model{Package: home, Name: "m", Roots: []*model.Root{{Expr: "Order", Type: order}}}
		root := lower.New(m, lower.Caps{Own: c.custom != nil, Custom: c.custom, Scalars: lower.All(), Bytes: true}).Roots[0]
		if root.Node == nil {
			t.Errorf("%s: %v", c.name, root.Gaps)
			continue
		}
		got := root.Node.Form
		if got == lower.Message {
			got = root.Node.Msg.Fields[0].Node.Form
		}
		if got != c.want || !slices.Equal(root.Calls, slices.DeleteFunc([]string{c.calls}, func(s string) bool { return s == "" })) {
			t.Errorf("%s: form %v, calls %q; want %v, %q", c.name, got, root.Calls, c.want, c.calls)
		}
	}
}

// TestByValue: a serializer that takes no addresses carries a type whose marshal method has a pointer receiver only behind a pointer.
func TestByValue(t *testing.T) {
	n := &model.Named{Package: "p", Name: "T", Underlying: &model.Struct{}, Methods: model.Methods{Text: true, Names: []string{"MarshalText", "UnmarshalText"}}}
	for _, c := range []struct {
		typ     model.Type
		byValue bool
		value   []string
		own     bool
	}{
		{n, false, nil, true},
		{n, true, nil, false},
		{n, true, []string{"MarshalText"}, true},
		{&model.Slice{Elem: n}, true, nil, false},
		{&model.Pointer{Elem: n}, true, nil, true},
		{&model.Slice{Elem: &model.Pointer{Elem: n}}, true, nil, true},
	} {
		n.Methods.Value = c.value
		m := &model.Model{Roots: []*model.Root{{Expr: "T", Type: c.typ}}}
		plan := lower.New(m, lower.Caps{
			Own: true, ByValue: c.byValue, Pointers: true, Bytes: true,
			Custom: func(n *model.Named) string { return lower.Method(n, "MarshalText") },
		})
		if plan.Own(0) != c.own {
			t.Errorf("with ByValue %v and methods %v by value, %T is carried as it is: %v", c.byValue, c.value, c.typ, plan.Own(0))
		}
	}
}

// TestNoEmpty: a struct without fields is a gap.
func TestNoEmpty(t *testing.T) {
	empty := &model.Named{Package: "p", Name: "T", Underlying: &model.Struct{}}
	m := &model.Model{Roots: []*model.Root{{Expr: "T", Type: &model.Slice{Elem: empty}}}}
	plan := lower.New(m, lower.Caps{NoEmpty: true})
	gaps := plan.Roots[0].Gaps
	if len(gaps) != 1 || gaps[0].Path != "T[]" || gaps[0].Reason != "a struct without fields, which the serializer does not support" {
		t.Errorf("gaps %+v", gaps)
	}
}
