// Package hosts prints the files that make other libraries call generated methods: codecs for gRPC and Connect, and coders for Apache Beam. The
// text of each file is a Go package in a folder whose name begins with "_", so that bale requires none of the libraries. CI compiles these packages with
// the versions of the libraries in the modules below the folder example.
package hosts

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
)

// A Library is one for which bale gen can write a file that makes the library call generated methods. Only this file imports the library.
type Library struct {
	Flag    string   // "grpc" for -grpc
	Imports []string // packages that the file imports

	module string // of the library
	oldest string // version of the module that has what the file calls
	// text is the source of the file, and names are what it declares, if it does not depend on the types. Such a file calls the methods for
	// protobuf messages.
	text  string
	names []string
}

//go:embed _grpc/codec.go
var grpcText string

//go:embed _connect/codec.go
var connectText string

// The libraries.
var (
	GRPC = &Library{
		Flag: "grpc", module: "google.golang.org/grpc", oldest: "v1.66.0", text: grpcText,
		Imports: []string{"google.golang.org/grpc/encoding", "google.golang.org/grpc/encoding/proto", "google.golang.org/grpc/mem"},
		names:   []string{"BaleGRPCCodec", "baleGRPCMessage", "baleGRPCMethods", "baleGRPCEmbeds", "baleGRPCOwn", "baleGRPCTypes", "baleGRPCCodec", "baleGRPCOld"},
	}
	Connect = &Library{
		Flag: "connect", module: "connectrpc.com/connect", oldest: "v1.11.0", text: connectText,
		Imports: []string{"connectrpc.com/connect", "google.golang.org/protobuf/proto"},
		names:   []string{"BaleConnectCodec", "baleConnectMessage", "baleConnectMethods", "baleConnectEmbeds", "baleConnectOwn", "baleConnectTypes", "baleConnectCodec", "baleConnectStandard"},
	}
	Beam = &Library{
		Flag: "beam", module: "github.com/apache/beam/sdks/v2", oldest: "v2.76.0",
		Imports: []string{beamPackage, beamPackage + "/core/graph/coder", beamPackage + "/register"},
	}
)

// All are the libraries.
var All = []*Library{GRPC, Connect, Beam}

// A Package is one that files are printed for.
type Package struct {
	Path, Name string // import path, and name
	Roots      []*Root
	Taken      map[string]string // names that the package declares, with their positions
	Directives *plan.Directives  // nil before the package is loaded
}

// A Root is a type with generated methods.
type Root struct {
	*emit.Root
	Methods []emit.MethodSet // one for each format
	Slice   bool             // the type is a slice
	Copies  bool             // values may be copied: it is no message of protoc-gen-go
}

// ImportsOnDisk returns the packages that the files for libraries in a folder should import.
func ImportsOnDisk(dir string) (paths []string) {
	entries, _ := os.ReadDir(dir) // the go command has read the folder, so there is no error
	for _, x := range All {
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), "_"+x.Flag+".go") {
				continue
			}
			if text, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil && (Of(text) == x || len(bytes.TrimSpace(text)) == 0) {
				paths = append(paths, x.Imports...)
			}
		}
	}
	return paths
}

// Of returns the library that a generated file is for, or nil for another file.
func Of(text []byte) *Library {
	flag := model.Codec(text)
	for _, x := range All {
		if x.Flag == flag {
			return x
		}
	}
	return nil
}

// File returns the path of the file for a library, given that of the file with the methods.
func (x *Library) File(methods string) string {
	if name, ok := strings.CutSuffix(methods, source.PluginEnding); ok {
		return name + "_" + x.Flag + source.PluginEnding
	}
	return strings.TrimSuffix(methods, ".go") + "_" + x.Flag + ".go"
}

// Source returns the file for a library, without what precedes the package clause.
func (x *Library) Source(p *Package) string {
	text := x.text
	if x == Beam {
		text = p.beamText()
	}
	_, text, _ = strings.Cut(text, "\n")
	return "package " + p.Name + "\n" + renameImports(text, p.Taken)
}

// Stub returns what stands for Source before the types are loaded.
func (x *Library) Stub(p *Package) string {
	if x == Beam { // the package uses nothing of it
		return "package " + p.Name + "\n"
	}
	return x.Source(p)
}

// importLine matches an import without a name.
var importLine = regexp.MustCompile(`(?m)^\t"(?:[^"]*/)?(\w+)"`)

// renameImports returns the text of a file for a package that declares the names in taken. An import that would have one of them gets another
// name.
func renameImports(text string, taken map[string]string) string {
	for _, m := range importLine.FindAllStringSubmatch(text, -1) {
		name := m[1]
		for i := 2; taken[name] != ""; i++ {
			name = fmt.Sprintf("%s%d", m[1], i)
		}
		if name != m[1] {
			text = strings.Replace(text, m[0], "\t"+name+" "+m[0][1:], 1)
			text = regexp.MustCompile(`\b`+m[1]+`\.\b`).ReplaceAllString(text, name+".")
		}
	}
	return text
}

// Names returns the names that the file for a library declares.
func (x *Library) Names(p *Package) []string {
	if x == Beam {
		return p.beamNames()
	}
	return x.names
}

// Lacks returns what the package lacks that the file calls, and what to do, or "".
func (x *Library) Lacks(p *Package) string {
	switch {
	case x == Beam && len(p.beamTypes()) == 0:
		return "no type has a coder for Beam, which is for types with a format other than json that are not slices: add a format with -wire compact"
	case x != Beam && !slices.ContainsFunc(p.Roots, func(r *Root) bool {
		return slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return f.View.Kind == emit.LikeProto })
	}):
		return "no type has the format proto: add it with -wire proto, or in a comment: //bale:gen wire=proto"
	}
	return ""
}

// Missing returns why the module cannot compile a file that imports the library, and what to do. It returns "" if it can.
func (x *Library) Missing(list *model.Listing) string {
	for _, path := range x.Imports {
		version, problem := list.Imported(path)
		if text := x.advice(path, version, problem); text != "" {
			return text
		}
	}
	return ""
}

// advice returns what to do about the result of [model.Listing.Imported] for a package that the file imports, or "".
func (x *Library) advice(path, version, problem string) string {
	switch {
	case strings.Contains(problem, "-mod=vendor"):
		return fmt.Sprintf("the folder vendor does not have %s: import %s in the module and run `go mod vendor`, or set GOFLAGS=-mod=mod", path, x.module)
	case problem != "":
		return fmt.Sprintf("the module cannot import %s: run `go get %s`", path, x.module)
	case strings.HasPrefix(path, x.module) && version != "" && semver.Compare(version, x.oldest) < 0:
		return fmt.Sprintf("the module has %s %s, and -%s needs %s or later: run `go get %[1]s@latest`", x.module, version, x.Flag, x.oldest)
	}
	return ""
}
