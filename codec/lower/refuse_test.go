package lower_test

import (
	"testing"

	"bale/codec/lower"
	"bale/model"
)

// TestElem: Elem decides which lists and arrays of the user's are carried as they are. Bytes are no elements.
func TestElem(t *testing.T) {
	number, pointer, bytes := &model.Basic{Kind: model.Int}, &model.Pointer{Elem: &model.Basic{Kind: model.Int}}, &model.Basic{Kind: model.Uint8}
	for _, c := range []struct {
		name string
		typ  model.Type
		own  bool
	}{
		{"[]int", &model.Slice{Elem: number}, true},
		{"[]*int", &model.Slice{Elem: pointer}, false},
		{"[2]int", &model.Array{Len: 2, Elem: number}, true},
		{"[2]*int", &model.Array{Len: 2, Elem: pointer}, false},
		{"[]byte", &model.Slice{Elem: bytes}, true},
		{"[2]byte", &model.Array{Len: 2, Elem: bytes}, true},
		{"struct{ V []*int }", &model.Struct{Fields: []*model.Field{{Name: "V", Exported: true, Type: &model.Slice{Elem: pointer}}}}, false},
	} {
		m := &model.Model{Roots: []*model.Root{{Expr: "T", Type: c.typ}}}
		plan := lower.New(m, lower.Caps{
			Own: true, Scalars: lower.All(), Arrays: true, Pointers: true,
			Elem: func(n *lower.Node) bool { return !lower.IsPointer(n.Go) && !model.IsByte(n.Go) },
		})
		if plan.Own(0) != c.own {
			t.Errorf("%s is carried as it is: %v, want %v", c.name, plan.Own(0), c.own)
		}
	}
}

// TestRefuse: what the functions refuse that codecs combine with RefuseAny.
func TestRefuse(t *testing.T) {
	text := &model.Named{Package: "p", Name: "T", Underlying: &model.Basic{Kind: model.Int}, Methods: model.Methods{Text: true}}
	hidden := &model.Named{Package: "p", Name: "H", Underlying: &model.Struct{Fields: []*model.Field{{Name: "v", Type: text}}}}
	list := &model.Named{Package: "p", Name: "L"}
	list.Underlying = &model.Slice{Elem: list}
	tree := &model.Named{Package: "p", Name: "S"}
	tree.Underlying = &model.Struct{Fields: []*model.Field{{Name: "V", Exported: true, Type: &model.Slice{Elem: tree}}}}
	refuse := lower.RefuseAny(lower.RefuseText, lower.RefuseEndless, lower.RefuseUnexported)
	for _, c := range []struct {
		typ  model.Type
		want string
	}{
		{text, "has a method MarshalText"},
		{hidden, "unexported field v"},
		{list, "holds itself without a struct in between"},
		{tree, ""},
		{&model.Basic{Kind: model.Int}, ""},
	} {
		if got := refuse(c.typ, nil); got != c.want {
			t.Errorf("%v is refused for %q, want %q", c.typ, got, c.want)
		}
	}
	if !lower.IsString(&model.Basic{Kind: model.String}) || lower.IsString(&model.Named{Underlying: &model.Basic{Kind: model.String}}) {
		t.Error("IsString must hold for string, and not for a defined type")
	}
}
