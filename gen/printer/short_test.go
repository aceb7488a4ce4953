package printer

import (
	"strings"
	"testing"
)

// A function of one line says what it does, so generated files have no comment of it, unless the comment has a directive.
func TestBareLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"// F returns 1.\nfunc F() int { return 1 }", "func F() int { return 1 }"},
		{"// F returns\n// 1.\nfunc F() int { return 1 }", "func F() int { return 1 }"},
		{"func F() int { return 1 }", "func F() int { return 1 }"},
		{"// F returns 1.\nfunc F() int {\n\treturn 1\n}", "// F returns 1.\nfunc F() int {\n\treturn 1\n}"},
		{"// F returns 1.\n//\n//go:noinline\nfunc F() int { return 1 }", "// F returns 1.\n//\n//go:noinline\nfunc F() int { return 1 }"},
	} {
		if got := bareLine(c.text); got != c.want {
			t.Errorf("bareLine(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// A field is removed if no code mentions it, also when the literals of a list name the fields but not the type.
func TestUnusedFieldOfListedLiterals(t *testing.T) {
	for _, c := range []struct {
		list string
		keep bool
	}{
		{`{a: 1}`, false},
		{`{1, 2}`, true},
	} {
		text, err := pruneMembers("package p\n\ntype T struct {\n\ta int\n\tb int\n}\n\nvar X = []T{" + c.list + "}\n\nfunc F() int { return X[0].a }\n")
		if err != nil {
			t.Fatal(err)
		}
		if kept := strings.Contains(text, "b int"); kept != c.keep {
			t.Errorf("%s: field b is kept: %v, want %v", c.list, kept, c.keep)
		}
	}
}
