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
		{"f((x))", "f(x)"},
		{"x := (((n+0)+0))\nf(x)", "x := n\nf(x)"},
	} {
		_, text, err := tidy("package p\n\nfunc F() {\n" + c.code + "\n}\n")
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
