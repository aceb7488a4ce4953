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
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A library is one for which bale gen can write a file that makes the library call generated methods. Only this file imports the library.
type library struct {
	flag    string // "grpc" for -grpc
	module  string // of the library
	oldest  string // version of the module that has what the file calls
	imports []string
	// text is the file below the package clause, and names are what it declares, if it does not depend on the types. Such a file calls the
	// methods of the format proto.
	text  string
	names []string
}

//go:embed rpc/grpc.txt
var grpcText string

//go:embed rpc/connect.txt
var connectText string

// libraries are the libraries.
var libraries = []*library{
	{
		flag: "grpc", module: "google.golang.org/grpc", oldest: "v1.66.0", text: grpcText,
		imports: []string{"google.golang.org/grpc/encoding", "google.golang.org/grpc/encoding/proto", "google.golang.org/grpc/mem"},
		names:   []string{"BaleGRPCCodec", "baleGRPCMessage", "baleGRPCMethods", "baleGRPCEmbeds", "baleGRPCOwn", "baleGRPCTypes", "baleGRPCCodec", "baleGRPCOld"},
	},
	{
		flag: "connect", module: "connectrpc.com/connect", oldest: "v1.11.0", text: connectText,
		imports: []string{"connectrpc.com/connect", "google.golang.org/protobuf/proto"},
		names:   []string{"BaleConnectCodec", "baleConnectMessage", "baleConnectMethods", "baleConnectEmbeds", "baleConnectOwn", "baleConnectTypes", "baleConnectCodec", "baleConnectStandard"},
	},
	beam,
}

// requested reports whether the request has the flag of the library.
func (r *Request) requested(x *library) bool {
	return x.flag == "grpc" && r.GRPC || x.flag == "connect" && r.Connect || x == beam && r.Beam
}

// Find lists the packages of the request, and those that the generated code may import.
func (r *Request) Find(ctx context.Context) (*model.Listing, error) {
	imports := slices.Clone(printer.Standard)
	for _, x := range libraries {
		if r.requested(x) {
			imports = append(imports, x.imports...)
		}
	}
	list, err := model.Find(ctx, r.Dir, r.Pattern, imports...)
	if err != nil {
		return nil, err
	}
	// A file that is on disk imports nothing if it is empty or does not parse, as after a merge.
	n := len(imports)
	for _, src := range list.Found {
		for _, path := range importsOnDisk(src.Dir) {
			if !list.Has(path) && !slices.Contains(imports, path) {
				imports = append(imports, path)
			}
		}
	}
	if len(imports) > n {
		return model.Find(ctx, r.Dir, r.Pattern, imports...)
	}
	return list, nil
}

// importsOnDisk returns the packages that the files for libraries in a folder should import.
func importsOnDisk(dir string) (paths []string) {
	entries, _ := os.ReadDir(dir) // the go command has read the folder, so there is no error
	for _, x := range libraries {
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), "_"+x.flag+".go") {
				continue
			}
			if text, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil && (libraryOf(text) == x || len(bytes.TrimSpace(text)) == 0) {
				paths = append(paths, x.imports...)
			}
		}
	}
	return paths
}

// libraryOf returns the library that a generated file is for, or nil for another file.
func libraryOf(text []byte) *library {
	flag := model.Codec(text)
	for _, x := range libraries {
		if x.flag == flag {
			return x
		}
	}
	return nil
}

// libraryFile returns the path of the file for a library.
func (t *target) libraryFile(x *library) string {
	return strings.TrimSuffix(t.out, ".go") + "_" + x.flag + ".go"
}

// libraries returns the libraries for which files are written: on request, or because the file exists.
func (t *target) libraries() (list []*library) {
	for _, x := range libraries {
		if _, err := os.Stat(t.libraryFile(x)); t.requested(x) || err == nil {
			list = append(list, x)
		}
	}
	return list
}

// libraryCode returns the file for a library.
func (t *target) libraryCode(x *library, d *plan.Directives) File {
	text := x.text
	if x == beam {
		text = t.beamText(d)
	}
	return File{t.libraryFile(x), []byte(t.headerText(" -"+x.flag) + "package " + t.src.Name + "\n\n" + renameImports(text, t.taken))}
}

// libraryStub returns what stands for the file for a library before the types are loaded.
func (t *target) libraryStub(x *library) File {
	if x == beam { // the package uses nothing of it
		return File{t.libraryFile(x), []byte("package " + t.src.Name + "\n")}
	}
	return t.libraryCode(x, nil)
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

// checkLibraries returns an error for each file that cannot be written: its library cannot be imported, the package declares one of its names,
// or no type has methods for it to call.
func (t *target) checkLibraries(list *model.Listing) (errs model.Errors) {
	for _, x := range t.libraries() {
		what := "-" + x.flag
		if !t.requested(x) {
			what = t.notes.ShortPath(t.libraryFile(x))
		}
		if problem := x.missing(list); problem != "" {
			errs = append(errs, &model.Error{Msg: what + ": " + problem + t.orDelete(x)})
		}
		names := x.names
		if x == beam {
			names = t.beamNames()
		}
		for _, name := range names {
			if pos := t.taken[name]; pos != "" {
				errs = append(errs, &model.Error{Pos: pos, Path: name, Msg: what + " declares this name, too: take another one"})
			}
			t.taken[name] = t.notes.ShortPath(t.libraryFile(x))
		}
		switch {
		case x == beam && len(t.beamTypes()) == 0:
			errs = append(errs, oneError("%s: no type has a coder for Beam, which is for types with a format other than json that are not slices: add a format with -wire compact%s", what, t.orDelete(x))...)
		case x != beam && !slices.ContainsFunc(t.roots, func(r *root) bool { return r.hasView(emit.LikeProto) }):
			errs = append(errs, oneError("%s: no type has the format proto: add it with -wire proto, or in a comment: //bale:gen wire=proto%s", what, t.orDelete(x))...)
		}
	}
	return errs
}

// orDelete returns the advice to delete the file, if it is updated because it exists.
func (t *target) orDelete(x *library) string {
	if t.requested(x) {
		return ""
	}
	return "; or delete the file"
}

// missing returns why the module cannot compile a file that imports the library, and what to do. It returns "" if it can.
func (x *library) missing(list *model.Listing) string {
	for _, path := range x.imports {
		version, problem := list.Imported(path)
		if text := x.advice(path, version, problem); text != "" {
			return text
		}
	}
	return ""
}

// advice returns what to do about the result of [model.Listing.Imported] for a package that the file imports, or "".
func (x *library) advice(path, version, problem string) string {
	switch {
	case strings.Contains(problem, "-mod=vendor"):
		return fmt.Sprintf("the folder vendor does not have %s: import %s in the module and run `go mod vendor`, or set GOFLAGS=-mod=mod", path, x.module)
	case problem != "":
		return fmt.Sprintf("the module cannot import %s: run `go get %s`", path, x.module)
	case strings.HasPrefix(path, x.module) && version != "" && semver.Compare(version, x.oldest) < 0:
		return fmt.Sprintf("the module has %s %s, and -%s needs %s or later: run `go get %[1]s@latest`", x.module, version, x.flag, x.oldest)
	}
	return ""
}

// strayLibrary returns a file for a library in a package without types with methods, or nil.
func (t *target) strayLibrary() *library {
	for _, x := range t.libraries() {
		if slices.Contains(t.src.Files, t.libraryFile(x)) {
			return x
		}
	}
	return nil
}
