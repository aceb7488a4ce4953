package proto_test

import (
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
)

// TestEqualNames changes a union that has two members with one name, in two packages: docs/proto.md says which changes are errors.
func TestEqualNames(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/names\n\ngo 1.24\n"))
	m.Write(t, "a/a.go", []byte("package a\n\ntype Key struct{ X int }\n"))
	m.Write(t, "b/b.go", []byte("package b\n\ntype Key struct{ Y int }\n"))
	generate := func(union string) error {
		m.Write(t, "order/order.go", []byte("package order\n\nimport (\n\t\"example.org/names/a\"\n\t\"example.org/names/b\"\n)\n\nvar _, _ = a.Key{}, b.Key{}\n\n"+
			"//bale:union "+union+"\ntype Shape interface{}\n\n//bale:gen wire=proto\ntype Order struct{ S Shape }\n"))
		return m.Generate(t, "order", gen.Request{Known: []*emit.Format{proto.Format}})
	}
	if err := generate("a.Key, b.Key"); err != nil {
		t.Fatal(err)
	}
	for _, union := range []string{"b.Key, a.Key", "b.Key"} {
		if err := generate(union); err == nil || !strings.Contains(err.Error(), "Shape.Key: number 1 is AKey (example.org/names/a.Key) in bale.lock") {
			t.Errorf("%s: got %v", union, err)
		}
	}
	for _, union := range []string{"string, a.Key, b.Key", "a.Key, string"} {
		if err := generate(union); err != nil {
			t.Errorf("%s: %v", union, err)
		}
	}
}

// TestPairs checks the bytes of entries with zeros, of a map whose keys protobuf maps cannot have.
func TestPairs(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/pairs\n\ngo 1.24\n"))
	m.Write(t, "pairs.go", []byte("package pairs\n\n//bale:gen wire=proto\ntype Order struct{ M map[float64]string }\n"))
	m.Write(t, "pairs_test.go", []byte(`package pairs

import "testing"

func Test(t *testing.T) {
	b, err := (&Order{M: map[float64]string{0: ""}}).MarshalProto()
	if want := "\n\v\t\x00\x00\x00\x00\x00\x00\x00\x00\x12\x00"; string(b) != want || err != nil {
		t.Errorf("got %q, %v, want %q", b, err, want)
	}
	var v Order
	if err := v.UnmarshalProto([]byte("\n\x00")); err != nil || len(v.M) != 1 || v.M[0] != "" {
		t.Errorf("an entry without fields: got %v, %v", v, err)
	}
}
`))
	if err := m.Generate(t, ".", gen.Request{Known: []*emit.Format{proto.Format}}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.CompilerFlag(false), "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
