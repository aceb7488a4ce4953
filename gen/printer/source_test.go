package printer

import (
	"go/ast"
	"strings"
	"testing"

	"bale/gen/runtime"
)

// TestHelperNames checks that no name of a helper has an underscore, as the functions of users' types have, or begins like the
// generated name of a union, and that the methods of a type still have different names when their first letter is in lower case.
func TestHelperNames(t *testing.T) {
	for folder := range runtime.Titles {
		for _, safe := range []bool{false, true} {
			s, err := sourceOf(folder, safe)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range s.pkg.Scope().Names() {
				if name = s.nameInFile(name); strings.Contains(name, "_") || strings.HasPrefix(name, "baleUnion") {
					t.Errorf("%s: a helper is called %s", folder, name)
				}
			}
			members := map[string]ast.Node{}
			for _, file := range s.files {
				for _, d := range file.Decls {
					f, ok := d.(*ast.FuncDecl)
					if !ok || f.Recv == nil {
						continue
					}
					name := receiver(d) + "." + memberName(s.folder, f.Name.Name)
					if members[name] != nil {
						t.Errorf("two methods are called %s", name)
					}
					members[name] = f
				}
			}
		}
	}
}

// TestRuntime checks that a helper is printed with the helpers that it calls, renamed, and that nothing else is printed.
func TestRuntime(t *testing.T) {
	for _, safe := range []bool{false, true} {
		p := NewPrinter("example.com/own", safe)
		p.AddRuntime("varint")
		p.Line("func F(b []byte) int { return baleVarintStore56(baleAll(b), 0, 7) }")
		p.Line("func G(d *baleVarintInput) int { return d.stop(baleTruncated, \"\", 0) }")
		text, err := p.File("own")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"// baleVarintStore56 ", "balePut64(b, n, baleVarintSpread(x)|baleVarintMore[c])", "baleSequenceInput\n",
			"func (d *baleInput) stop(code int, path string, n int) int {\n\td.n = n\n\td.failAt(code, path)", "type baleFault struct",
		} {
			if !strings.Contains(string(text), want) {
				t.Errorf("safe %t: no %q in\n%s", safe, want, text)
			}
		}
		for _, name := range []string{"core.", "Store64", "sorted", "balesafe"} {
			if strings.Contains(string(text), name) {
				t.Errorf("safe %t: %s is in\n%s", safe, name, text)
			}
		}
		if strings.Contains(string(text), "unsafe") == safe {
			t.Errorf("safe %t: package unsafe is used exactly if it must not be:\n%s", safe, text)
		}
	}
}

// TestPublic checks that types which users see keep their names, the names of their fields and methods, and their comments, and that those that the
// file does not need are left out.
func TestPublic(t *testing.T) {
	p := NewPrinter("example.com/own", false)
	p.AddRuntime("stream")
	p.Line("func NewReader(r io.Reader) *BaleReader[int] { return baleStreamNewReader(r, baleStreamPrefixed, func(*int, []byte) error { return nil }) }")
	text, err := p.File("own")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"func (r *BaleReader[T]) Read(v *T) error {", "func (r *BaleReader[T]) All() func(yield func(*T, error) bool) {", "func (e *BaleStreamError) Unwrap() error",
		"\tWhole bool\n", "\t// Whole means that ", "of the reader. If v is nil, Read skips the message. ", "// SetMaxFrame sets the maximum size of a message in bytes. 0 stands for 4 MiB.\n",
		"func (in *baleStreamInput) fill() error",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, name := range []string{"BaleWriter", "baleStreamLines", "baleStreamList", "baleBaleReader"} {
		if strings.Contains(string(text), name) {
			t.Errorf("%s is in\n%s", name, text)
		}
	}
}
