package lower_test

import (
	"testing"

	"bale/codec/lower"
	"bale/schema"
)

// TestElem: Elem decides which lists and arrays of the user's are carried as they are. Bytes are no elements.
func TestElem(t *testing.T) {
	number, pointer, bytes := &schema.Basic{Kind: schema.Int}, &schema.Pointer{Elem: &schema.Basic{Kind: schema.Int}}, &schema.Basic{Kind: schema.Uint8}
	for _, c := range []struct {
		name string
		typ  schema.Type
		own  bool
	}{
		{"[]int", &schema.Slice{Elem: number}, true},
		{"[]*int", &schema.Slice{Elem: pointer}, false},
		{"[2]int", &schema.Array{Len: 2, Elem: number}, true},
		{"[2]*int", &schema.Array{Len: 2, Elem: pointer}, false},
		{"[]byte", &schema.Slice{Elem: bytes}, true},
		{"[2]byte", &schema.Array{Len: 2, Elem: bytes}, true},
		{"struct{ V []*int }", &schema.Struct{Fields: []*schema.Field{{Name: "V", Exported: true, Type: &schema.Slice{Elem: pointer}}}}, false},
	} {
		m := &schema.Model{Roots: []*schema.Root{{Expr: "T", Type: c.typ}}}
		plan := lower.New(m, lower.Caps{
			Own: true, Scalars: lower.All(), Arrays: true, Pointers: true,
			Elem: func(n *lower.Node) bool { return !lower.IsPointer(n.Go) && !schema.IsByte(n.Go) },
		})
		if plan.Own(0) != c.own {
			t.Errorf("%s is carried as it is: %v, want %v", c.name, plan.Own(0), c.own)
		}
	}
}

// TestRefuse: what the functions refuse that codecs combine with RefuseAny.
func TestRefuse(t *testing.T) {
	text := &schema.Named{Package: "p", Name: "T", Underlying: &schema.Basic{Kind: schema.Int}, Methods: schema.Methods{Text: true}}
	hidden := &schema.Named{Package: "p", Name: "H", Underlying: &schema.Struct{Fields: []*schema.Field{{Name: "v", Type: text}}}}
	list := &schema.Named{Package: "p", Name: "L"}
	list.Underlying = &schema.Slice{Elem: list}
	tree := &schema.Named{Package: "p", Name: "S"}
	tree.Underlying = &schema.Struct{Fields: []*schema.Field{{Name: "V", Exported: true, Type: &schema.Slice{Elem: tree}}}}
	refuse := lower.RefuseAny(lower.RefuseText, lower.RefuseEndless, lower.RefuseUnexported)
	for _, c := range []struct {
		typ  schema.Type
		want string
	}{
		{text, "has a method MarshalText"},
		{hidden, "unexported field v"},
		{list, "holds itself without a struct in between"},
		{tree, ""},
		{&schema.Basic{Kind: schema.Int}, ""},
	} {
		if got := refuse(c.typ, nil); got != c.want {
			t.Errorf("%v is refused for %q, want %q", c.typ, got, c.want)
		}
	}
	if !lower.IsString(&schema.Basic{Kind: schema.String}) || lower.IsString(&schema.Named{Underlying: &schema.Basic{Kind: schema.String}}) {
		t.Error("IsString must hold for string, and not for a defined type")
	}
}
