package plugin_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/gen"
	"bale/gen/emit"
	protoformat "bale/gen/format/proto"
	"bale/gen/internal/gentest"
	"bale/gen/internal/protoctest"
	"bale/gen/plugin"
)

// messages is the folder with the .proto files, which are at own/NAME/NAME.proto.
const messages = "../format/proto/testdata/messages"

// own returns the .proto files of the messages.
func own(t *testing.T) map[string]string {
	t.Helper()
	sources := map[string]string{}
	files, err := filepath.Glob(messages + "/own/*/*.proto")
	if err != nil || len(files) == 0 {
		t.Fatal("no .proto files: ", err)
	}
	for _, f := range files {
		rel, err := filepath.Rel(messages, f)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.ToSlash(rel)] = gentest.ReadFile(t, f)
	}
	return sources
}

// TestGenerate: the plugin writes what bale gen -messages writes, beside the files of protoc-gen-go, and the code compiles.
func TestGenerate(t *testing.T) {
	t.Parallel()
	for _, api := range []string{"OPEN", "OPAQUE"} {
		t.Run(api, func(t *testing.T) {
			t.Parallel()
			parameter := "paths=source_relative,default_api_level=API_" + api
			names := []string{"own/kinds3/kinds3.proto", "own/lazy/lazy.proto", "own/other/other.proto", "own/refers/refers.proto"}
			req := protoctest.Request(t, parameter, own(t), names...)
			sorted := proto.Clone(req).(*pluginpb.CodeGeneratorRequest)
			sorted.Parameter = proto.String(parameter + ",sorted")
			resp := plugin.Generate(sorted, protoformat.Format)
			if resp.Error != nil {
				t.Fatal(resp.GetError())
			}
			m := gentest.New(t, map[string]string{"go.mod": "../../go.mod", "go.sum": "../../go.sum"})
			need := ""
			for _, line := range strings.Split(string(m.Read(t, "go.mod")), "\n") {
				if strings.HasPrefix(line, "\tgoogle.golang.org/protobuf ") {
					need = line
				}
			}
			m.Write(t, "go.mod", []byte("module example.org/messages\n\ngo 1.26\n\nrequire "+need+"\n"))
			for _, f := range protoctest.GenGo(t, req).File {
				m.Write(t, f.GetName(), []byte(f.GetContent()))
			}
			for _, name := range names {
				r := gen.Request{Messages: true, Sorted: true, Known: []*emit.Format{protoformat.Format}}
				if err := m.Generate(t, path.Dir(name), r); err != nil {
					t.Fatal(err)
				}
			}
			var written []string
			for _, f := range resp.File {
				written = append(written, f.GetName())
				on := strings.Replace(f.GetName(), ".pb.go", ".go", 1)
				if want := string(m.Read(t, on)); want != f.GetContent() {
					t.Errorf("%s differs from what bale gen writes:\n%.2000s", f.GetName(), f.GetContent())
				}
				if on != f.GetName() {
					if err := os.Rename(filepath.Join(m.Dir, on), filepath.Join(m.Dir, f.GetName())); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, want := range []string{"own/other/other_bale.pb.go", "own/lazy/lazy_bale.pb.go", "internal/bale/core/limits.go"} {
				if !slices.Contains(written, want) {
					t.Errorf("no file %s: %v", want, written)
				}
			}
			// Later runs of bale gen keep the names and the options of the files.
			outputs, err := gen.Generate(t.Context(), &gen.Request{Dir: m.Dir, Pattern: "./...", Known: []*emit.Format{protoformat.Format}})
			if err != nil || len(outputs) != len(names) {
				t.Fatal(err, len(outputs))
			}
			for _, out := range outputs {
				for _, f := range out.All() {
					if f.Differs() {
						t.Errorf("bale gen changes %s (%v)", f.Path, out.Err)
					}
				}
			}
			m.Vet(t, "-copylocks=false", "./...")
		})
	}
}

// TestExample: with the options grpc and connect, the plugin writes the files of example/grpc, which CI compiles and runs.
func TestExample(t *testing.T) {
	t.Parallel()
	const example = "../../example/grpc/"
	sources := map[string]string{}
	for _, name := range []string{"auditpb/audit.proto", "depotpb/depot.proto", "geopb/geo.proto"} {
		sources[name] = gentest.ReadFile(t, example+name)
	}
	options := "paths=source_relative,grpc,connect,apilevelMgeopb/geo.proto=API_OPAQUE"
	resp := plugin.Generate(protoctest.Request(t, options, sources, "depotpb/depot.proto", "geopb/geo.proto"), protoformat.Format)
	if resp.Error != nil {
		t.Fatal(resp.GetError())
	}
	texts := map[string]string{}
	for _, f := range resp.File {
		texts[f.GetName()] = f.GetContent()
	}
	for _, name := range []string{"depotpb/depotpb_bale", "depotpb/depotpb_bale_grpc", "depotpb/depotpb_bale_connect", "geopb/geopb_bale"} {
		_, want, _ := strings.Cut(gentest.ReadFile(t, example+name+".go"), "\n") // the first line has the flags
		if _, got, _ := strings.Cut(texts[name+".pb.go"], "\n"); got != want {
			t.Errorf("%s.pb.go differs from example/grpc:\n%.1500s", name, got)
		}
	}
}

// TestPlaces: the names of the files, for the options of protoc-gen-go and of the plugin.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options     string
		want, never []string
	}{
		{"", []string{"example.org/messages/own/other/other_bale.pb.go", "example.org/messages/own/internal/bale/core/limits.go"}, nil},
		{"module=example.org/messages", []string{"own/other/other_bale.pb.go", "internal/bale/core/limits.go"}, nil},
		{"paths=source_relative", []string{"own/other/other_bale.pb.go", "internal/bale/core/limits.go"}, nil},
		{"paths=source_relative,grpc,connect=true", []string{"own/kinds3/kinds3_bale_grpc.pb.go", "own/kinds3/kinds3_bale_connect.pb.go"}, nil},
		{"paths=source_relative,grpc=false,sorted,runtime=example.org/x/internal/bale", []string{"own/other/other_bale.pb.go"}, []string{"internal/bale/core/limits.go", "own/kinds3/kinds3_bale_grpc.pb.go"}},
	} {
		resp := plugin.Generate(protoctest.Request(t, c.options, own(t), "own/other/other.proto", "own/kinds3/kinds3.proto"), protoformat.Format)
		if resp.Error != nil {
			t.Errorf("%s: %s", c.options, resp.GetError())
			continue
		}
		names := map[string]string{}
		for _, f := range resp.File {
			names[f.GetName()] = f.GetContent()
		}
		for _, name := range c.want {
			if names[name] == "" {
				t.Errorf("%s: no file %s", c.options, name)
			}
		}
		for _, name := range c.never {
			if names[name] != "" {
				t.Errorf("%s: file %s", c.options, name)
			}
		}
		if strings.Contains(c.options, "runtime=") && !strings.Contains(names[c.want[0]], `"example.org/x/internal/bale/core"`) {
			t.Errorf("%s: the code does not import the packages of the option", c.options)
		}
	}
}

