package printer

import (
	"go/format"
	"testing"
)

// TestFold checks what facts leave of the code of helpers.
func TestFold(t *testing.T) {
	facts := map[string]bool{"yes": true, "no": false, ".never": false}
	for _, c := range []struct{ body, want string }{
		{"if no {\nf()\n}\ng()", "g()"},
		{"if yes {\nf()\n}\ng()", "f()\ng()"},
		{"if yes {\nif no {\nf()\n}\ng()\n}", "g()"},
		{"if !no && x {\nf()\n}", "if x {\nf()\n}"},
		{"if x || no {\nf()\n}", "if x {\nf()\n}"},
		{"if no && x || y {\nf()\n}", "if y {\nf()\n}"},
		{"if yes || x {\nf()\n}", "f()"},
		{"if x && (no || no) {\nf()\n}\ng()", "g()"},
		{"if no {\nf()\n} else {\ng()\n}", "if no {\nf()\n} else {\ng()\n}"},
		{"if v.never || x {\nf()\n}", "if x {\nf()\n}"},
		{"v.never = x\nf(v)", "f(v)"},
		{"f(T{a: 1, never: x, b: 2})", "f(T{a: 1, b: 2})"},
		{"f(T{a: 1, never: x})", "f(T{a: 1, })"},
		{"switch x {\ncase 1:\nif no {\nf()\n}\ncase 2:\nif yes {\ng()\n}\ndefault:\nh()\n}", "switch x {\ncase 2:\ng()\ndefault:\nh()\n}"},
		{"if x {\nf()\n}", "if x {\nf()\n}"},
	} {
		code := func(body string) string { return "package p\n\nfunc g() {\n" + body + "\n}\n" }
		text, err := fold(code(c.body), facts)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := formatted(t, text), formatted(t, code(c.want)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.body, got, want)
		}
	}
}

// TestPruneMembers checks that unused fields and constants are removed, and that fields stay that a literal may set by their position.
func TestPruneMembers(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"fields", "type T struct {\na int // one\nb int // two\n_ int\nE\n}\nvar x = T{}.a", "type T struct {\na int // one\n_ int\nE\n}\nvar x = T{}.a"},
		{"several names", "type T struct {\na, b int\n}\nvar x = T{}.a", "type T struct {\na, b int\n}\nvar x = T{}.a"},
		{"set by name", "type T struct {\na int\n}\nvar x = T{a: 1}", "type T struct {\na int\n}\nvar x = T{a: 1}"},
		{"set by position", "type T struct {\na int\n}\nvar x = T{1}", "type T struct {\na int\n}\nvar x = T{1}"},
		{"elements", "type T struct {\na int\n}\nvar x = []T{{1}}", "type T struct {\na int\n}\nvar x = []T{{1}}"},
		{"pointers", "type T struct {\na int\n}\nvar x = []*T{{1}}", "type T struct {\na int\n}\nvar x = []*T{{1}}"},
		{"values of a map", "type T struct {\na int\n}\nvar x = map[int]T{1: {1}}", "type T struct {\na int\n}\nvar x = map[int]T{1: {1}}"},
		{"keys of a map", "type T struct {\na int\n}\nvar x = map[T]int{{1}: 1}", "type T struct {\na int\n}\nvar x = map[T]int{{1}: 1}"},
		{"a user's struct", "type T struct{ a int; b int; c int }\nvar x = T{}.a", "type T struct{ a int; b int; c int }\nvar x = T{}.a"},
		{"constants", "const (\na = 1 // one\nb = 2\nc = 3\n)\nvar list = [...]int{a: f(), b: f(),\nc: b}", "const (\nb = 2\n)\nvar list = [...]int{ b: f(),\n}"},
		{"used constants", "const (\na = 1\nb = 2\n)\nvar list = [...]int{a: 1, b: 2}\nvar x = list[a] + b", "const (\na = 1\nb = 2\n)\nvar list = [...]int{a: 1, b: 2}\nvar x = list[a] + b"},
		{"counted constants", "const (\na = iota\nb\n)\nvar x = b", "const (\na = iota\nb\n)\nvar x = b"},
	} {
		text, err := pruneMembers("package p\n\n" + c.text + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := formatted(t, text), formatted(t, "package p\n\n"+c.want+"\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// TestRepeatedComments checks that only the first function of each kind has a comment.
func TestRepeatedComments(t *testing.T) {
	const text = "package p\n\n// a_X does it.\nfunc a_X() {}\n\n// a_Y does it.\nfunc a_Y() {}\n\n// b_Y does more.\nfunc b_Y() {}\n\n// b_Z does more.\n//\n//go:noinline\nfunc b_Z() {}\n\n// M does it.\nfunc (T_X) M() {}\n\n// A_X does it.\nfunc A_X() {}\n\n// A_Y does it.\nfunc A_Y() {}\n"
	const want = "package p\n\n// a_X does it.\nfunc a_X() {}\n\nfunc a_Y() {}\n\n// b_Y does more.\nfunc b_Y() {}\n\n// b_Z does more.\n//\n//go:noinline\nfunc b_Z() {}\n\n// M does it.\nfunc (T_X) M() {}\n\n// A_X does it.\nfunc A_X() {}\n\n// A_Y does it.\nfunc A_Y() {}\n"
	got, _, err := tidy(text)
	if err != nil || got != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", got, want, err)
	}
}

func formatted(t *testing.T, text string) string {
	t.Helper()
	b, err := format.Source([]byte(text))
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return string(b)
}
