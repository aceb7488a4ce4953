package proto_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
)

// TestMine runs the tests in testdata/messages/mine: types of one package with the fields of messages in another one, which have extensions.
func TestMine(t *testing.T) {
	t.Parallel()
	m := newMessages(t, "")
	if err := os.CopyFS(filepath.Join(m.Dir, "mine"), os.DirFS("testdata/messages/mine")); err != nil {
		t.Fatal(err)
	}
	if err := m.Generate(t, "mine", gen.Request{Known: []*emit.Format{proto.Format}}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.CompilerFlag(false), "./mine"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReserved: a type with the fields of a message keeps a method of its own that has the name of one that only messages have, and so do other types.
func TestReserved(t *testing.T) {
	t.Parallel()
	m := newMessages(t, "")
	m.Write(t, "own/own.go", []byte(`package own

import "google.golang.org/protobuf/types/descriptorpb"

//bale:gen wire=proto
type FeatureSet (descriptorpb.FeatureSet)

func (*FeatureSet) MergeProto(b []byte) error { return nil }

type wrapper struct{ FeatureSet }

type plain struct{ MergeProto string }

//bale:gen wire=proto
type Plain plain

//bale:gen wire=proto
type Wrapper wrapper

type Other struct{ plain }

func (*plain) ResetProto() {}

func reset(f *FeatureSet, p *Plain) string { f.ResetProto(); return p.MergeProto }
`))
	for range 2 { // the second time, the code exists
		if err := m.Generate(t, "own", gen.Request{Known: []*emit.Format{proto.Format}}); err != nil {
			t.Fatal(err)
		}
		m.Vet(t, "-copylocks=false", "./own")
	}
	text := string(m.Read(t, "own/own_bale.go"))
	for _, c := range []struct {
		method string
		want   bool
	}{{"(v *FeatureSet) MergeProto(", false}, {"(v *FeatureSet) ResetProto(", true}, {"(v *Plain) ResetProto(", false}, {"(v *Wrapper) MergeProto(", false}} {
		if strings.Contains(text, c.method) != c.want {
			t.Errorf("%s: want %t", c.method, c.want)
		}
	}
}

// TestOneDeclared: the generated tests of a package with one type, which has the fields of a message, pass.
func TestOneDeclared(t *testing.T) {
	t.Parallel()
	m := newMessages(t, "")
	m.Write(t, "one/one.go", []byte("package one\n\nimport \"google.golang.org/protobuf/types/known/apipb\"\n\n//bale:gen wire=proto\ntype Mixin apipb.Mixin\n"))
	if err := m.Generate(t, "one", gen.Request{Known: []*emit.Format{proto.Format}, Tests: true}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.CompilerFlag(false), "./one"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
