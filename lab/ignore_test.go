package lab

import (
	"strings"
	"testing"

	"bale/model"
	"bale/program/build"
)

func TestParseIgnored(t *testing.T) {
	for _, c := range []struct {
		names string
		want  string // what the error contains
	}{
		{"nil zone Order.Cache refused", ""},
		{"", ""},
		{"nil Zone", `"Zone" is not a kind of difference: the kinds are nil, pointer, zone`},
		{"Order.", `"Order." does not name a field`},
		{".Cache", `".Cache" does not name a field`},
		{"shop.Order.Cache", `"shop.Order.Cache" does not name a field`},
	} {
		err := ParseIgnored(strings.Fields(c.names))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.names, err, c.want)
		}
	}
}

func TestCheckIgnored(t *testing.T) {
	named := func(name string, fields ...*model.Field) *model.Named {
		return &model.Named{Package: "m", Name: name, Underlying: &model.Struct{Fields: fields}}
	}
	number := &model.Basic{Kind: model.Int}
	line := named("Line", &model.Field{Name: "Price", Type: number})
	order := named("Order", &model.Field{Name: "ID", Type: number}, &model.Field{Name: "Lines", Type: &model.Slice{Elem: line}})
	shapes := []*build.Shape{{Model: &model.Model{Roots: []*model.Root{{Type: order}}}}}
	for _, c := range []struct{ name, want string }{
		{"nil", ""},
		{"Order.Lines", ""},
		{"Line.Price", ""},
		{"Order.Price", "-ignore Order.Price: Order has no such field: it has ID, Lines"},
		{"Item.Price", "-ignore Item.Price: no struct of this name is compared: the structs are Order, Line"},
	} {
		err := checkIgnored([]string{c.name}, shapes)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