// TestRefused: what is wrong with a request is in the response, with what to do about it. Following the advice helps.
func TestRefused(t *testing.T) {
	t.Parallel()
	elsewhere := map[string]string{
		"a/a.proto": "syntax = \"proto3\";\npackage a;\noption go_package = \"example.org/gen/apb\";\nimport \"a/b.proto\";\nmessage A { B b = 1; }\n",
		"a/b.proto": "syntax = \"proto3\";\npackage a;\noption go_package = \"example.org/gen/apb\";\nmessage B { int32 n = 1; }\n",
	}
	other := map[string]string{
		"a/a.proto": "syntax = \"proto3\";\npackage a;\noption go_package = \"example.org/apb\";\nmessage A { int32 n = 1; }\n",
		"b/b.proto": "syntax = \"proto3\";\npackage b;\noption go_package = \"example.net/bpb\";\nmessage B { int32 n = 1; }\n",
	}
	for _, c := range []struct {
		name, options string
		sources       map[string]string
		files         []string
		want          string
		better        string   // options with which it works, or
		all           []string // files
	}{
		{"option", "paths=source_relative,fast", own(t), []string{"own/other/other.proto"}, `unknown option "fast": protoc-gen-go-bale has grpc, connect, sorted and runtime, and those of protoc-gen-go`, "paths=source_relative", nil},
		{"value", "paths=source_relative,grpc=yes", own(t), []string{"own/other/other.proto"}, "option grpc=yes: want grpc, grpc=true or grpc=false", "paths=source_relative,grpc=true", nil},
		{"runtime", "paths=source_relative,runtime=example.org/x", own(t), []string{"own/other/other.proto"}, "which ends in /internal/bale", "paths=source_relative,runtime=example.org/x/internal/bale", nil},
		{"folder", "paths=source_relative", elsewhere, []string{"a/a.proto", "a/b.proto"}, "a/b.proto: the Go package example.org/gen/apb is not in a folder a, so the place for the packages that the code imports is not known: name it with the option runtime=", "paths=source_relative,runtime=example.org/gen/internal/bale", nil},
		{"common folder", "", other, []string{"a/a.proto", "b/b.proto"}, "the Go packages have no folder in common", "runtime=example.org/internal/bale", nil},
		{"part of a package", "", elsewhere, []string{"a/a.proto"}, "a/b.proto is in the Go package example.org/gen/apb, of which other files are generated: generate all files of a package in one run", "", []string{"a/a.proto", "a/b.proto"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp := plugin.Generate(protoctest.Request(t, c.options, c.sources, c.files...), protoformat.Format)
			if !strings.Contains(resp.GetError(), c.want) || len(resp.File) > 0 {
				t.Errorf("got %q, want %q", resp.GetError(), c.want)
			}
			files := c.files
			if c.all != nil {
				files = c.all
			}
			if resp := plugin.Generate(protoctest.Request(t, c.better, c.sources, files...), protoformat.Format); resp.Error != nil || len(resp.File) == 0 {
				t.Errorf("with the advice: %s", resp.GetError())
			}
		})
	}
}

// TestDocs: the plugin accepts the options of buf.gen.yaml in docs/messages.md.
func TestDocs(t *testing.T) {
	t.Parallel()
	options := regexp.MustCompile(`opt: \[(.*)\]`).FindAllStringSubmatch(gentest.ReadFile(t, "../../docs/messages.md"), -1)
	if len(options) < 2 {
		t.Fatal("docs/messages.md has no buf.gen.yaml with options for two plugins")
	}
	for _, o := range options {
		resp := plugin.Generate(protoctest.Request(t, strings.ReplaceAll(o[1], " ", ""), own(t), "own/other/other.proto"), protoformat.Format)
		if resp.Error != nil || len(resp.File) == 0 {
			t.Errorf("%s: %s", o[1], resp.GetError())
		}
	}
}
