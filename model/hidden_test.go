package model

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// TestMethodBehind checks which method a type would have without the methods that do not count: those with the comment "not".
func TestMethodBehind(t *testing.T) {
	const source = `package p

type A struct{}

func (A) M() {}

type B struct{ A }

func (B) M() {} // not

type C struct{ *B }

func (*C) M() {} // not

type D struct {
	B
	*A
}

func (D) M() {} // not

type E struct {
	B
	F
}

type F struct{ A }

type G struct{ *G }

func (G) M() {} // not

type I interface{ M() }

type J struct{ I }

func (J) M() {} // not

type P struct{}

func (*P) M() {}

type H struct{ P }

func (H) M() {} // not

type L struct { // the field is as deep as the method
	P
	*R
}

type R struct{ M int }

func (L) M() {} // not

type N struct{ *P }

func (*N) M() {} // not

type O struct { // B and F lead to the same type
	B
	F
}

func (O) M() {} // not

type Q struct {
	Box[P]
	*Q
}

func (Q) M() {} // not

type Box[T any] struct {
	P
	*Box[T] // an instance embeds itself
}

func (Box[T]) M() {} // not

type K []A

func (K) M() {} // not
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(source, "\n")
	counts := func(m types.Object) bool { return !strings.Contains(lines[fset.Position(m.Pos()).Line-1], "// not") }
	for name, want := range map[string]string{
		"A": "A on value", "B": "A on value", "C": "A on value", "D": "A on value", "E": "", "F": "A on value", "G": "", "H": "P on pointer", "J": "I on value",
		"K": "", "L": "", "N": "P on value", "O": "", "Q": "P on pointer",
	} {
		got := ""
		if m, in := methodBehind(pkg.Scope().Lookup(name).Type(), "M", counts); m != nil {
			recv := m.Signature().Recv().Type()
			if p, ok := recv.(*types.Pointer); ok {
				recv = p.Elem()
			}
			got = recv.(*types.Named).Obj().Name() + map[Receiver]string{OnValue: " on value", OnPointer: " on pointer"}[in.receiver(m)]
		}
		if got != want {
			t.Errorf("%s has the method of %q, want %q", name, got, want)
		}
	}
}
