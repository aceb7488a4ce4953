package plugin_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	protoformat "bale/gen/format/proto"
	"bale/gen/internal/gentest"
	"bale/gen/internal/protoctest"
	"bale/gen/plugin"
	"bale/internal/slow"
)

// TestProtoc: protoc runs the program beside protoc-gen-go with the line of docs/messages.md, and gets the files of [plugin.Generate].
func TestProtoc(t *testing.T) {
	slow.Only(t, "it builds two programs")
	t.Parallel()
	if _, err := exec.LookPath("protoc"); err != nil {
		t.Skip("there is no protoc: install Debian's package protobuf-compiler")
	}
	line := regexp.MustCompile(`(?m)^    protoc (-I \. --go_out=\S+ --go-bale_out=(\S+):\.) depot/v1/depot\.proto$`).FindStringSubmatch(gentest.ReadFile(t, "../../docs/messages.md"))
	if line == nil {
		t.Fatal("docs/messages.md has no line for protoc")
	}
	const source = "syntax = \"proto3\";\npackage depot.v1;\noption go_package = \"example.com/depot/v1;depotv1\";\nmessage Parcel { string id = 1; repeated Parcel parts = 2; }\n"
	dir := t.TempDir()
	for _, p := range []string{"bale/cmd/protoc-gen-go-bale", "google.golang.org/protobuf/cmd/protoc-gen-go"} {
		if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", dir+string(filepath.Separator), p).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "depot", "v1"), 0o755); err != nil {
		t.Fatal(err)
	}
	const name = "depot/v1/depot.proto"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "protoc", append(strings.Fields(line[1]), name)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	resp := plugin.Generate(protoctest.Request(t, line[2], map[string]string{name: source}, name), protoformat.Format)
	if resp.Error != nil || len(resp.File) < 10 {
		t.Fatal(resp.GetError(), len(resp.File))
	}
	for _, f := range resp.File {
		if got := gentest.ReadFile(t, filepath.Join(dir, f.GetName())); got != f.GetContent() {
			t.Errorf("%s is another file with protoc", f.GetName())
		}
	}
}
