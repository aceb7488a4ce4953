package proto_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testProtos is the folder of google.golang.org/protobuf that has its test messages.
const testProtos = "google.golang.org/protobuf/internal/testprotos"

// leftOut are the packages and files below testProtos that TestMessages does not take, and the reasons.
var leftOut = map[string]string{
	"irregular":                      "a message without generated code, with reflection of its own",
	"lazy/lazy_extension_test.pb.go": "it imports messagesetpb",
	"lazy/lazy_extension_normalized_wire_test.pb.go": "it imports messagesetpb",
	"legacy":                  "messages of generators before protoc-gen-go 1.20, which have no ProtoReflect, and it imports internal/protolegacy",
	"messageset/messagesetpb": "the message set wire format, which google.golang.org/protobuf has only with the build tag protolegacy",
	"messageset/messagesetpb/messagesetpb_hybrid": "the message set wire format",
	"messageset/messagesetpb/messagesetpb_opaque": "the message set wire format",
	"messageset/msetextpb":                        "it imports messagesetpb",
	"nullable":                                    "messages with hand-written methods",
}

// Runs with few messages take moreProtos, and those for other architectures and versions fewProtos, which compile in a third of the time. The other
// packages have more messages of the same kinds, some in 80,000 lines.
var (
	fewProtos  = []string{"enums", "enums/enums_opaque", "required", "test3"}
	moreProtos = slices.Concat(fewProtos, []string{"annotation", "conformance", "lazy/lazy_opaque", "test", "testeditions", "testeditions/testeditions_opaque"})
)

// copyTestProtos copies protobuf's test messages into the module: packages, or all if packages is nil. Their import paths become the module's, since other modules
// cannot import an internal package.
func (m *messageModule) copyTestProtos(t *testing.T, packages []string) {
	t.Helper()
	root := m.libraryFolder(t)
	for _, path := range goFolders(t, root, "internal/testprotos") {
		folder := strings.TrimPrefix(path, "internal/testprotos/")
		out := leftOut[folder] != ""
		for parent := range leftOut {
			out = out || strings.HasPrefix(folder, parent+"/")
		}
		if !out && (packages == nil || slices.Contains(packages, folder)) {
			m.copyTestProto(t, folder)
		}
	}
	for name := range leftOut {
		if _, err := os.Stat(filepath.Join(root, "internal", "testprotos", name)); err != nil {
			t.Errorf("%s is left out, but does not exist", name)
		}
	}
	m.sortFolders(t)
}

// copyTestProto copies one package.
func (m *messageModule) copyTestProto(t *testing.T, folder string) {
	t.Helper()
	dir := filepath.Join(m.libraryFolder(t), "internal", "testprotos", folder)
	files, err := filepath.Glob(dir + "/*.pb.go")
	if err != nil || len(files) == 0 {
		t.Fatal(dir, ": no files: ", err)
	}
	for _, f := range files {
		if leftOut[folder+"/"+filepath.Base(f)] != "" {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), `"`+testProtos+`/`, `"`+messagesPath+`/testprotos/`)
		m.Write(t, "testprotos/"+folder+"/"+filepath.Base(f), []byte(text))
	}
	m.folders = append(m.folders, "testprotos/"+folder)
}

// libraryFolder returns the folder of google.golang.org/protobuf in the module cache.
func (m *messageModule) libraryFolder(t *testing.T) string {
	t.Helper()
	var found struct{ Dir string }
	if err := json.Unmarshal([]byte(m.MustRunGo(t, "mod", "download", "-json", "google.golang.org/protobuf")), &found); err != nil {
		t.Fatal(err)
	}
	return found.Dir
}
