package proto_test

import (
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

// refersTest tests package refers.
const refersTest = `package refers

import (
	"bytes"
	"testing"

	"google.golang.org/protobuf/proto"

	"example.org/messages/own/other"
)

func TestOrder(t *testing.T) {
	w := &other.Weight{Unit: other.Unit_UNIT_POUND.Enum(), Parts: []*other.Weight_Part{{Name: proto.String("a")}}}
	m := &Order{Weight: w, Weights: []*other.Weight{w}, Choice: &Order_Chain{&other.Chain{Weights: map[string]*other.Weight{"a": w}}}}
	want, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := m.MarshalProto(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %q, %v, not %q", got, err, want)
	}
	if got := new(Order); got.UnmarshalProto(want) != nil || !proto.Equal(got, m) {
		t.Errorf("got %v, not %v", got, m)
	}
}
`

// TestMarshalMethods: messages and enums with MarshalBinary are encoded as their .proto file says, in a struct and, with BALE_TEST=slow, in a message, whose
// package imports larger ones.
func TestMarshalMethods(t *testing.T) {
	t.Parallel()
	m := newMessages(t, "")
	folders, packages := []string{"other"}, []string{"./plain"}
	if slow.Enabled() {
		folders, packages = append(folders, "kinds3", "refers"), append(packages, "./own/refers")
	}
	m.compileWith(t, generator{folders: folders})
	m.sortFolders(t)
	m.generate(t)
	m.Write(t, "plain/plain.go", []byte("package plain\n\nimport \"example.org/messages/own/other\"\n\n//bale:gen wire=proto\ntype Plain struct {\n\tUnit other.Unit\n\tWeight *other.Weight\n}\n"))
	m.Write(t, "plain/plain_test.go", []byte(`package plain

import (
	"testing"

	"example.org/messages/own/other"
)

func TestPlain(t *testing.T) {
	const want = "\x08\x02\x12\x02\x10\x01"
	if got, err := (&Plain{2, &other.Weight{Unit: other.Unit_UNIT_GRAM.Enum()}}).MarshalProto(); err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
	if err := new(Plain).UnmarshalProto([]byte(want)); err != nil {
		t.Error(err)
	}
}
`))
	request := gen.Request{Known: []*emit.Format{proto.Format}, Tests: true}
	if err := m.Generate(t, "plain", request); err != nil {
		t.Fatal(err)
	}
	if slow.Enabled() {
		m.Write(t, "own/refers/refers_test.go", []byte(refersTest))
		if err := m.Generate(t, "own/refers", gen.Request{Known: request.Known, Tests: true, Messages: true, Sorted: true}); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := m.Test(t, append([]string{gentest.CompilerFlag(false)}, packages...)...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}

	// Before, they were encoded by their methods.
	m.Write(t, "plain/bale.lock", []byte("proto Plain.Unit 1 bytes (binary(example.org/messages/own/other.Unit))\n"+
		"proto Plain.Weight 2 optional bytes (*binary(example.org/messages/own/other.Weight))\n"))
	err := m.Generate(t, "plain", request)
	advice := []string{"//bale:custom example.org/messages/own/other.Unit binary", "//bale:custom example.org/messages/own/other.Weight binary"}
	for _, a := range advice {
		if err == nil || !strings.Contains(err.Error(), "to go on calling its methods, write "+a+" anywhere") {
			t.Fatalf("got the error %v, without %s", err, a)
		}
	}
	m.Write(t, "plain/advice.go", []byte("package plain\n\n"+strings.Join(advice, "\n")+"\n"))
	if err := m.Generate(t, "plain", request); err != nil {
		t.Error(err)
	}

	if !slow.Enabled() {
		return
	}
	m.Write(t, "own/refers/directive.go", []byte("package refers\n\n"+strings.Join(advice, "\n")+"\n"))
	request.Messages = true
	if err := m.Generate(t, "own/refers", request); err == nil || !strings.Contains(err.Error(), "Order.Weight: custom binary: a message is encoded as its .proto file says") {
		t.Errorf("with a directive: %v", err)
	}
}
