package proto_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/gen/internal/gentest"
	"bale/gen/internal/protoctest"
)

// A generator is a version of protoc-gen-go, and the folders of testdata/messages/own that it can generate.
type generator struct {
	version string // "" is the version in go.mod
	api     string // OPAQUE or HYBRID; "" is that of the files, or else the open one
	folders []string
}

// prefix returns the name of the folder for the packages, which is "" for the usual generator.
func (g generator) prefix() string {
	return strings.NewReplacer(".", "_").Replace(strings.ToLower(g.api) + g.version)
}

// Files with editions need version 1.34, and edition 2024 the newest.
var (
	bothSyntaxes = []string{"kinds2", "kinds3", "known", "names", "other", "refers"}
	withEditions = slices.Concat(bothSyntaxes, []string{"defaults", "editions"})
	generators   = []generator{
		{"", "", slices.Concat(withEditions, []string{"cycles", "edition2024"})},
		{"v1.28.1", "", bothSyntaxes},
		{"v1.30.0", "", bothSyntaxes},
		{"v1.34.2", "", withEditions},
		{"v1.36.0", "", withEditions},
		{"", "OPAQUE", slices.Concat(withEditions, []string{"cycles", "lazy", "opaque2024"})},
		{"", "HYBRID", withEditions},
		{"v1.36.0", "OPAQUE", slices.Concat(withEditions, []string{"lazy"})},
		{"v1.36.4", "OPAQUE", slices.Concat(withEditions, []string{"lazy"})},
		{"v1.36.6", "OPAQUE", slices.Concat(withEditions, []string{"lazy"})},
		{"v1.36.10", "OPAQUE", slices.Concat(withEditions, []string{"lazy"})},
	}
)

// compileOwn adds the messages of testdata/messages/own, as the newest protoc-gen-go generates them, or as all versions do.
func (m *messageModule) compileOwn(t *testing.T, all bool) {
	t.Helper()
	for _, g := range generators {
		if g.version == "" || all {
			m.compileWith(t, g)
		}
	}
	m.sortFolders(t)
}

// compileWith adds the messages of one version. The names of packages and files have the version, since a program cannot have two
// messages of the same name.
func (m *messageModule) compileWith(t *testing.T, g generator) {
	t.Helper()
	prefix := g.prefix()
	sources, names := map[string]string{}, []string{}
	for _, folder := range g.folders {
		text := gentest.ReadFile(t, filepath.Join("testdata/messages/own", folder, folder+".proto"))
		name := path.Join("own", prefix, folder, folder+".proto")
		if prefix != "" {
			text = strings.NewReplacer("own/", "own/"+prefix+"/", "bale.", "bale."+prefix+".").Replace(text)
		}
		sources[name], names = text, append(names, name)
	}
	command := ""
	if g.version != "" {
		command = "google.golang.org/protobuf/cmd/protoc-gen-go@" + g.version
	}
	parameter := "paths=source_relative"
	if g.api != "" {
		parameter += ",default_api_level=API_" + g.api
	}
	for _, f := range generateMessages(t, m.Dir, command, parameter, sources, names) {
		m.Write(t, f.GetName(), []byte(f.GetContent()))
		m.folders = append(m.folders, path.Dir(f.GetName()))
	}
	for _, folder := range g.folders {
		if methods, err := os.ReadFile(filepath.Join("testdata/messages/own", folder, "methods.go")); err == nil {
			m.Write(t, path.Join("own", prefix, folder, "methods.go"), methods)
		}
	}
}

// generateMessages returns the files that the plugin command generates for .proto files, in the module in dir. Without a command, it is the protoc-gen-go of
// this module's version, inside the test's process.
func generateMessages(t *testing.T, dir, command, parameter string, sources map[string]string, names []string) []*pluginpb.CodeGeneratorResponse_File {
	t.Helper()
	req := protoctest.Request(t, parameter, sources, names...)
	for _, d := range req.ProtoFile {
		if strings.HasSuffix(d.GetName(), "2024.proto") {
			d.Edition = descriptorpb.Edition_EDITION_2024.Enum()
		}
	}
	resp, err := new(pluginpb.CodeGeneratorResponse), error(nil)
	if command == "" {
		resp = protoctest.GenGo(t, req)
	} else {
		err = runPlugin(t, dir, command, req, resp)
	}
	if err != nil || resp.Error != nil {
		t.Fatal(fmt.Sprint(command, ": ", err, resp.GetError()))
	}
	return resp.File
}

// runPlugin runs a plugin in the module in dir.
func runPlugin(t *testing.T, dir, command string, req *pluginpb.CodeGeneratorRequest, resp *pluginpb.CodeGeneratorResponse) error {
	t.Helper()
	in, err := proto.Marshal(req)
	if err != nil {
		return err
	}
	var out, problem bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "go", "run", "-gcflags=google.golang.org/protobuf/...=-N -l", command)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader(in), &out, &problem
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, &problem)
	}
	return proto.Unmarshal(out.Bytes(), resp)
}
