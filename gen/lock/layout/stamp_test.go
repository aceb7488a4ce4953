package layout

import (
	"testing"

	"bale/gen/plan"
	"bale/model"
)

// named, structOf and basic return new nodes, as a model has them for types without names.
func named(name string, t model.Type) *model.Named {
	return &model.Named{Package: "example.com/own", Name: name, Underlying: t}
}

func structOf(types ...model.Type) *model.Struct {
	s := &model.Struct{}
	for i, t := range types {
		s.Fields = append(s.Fields, &model.Field{Name: string(rune('A' + i)), Exported: true, Type: t})
	}
	return s
}

func basic(k model.Kind) model.Type { return &model.Basic{Kind: k} }

// tree returns a type that holds lists of itself, through the given number of named types.
func tree(names ...string) model.Type {
	var list []*model.Named
	for _, name := range names {
		list = append(list, named(name, nil))
	}
	for i, n := range list {
		n.Underlying = structOf(&model.Slice{Elem: list[(i+1)%len(list)]}, basic(model.Int))
	}
	return list[0]
}

// TestText checks that the text of a root has everything that the bytes depend on, and nothing else.
func TestText(t *testing.T) {
	text, number := basic(model.String), basic(model.Int64)
	line := func(name string) model.Type { return named(name, structOf(text, number)) }
	custom := func(pkg, name string) model.Type {
		n := named(name, structOf(number))
		n.Package, n.Methods.Binary = pkg, true
		return n
	}
	shared := line("Line")
	evolving := named("Line", structOf(text, number))
	loop := named("Loop", nil)
	loop.Underlying = &model.Slice{Elem: loop}
	d := plan.NewDirectives()
	d.Evolving[evolving] = "//bale:evolve"
	rules := &Rules{Evolves: true}
	for _, c := range []struct {
		name string
		t    model.Type
		want string
	}{
		{"a struct", structOf(text, number), "struct(string,int64)"},
		{"swapped", structOf(number, text), "struct(int64,string)"},
		{"of a name", structOf(line("Line")), "struct(struct(string,int64))"},
		{"evolving", structOf(evolving), "struct(evolving struct(string,int64))"},
		{"lists", structOf(&model.Slice{Elem: text}, &model.Array{Len: 3, Elem: text}, &model.Array{Len: 4, Elem: text}), "struct([]string,[3]string,[4]string)"},
		{"bytes", structOf(&model.Slice{Elem: basic(model.Uint8)}, &model.Slice{Elem: named("Byte", basic(model.Uint8))}), "struct([]uint8,[]uint8)"},
		{"maps and pointers", structOf(&model.Map{Key: text, Elem: &model.Pointer{Elem: number}}, &model.Time{}), "struct(map[string]*int64,time.Time)"},
		{"a type twice", structOf(shared, shared), "struct(struct(string,int64),#2)"},
		{"two types of the same layout", structOf(line("A"), line("B")), "struct(struct(string,int64),#2)"},
		{"a union", structOf(&model.Interface{Members: []model.Type{text, number}}), "struct(union(string,int64))"},
		{"a union in another order", structOf(&model.Interface{Members: []model.Type{number, text}}), "struct(union(int64,string))"},
		{"custom", structOf(custom("example.com/own", "ID")), "struct(binary(ID))"},
		{"custom of another package", structOf(custom("example.com/v2.1/other", "ID")), "struct(binary(ID))"},
		{"custom by another name", structOf(custom("example.com/own", "Key")), "struct(binary(Key))"},
		{"recursive", tree("Root"), "struct([]#1,int)"},
		{"recursive over two types", tree("Root", "Kid"), "struct([]#1,int)"},
		{"recursive over three types", tree("Root", "B", "C"), "struct([]#1,int)"},
		{"a list of itself", structOf(loop), "struct([]#2)"},
	} {
		root, ok := c.t.(*model.Named)
		if !ok {
			root = named("Root", c.t)
		}
		if got := Build("fixed", rules, d, "example.com/own", []*model.Named{root}).Text(rules, "Root"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	lists := structOf(&model.Slice{Elem: basic(model.Uint8)}, &model.Slice{Elem: named("Byte", basic(model.Uint8))})
	rules.Bytes = true
	if got, want := Build("fixed", rules, d, "example.com/own", []*model.Named{named("Root", lists)}).Text(rules, "Root"), "struct([]byte,[]uint8)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	inner := custom("example.com/own", "ID").(*model.Named)
	inner.Marshal = model.MarshalByFields
	rules.Totals = func(*plan.Directives, string, *model.Named) []model.Type {
		return []model.Type{&model.Basic{Kind: model.Int}, &model.Basic{Kind: model.Bool}}
	}
	if got, want := Build("compact", rules, d, "example.com/own", []*model.Named{inner, named("Root", structOf(inner))}).Text(rules, "Root"), "struct(struct(int64)) totals=2"; got != want {
		t.Errorf("a root inside: %s, want %s", got, want)
	}
}
