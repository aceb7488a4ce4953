package printer

import (
	"go/format"
	"strings"
	"testing"
)

// TestSimplify checks what tidy makes of statements.
func TestSimplify(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"f(b, n+0, c<<0, x>>0&15)", "f(b, n, c, x&15)"},
		{"f(n+00, n+1, 0+n, s+\"0\")", "f(n+00, n+1, 0+n, s+\"0\")"},
		{"(*v) = (field)[i]", "*v = field[i]"},
		{"f(&(*x), &(*x)[i], &(field)[i])", "f(x, &(*x)[i], &field[i])"},
		{"x = (*p).n + (a + b) * (c) - (-d)", "x = (*p).n + (a+b)*c - (-d)"},
		{"if v == (T{1}) {\nf()\n}", "if v == (T{1}) {\n\tf()\n}"},
		{"n += int64(int64(x)) + int64(int32(x))", "n += int64(x) + int64(int32(x))"},
		{"n += 1 * int64(len(x))", "n += int64(len(x))"},
		{"for i := range list {\n}\nf()", "f()"},
		{"for i := range list {\nx := &list[i]\n}\nf()", "f()"},
		{"for i := range list() {\n}\nf()", "for range list() {\n}\nf()"},
		{"for i := range a {\nfor k := range b {\n}\n}\nf()", "f()"},
		{"n := int64(5)\nreturn n", "return 5"},
		{"n := int64(5)\nn += 2\nreturn n", "n := int64(5)\nn += 2\nreturn n"},
		{"n += 0\nn += 00\nf(n)", "n += 00\nf(n)"},
		{"n += 1\nn += 10\nn -= 1", "n++\nn += 10\nn -= 1"},
		{"n := int64(0)\nn += 2 * int64(x)\nn += 3\nf(n)", "n := 2 * int64(x)\nn += 3\nf(n)"},
		{"n := int64(0)\nn += 3\nf(n)", "n := int64(0)\nn += 3\nf(n)"}, // an int
		{"n := int64(0)\nn += 1 << int64(x)\nf(n)", "n := int64(0)\nn += 1 << int64(x)\nf(n)"},
		{"n := int64(0)\nm += int64(x)\nf(n)", "n := int64(0)\nm += int64(x)\nf(n)"},
		{"f((x))", "f(x)"},
		{"v := g()\nx := v.X\ny := v.Y\nn += int64(len(x))\nf(y)", "v := g()\ny := v.Y\nn += int64(len(v.X))\nf(y)"},
		{"v := g()\nx := v.X\nf(x, x)", "v := g()\nx := v.X\nf(x, x)"},
		{"v := g()\nx := v.X\nv.X = nil\nn += len(x)", "v := g()\nx := v.X\nv.X = nil\nn += len(x)"},
		{"v := g()\nx := v.X\nx.y = 1", "v := g()\nx := v.X\nx.y = 1"},
		{"v := g()\nx := v.X\nfor i := range x {\nf(i)\n}", "v := g()\nfor i := range v.X {\n\tf(i)\n}"},
		{"v := g()\nx := v.X\nfor i := range y {\nf(i, x)\n}", "v := g()\nx := v.X\nfor i := range y {\n\tf(i, x)\n}"},
		{"x := m.X\nn += len(x)", "x := m.X\nn += len(x)"}, // m may be a package
		{"x := (((n+0)+0))\nf(x)", "x := n\nf(x)"},
	} {
		text, _, err := tidy("package p\n\nfunc F() {\n" + c.code + "\n}\n")
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		formatted, err := format.Source([]byte(text))
		if err != nil {
			t.Errorf("%s: %v in\n%s", c.code, err, text)
			continue
		}
		body := strings.TrimSuffix(strings.TrimPrefix(string(formatted), "package p\n\nfunc F() {\n"), "\n}\n")
		if got := strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.code, got, c.want)
		}
	}
}

// TestTidyDeclared checks that a call of a function that the file declares is no conversion, however often the caller is simplified.
func TestTidyDeclared(t *testing.T) {
	const code = "\n\nfunc F(v *T) {\n\tx := v.X\n\tn := own(x)\n\tg(n, n)\n}\n\nfunc own(x int) int { return x + n }\n"
	text, used, err := tidy("package p" + strings.Replace(code, "v.X", "((v.X))", 1) + "\nfunc G() { fmt.Println(1 + 0) }\n")
	if want := "package p" + code + "\nfunc G() { fmt.Println(1) }\n"; err != nil || text != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", text, want, err)
	}
	if !used["fmt"] {
		t.Errorf("fmt is not used: %v", used)
	}
}
