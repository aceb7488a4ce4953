package all

import (
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
)

// TestNothing checks that the formats in which an element can take no bytes need no loop over such elements, and that the methods of custom
// types are called nevertheless.
func TestNothing(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		m := gentest.New(t, map[string]string{"nothing.go": "testdata/nothing/nothing.go", "nothing_test.go": "testdata/nothing/nothing_test.go"})
		m.Write(t, "go.mod", []byte("module example.org/nothing\n\ngo 1.26\n"))
		if err := m.Generate(t, "", gen.Request{Known: Formats}); err != nil {
			t.Fatal(err)
		}
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "-timeout=60s", "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// TestNoElements generates code for types that hold themselves only as elements of arrays without elements.
func TestNoElements(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/none\n\ngo 1.26\n"))
	m.Write(t, "none.go", []byte(`package none

//bale:gen wire=compact,fixed,varint,msgpack,cbor,xdr,json
type A struct {
	P *B
	N *None
}

type B struct {
	V [0]*A
	X int32
}

type None struct{ V [0]*A }
`))
	if err := m.Generate(t, "", gen.Request{Known: Formats, Tests: true}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.CompilerFlag(false), "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
