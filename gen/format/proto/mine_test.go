package proto_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
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
	if out, err := m.Test(t, "./mine"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReserved: a type with the fields of a message cannot have methods of its own with the names of those that only messages have. Others can.
func TestReserved(t *testing.T) {
	t.Parallel()
	m := newMessages(t, "")
	const method = "func (*FeatureSet) MergeProto(b []byte) error { return nil }\n"
	text := `package own

import "google.golang.org/protobuf/types/descriptorpb"

//bale:gen wire=proto
type FeatureSet descriptorpb.FeatureSet

` + method + `
type plain struct{ N int }

//bale:gen wire=proto
type Plain plain

func (*Plain) ResetProto() {}
`
	m.Write(t, "own/own.go", []byte(text))
	r := gen.Request{Known: []*emit.Format{proto.Format}}
	err := m.Generate(t, "own", r)
	if err == nil || !strings.Contains(err.Error(), "own.go:8:20: FeatureSet: bale gen writes the method MergeProto for messages: delete this one") ||
		strings.Contains(err.Error(), "ResetProto") {
		t.Errorf("error %v", err)
	}
	m.Write(t, "own/own.go", []byte(strings.Replace(text, method, "", 1)))
	if err := m.Generate(t, "own", r); err != nil {
		t.Error(err)
	}
	m.MustRunGo(t, "vet", "./own")
}
