package printer

import (
	"go/format"
	"go/parser"
	"go/token"
	"testing"
)

// TestUnused checks that unused variables are removed, together with variables that only they used, and nothing else.
func TestUnused(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"index", "for i := range list {\nf()\n}", "for range list {\nf()\n}"},
		{"value", "for i, x := range list {\nf(i)\n}", "for i := range list {\nf(i)\n}"},
		{"key", "for k, x := range list {\nf(x)\n}", "for _, x := range list {\nf(x)\n}"},
		{"both", "for k, x := range list {\nf()\n}", "for range list {\nf()\n}"},
		{"blank", "for _, x := range list {\nf()\n}", "for range list {\nf()\n}"},
		{"assigned", "var i int\nfor i = range list {\n}\nf(i)", "var i int\nfor i = range list {\n}\nf(i)"},
		{"address", "for i := range list {\nx := &list[i]\nf()\n}", "for range list {\nf()\n}"},
		{"used address", "for i := range list {\nx := &list[i]\nf(x)\n}", "for i := range list {\nx := &list[i]\nf(x)\n}"},
		{"call", "_ = list\nx := f()", "_ = list\nx := f()"},
		{"receive", "x := <-list", "x := <-list"},
		{"pair", "k, x := list[0], list[1]\nf(x)", "_, x := list[0], list[1]\nf(x)"},
		{"both of a pair", "k, x := list[0], list[1]\nf()", "f()"},
		{"switch", "switch x := v.(type) {\ncase int:\nf()\n}", "switch v.(type) {\ncase int:\nf()\n}"},
		{"used switch", "switch x := v.(type) {\ncase int:\nf(x)\n}", "switch x := v.(type) {\ncase int:\nf(x)\n}"},
		{"in a case", "switch v {\ncase 1:\nx := v\ndefault:\ny := v\nf(y)\n}", "switch v {\ncase 1:\ndefault:\ny := v\nf(y)\n}"},
		{"shadowed", "x := 1\n{\nx := 2\nf(x)\n}", "{\nx := 2\nf(x)\n}"},
		{"in a function", "x := 1\nf(func() int { return x })", "x := 1\nf(func() int { return x })"},
		{"field of the same name", "x := 1\nf(v.x)", "f(v.x)"},
	} {
		code := func(body string) string { return "package p\n\nfunc g() {\n" + body + "\n}\n" }
		text := code(c.body)
		file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := format.Source([]byte(applyEdits(text, unused(text, file, file.Decls[0]))))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		want, err := format.Source([]byte(code(c.want)))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}
