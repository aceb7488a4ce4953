package compact_test

import (
	"bytes"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

// TestOwnTotals checks that a decoder ignores the announced total of the slab of bytes only if it counts bytes that have their own memory. Strings are not
// counted in it.
func TestOwnTotals(t *testing.T) {
	for _, c := range []struct {
		field string
		slab  bool
	}{
		{"S string", true}, {"S []string", true}, {"S map[string]string", true}, {"B []byte", false}, {"B [][]byte", false}, {"B map[string]*[]byte", false},
	} {
		m := gentest.New(t, nil)
		m.Write(t, "go.mod", []byte("module example.org/own\n\ngo 1.26\n"))
		m.Write(t, "own.go", []byte("package own\n\n//bale:gen\ntype T struct {\n\tList [][]byte\n\tIn In\n}\n\ntype In struct {\n\t"+c.field+" `bale:\"own\"`\n}\n"))
		if err := m.Generate(t, "", gen.Request{Known: []*emit.Format{compact.Format}}); err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(m.Read(t, "own_bale.go"), []byte("d.slabs.totals[0] = int(")); got != c.slab {
			t.Errorf("with the field %s, the total of the slab of bytes is used: %t, want %t", c.field, got, c.slab)
		}
	}
}

// TestOwnParts checks that strings with the directive own have their own memory in parts, too, whose other strings share some.
func TestOwnParts(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/own\n\ngo 1.26\n"))
	m.Write(t, "own.go", []byte("package own\n\n//bale:gen\n//bale:read Head=Own,Shared\ntype T struct {\n\tOwn string `bale:\"own\"`\n\tShared string\n\tList []int\n}\n"))
	if err := m.Generate(t, "", gen.Request{Known: []*emit.Format{compact.Format}}); err != nil {
		t.Fatal(err)
	}
	code := m.Read(t, "own_bale.go")
	for _, call := range []string{"d.OwnText(", "d.OneText("} {
		if bytes.Count(code, []byte(call)) == 0 {
			t.Errorf("the code does not have %s", call)
		}
	}
}
