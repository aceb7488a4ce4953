package plan

import (
	"testing"

	"bale/schema"
)

// The types of the tests. A function makes a new node for each, as a model has them for types without names.
func layoutNamed(name string, t schema.Type) *schema.Named {
	return &schema.Named{Package: "example.com/own", Name: name, Underlying: t}
}

func layoutStruct(types ...schema.Type) *schema.Struct {
	s := &schema.Struct{}
	for i, t := range types {
		s.Fields = append(s.Fields, &schema.Field{Name: string(rune('A' + i)), Exported: true, Type: t})
	}
	return s
}

func layoutBasic(k schema.Kind) schema.Type { return &schema.Basic{Kind: k} }

// layoutTree is a type that holds lists of itself, over so many names.
func layoutTree(names ...string) schema.Type {
	var list []*schema.Named
	for _, name := range names {
		list = append(list, layoutNamed(name, nil))
	}
	for i, n := range list {
		n.Underlying = layoutStruct(&schema.Slice{Elem: list[(i+1)%len(list)]}, layoutBasic(schema.Int))
	}
	return list[0]
}

// TestLayout: the text of a layout has all that the bytes depend on, and nothing else.
func TestLayout(t *testing.T) {
	text, number := layoutBasic(schema.String), layoutBasic(schema.Int64)
	line := func(name string) schema.Type { return layoutNamed(name, layoutStruct(text, number)) }
	custom := func(name string) schema.Type {
		n := layoutNamed(name, layoutStruct(number))
		n.Methods.Binary = true
		return n
	}
	shared := line("Line")
	evolving := layoutNamed("Line", layoutStruct(text, number))
	split := &schema.Slice{Elem: line("Line")}
	tagged := layoutStruct(text, number)
	tagged.Fields[1].Tag = "omitempty"
	d := NewDirectives()
	d.Evolving[evolving], d.Split[split] = true, true
	l := &Layout{Graph: &Graph{Home: "example.com/own"}, Tag: func(f *schema.Field) string { return f.Tag }}
	for _, c := range []struct {
		name string
		t    schema.Type
		want string
	}{
		{"a struct", layoutStruct(text, number), "struct(string,int64)"},
		{"swapped", layoutStruct(number, text), "struct(int64,string)"},
		{"of a name", line("Line"), "struct(string,int64)"},
		{"evolving", evolving, "evolving struct(string,int64)"},
		{"a tag", tagged, "struct 1:omitempty(string,int64)"},
		{"lists", layoutStruct(&schema.Slice{Elem: text}, &schema.Array{Len: 3, Elem: text}, &schema.Array{Len: 4, Elem: text}), "struct(list(string),array 3(string),array 4(string))"},
		{"parallel", layoutStruct(split), "struct(parallel list(struct(string,int64)))"},
		{"maps and pointers", layoutStruct(&schema.Map{Key: text, Elem: &schema.Pointer{Elem: number}}, &schema.Time{}), "struct(map(string,pointer(int64)),time)"},
		{"a type twice", layoutStruct(shared, shared), "struct(struct(string,int64),#2)"},
		{"two types of the same layout", layoutStruct(line("A"), line("B")), "struct(struct(string,int64),#2)"},
		{"a union", layoutStruct(&schema.Interface{Members: []schema.Type{text, number}}), "struct(union(string,int64))"},
		{"a union in another order", layoutStruct(&schema.Interface{Members: []schema.Type{number, text}}), "struct(union(int64,string))"},
		{"custom", layoutStruct(custom("ID")), "struct(custom Binary ID)"},
		{"custom by another name", layoutStruct(custom("Key")), "struct(custom Binary Key)"},
		{"a root with methods", custom("ID"), "struct(int64)"},
		{"recursive", layoutTree("Tree"), "struct(list(#1),int)"},
		{"recursive over two types", layoutTree("Tree", "Kid"), "struct(list(#1),int)"},
		{"recursive over three types", layoutTree("A", "B", "C"), "struct(list(#1),int)"},
	} {
		if got := l.Text(d, c.t); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	l.Roots = map[*schema.Named]bool{}
	root := custom("ID").(*schema.Named)
	l.Roots[root] = true
	if got, want := l.Text(nil, layoutStruct(root)), "struct(struct(int64))"; got != want {
		t.Errorf("a root inside: %s, want %s", got, want)
	}
}
