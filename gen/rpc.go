package gen

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"bale/gen/emit"
	"bale/gen/printer"
	"bale/schema"
)

// An rpc is a library for remote procedure calls. For each of them, bale gen can write a file with a codec that calls the generated methods
// of the format proto. The files do not depend on the types, and only they import the libraries.
type rpc struct {
	flag    string // "grpc" for -grpc
	module  string // of the library
	oldest  string // version of the module that has what the file calls
	imports []string
	text    string // of the file below the package clause
	names   []string
}

// protoFormat is the name of the format whose methods the codecs call.
const protoFormat = "proto"

//go:embed rpc/grpc.txt
var grpcText string

//go:embed rpc/connect.txt
var connectText string

// rpcs are the libraries.
var rpcs = []*rpc{
	{
		flag: "grpc", module: "google.golang.org/grpc", oldest: "v1.66.0", text: grpcText,
		imports: []string{"google.golang.org/grpc/encoding", "google.golang.org/grpc/encoding/proto", "google.golang.org/grpc/mem"},
		names:   []string{"BaleGRPCCodec", "baleGRPCMessage", "baleGRPCMethods", "baleGRPCCodec", "baleGRPCOld"},
	},
	{
		flag: "connect", module: "connectrpc.com/connect", oldest: "v1.11.0", text: connectText,
		imports: []string{"connectrpc.com/connect", "google.golang.org/protobuf/proto"},
		names:   []string{"BaleConnectCodec", "baleConnectMessage", "baleConnectMethods", "baleConnectCodec", "baleConnectStandard"},
	},
}

// requested reports whether the request has the flag of the library.
func (r *Request) requested(x *rpc) bool {
	return x.flag == "grpc" && r.GRPC || x.flag == "connect" && r.Connect
}

// find lists the packages of the request, and those that the generated code may import.
func (r *Request) find(ctx context.Context) (*schema.Listing, error) {
	imports := slices.Clone(printer.Standard)
	for _, x := range rpcs {
		if r.requested(x) {
			imports = append(imports, x.imports...)
		}
	}
	list, err := schema.Find(ctx, r.Dir, r.Pattern, imports...)
	if err != nil {
		return nil, err
	}
	// A codec that is on disk imports nothing if it is empty or does not parse, as after a merge.
	n := len(imports)
	for _, src := range list.Found {
		for _, path := range importsOnDisk(src.Dir) {
			if !list.Has(path) && !slices.Contains(imports, path) {
				imports = append(imports, path)
			}
		}
	}
	if len(imports) > n {
		return schema.Find(ctx, r.Dir, r.Pattern, imports...)
	}
	return list, nil
}

// importsOnDisk returns the packages that the codecs in a folder should import.
func importsOnDisk(dir string) (paths []string) {
	entries, _ := os.ReadDir(dir) // the go command has read the folder, so there is no error
	for _, x := range rpcs {
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), "_"+x.flag+".go") {
				continue
			}
			if text, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil && (rpcOf(text) == x || len(bytes.TrimSpace(text)) == 0) {
				paths = append(paths, x.imports...)
			}
		}
	}
	return paths
}

// rpcOf returns the library of the codec that a generated file has, or nil for another file.
func rpcOf(text []byte) *rpc {
	flag := schema.Codec(text)
	for _, x := range rpcs {
		if x.flag == flag {
			return x
		}
	}
	return nil
}

// rpcFile returns the path of the file with the codec for a library.
func (t *target) rpcFile(x *rpc) string {
	return strings.TrimSuffix(t.out, ".go") + "_" + x.flag + ".go"
}

// rpcs returns the libraries whose codecs are written: on request, or because the file exists.
func (t *target) rpcs() (list []*rpc) {
	for _, x := range rpcs {
		if _, err := os.Stat(t.rpcFile(x)); t.requested(x) || err == nil {
			list = append(list, x)
		}
	}
	return list
}

// rpcCode returns the file with the codec for a library.
func (t *target) rpcCode(x *rpc) File {
	return File{t.rpcFile(x), []byte(t.headerText(" -"+x.flag) + "package " + t.src.Name + "\n\n" + x.textFor(t.taken))}
}

// importLine matches an import without a name in the text of a codec.
var importLine = regexp.MustCompile(`(?m)^\t"(?:[^"]*/)?(\w+)"`)

// textFor returns the text of the file for a package that declares the names in taken. An import that would have one of them gets another
// name.
func (x *rpc) textFor(taken map[string]string) string {
	text := x.text
	for _, m := range importLine.FindAllStringSubmatch(x.text, -1) {
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

// checkRPC returns an error for each codec that cannot be written: its library cannot be imported, the package declares one of its names, or
// no type has methods for it to call.
func (t *target) checkRPC(list *schema.Listing) (errs schema.Errors) {
	for _, x := range t.rpcs() {
		what := "-" + x.flag
		if !t.requested(x) {
			what = t.notes.ShortPath(t.rpcFile(x))
		}
		if problem := x.missing(list); problem != "" {
			errs = append(errs, &schema.Error{Msg: what + ": " + problem + t.orDelete(x)})
		}
		for _, name := range x.names {
			if pos := t.taken[name]; pos != "" {
				errs = append(errs, &schema.Error{Pos: pos, Path: name, Msg: what + " declares this name, too: take another one"})
			}
			t.taken[name] = t.notes.ShortPath(t.rpcFile(x))
		}
		if !t.hasFormat(protoFormat) {
			errs = append(errs, oneError("%s: no type has the format proto: add it with -wire proto, or in a comment: //bale:gen wire=proto%s", what, t.orDelete(x))...)
		}
	}
	return errs
}

// orDelete returns the advice to delete the file with the codec, if it is updated because it exists.
func (t *target) orDelete(x *rpc) string {
	if t.requested(x) {
		return ""
	}
	return "; or delete the file"
}

// missing returns why the module cannot compile a file that imports the library, and what to do. It returns "" if it can.
func (x *rpc) missing(list *schema.Listing) string {
	for _, path := range x.imports {
		version, problem := list.Imported(path)
		if text := x.advice(path, version, problem); text != "" {
			return text
		}
	}
	return ""
}

// advice returns what to do about the result of [schema.Listing.Imported] for a package that the file imports, or "".
func (x *rpc) advice(path, version, problem string) string {
	switch {
	case strings.Contains(problem, "-mod=vendor"):
		return fmt.Sprintf("the folder vendor does not have %s: import %s in the module and run `go mod vendor`, or set GOFLAGS=-mod=mod", path, x.module)
	case problem != "":
		return fmt.Sprintf("the module cannot import %s: run `go get %s`", path, x.module)
	case strings.HasPrefix(path, x.module) && version != "" && semver.Compare(version, x.oldest) < 0:
		return fmt.Sprintf("the module has %s %s, and the codec needs %s or later: run `go get %[1]s@latest`", x.module, version, x.oldest)
	}
	return ""
}

// hasFormat reports whether a root has the format with the name.
func (t *target) hasFormat(name string) bool {
	return slices.ContainsFunc(t.roots, func(r *root) bool {
		return slices.ContainsFunc(r.formats, func(f *emit.Format) bool { return f.Name == name })
	})
}

// strayRPC returns a file with a codec in a package without types with methods, or "".
func (t *target) strayRPC() string {
	for _, x := range t.rpcs() {
		if slices.Contains(t.src.Files, t.rpcFile(x)) {
			return t.rpcFile(x)
		}
	}
	return ""
}
