package plugin

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"

	"bale/model"
)

// A tree is a folder with the declarations of all Go packages of a request, and with what they use of other packages.
type tree struct {
	plugin *protogen.Plugin
	root   string // import path of the folder
	module string // the option of this name, whose path the names of files lack
	dir    string // absolute

	folders  map[string]string // of the response, by import path of the packages to generate
	packages []model.ListedPackage
}

// goVersion is the version of Go for which code is generated, since the request does not name one.
const goVersion = "1.22"

// write writes the files.
func (t *tree) write() error {
	t.folders = map[string]string{}
	for _, text := range stubs {
		if err := t.add(text.path, "stub.go", []byte(text.text), false); err != nil {
			return err
		}
	}
	for _, f := range t.plugin.Files {
		if f.Generate {
			t.folders[string(f.GoImportPath)] = path.Dir(strings.TrimPrefix(f.GeneratedFilenamePrefix, t.module+"/"))
		}
	}
	for _, f := range t.plugin.Files {
		at := string(f.GoImportPath)
		_, found := t.folders[at]
		if found && !f.Generate {
			return fmt.Errorf("%s is in the Go package %s, of which other files are generated: generate all files of a package in one run; with buf, set `strategy: all`", f.Desc.Path(), at)
		}
		text, err := internal_gengo.GenerateFile(t.plugin, f).Content()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Desc.Path(), err)
		}
		if text, err = declarations(text, t.has); err != nil {
			return fmt.Errorf("%s: %w", f.Desc.Path(), err)
		}
		if err := t.add(at, strings.ReplaceAll(f.GeneratedFilenamePrefix, "/", "_")+".pb.go", text, found); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether the tree has a package.
func (t *tree) has(importPath string) bool {
	return slices.ContainsFunc(t.packages, func(p model.ListedPackage) bool { return p.Path == importPath }) ||
		slices.ContainsFunc(t.plugin.Files, func(f *protogen.File) bool { return string(f.GoImportPath) == importPath })
}

// folder returns the folder of a package.
func (t *tree) folder(importPath string, found bool) string {
	if rel, ok := strings.CutPrefix(importPath+"/", t.root+"/"); ok && found {
		return filepath.Join(t.dir, filepath.FromSlash(rel))
	}
	return filepath.Join(t.dir, "_imports", filepath.FromSlash(importPath))
}

// add writes a file of a package.
func (t *tree) add(importPath, name string, text []byte, found bool) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(t.packages, func(p model.ListedPackage) bool { return p.Path == importPath })
	if i < 0 {
		i = len(t.packages)
		t.packages = append(t.packages, model.ListedPackage{Path: importPath, Name: file.Name.Name, Dir: t.folder(importPath, found), Found: found})
	}
	p := &t.packages[i]
	p.Files = append(p.Files, name)
	for _, im := range file.Imports {
		if path, err := strconv.Unquote(im.Path.Value); err == nil && path != "unsafe" && !slices.Contains(p.Imports, path) {
			p.Imports = append(p.Imports, path)
		}
	}
	if err := os.MkdirAll(p.Dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.Dir, name), text, 0o644)
}

// listing returns the packages.
func (t *tree) listing() *model.Listing {
	return model.NewListing(model.Module{Path: t.root, Dir: t.dir, GoMod: filepath.Join(t.dir, "go.mod"), Go: goVersion}, t.packages)
}

// declarations returns a file of protoc-gen-go with what bale gen reads: types, the signatures of methods, descriptors and the values of enums. It leaves
// out methods that use other packages than those for which has reports true, such as AsTime of a Timestamp.
func declarations(text []byte, has func(importPath string) bool) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	missing := map[string]bool{}
	for _, im := range file.Imports {
		path, err := strconv.Unquote(im.Path.Value)
		if err == nil && im.Name != nil && !has(path) {
			missing[im.Name.Name] = true
		}
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		return !isRead(d) || slices.ContainsFunc(qualifiers(d), func(name string) bool { return missing[name] })
	})
	used := map[string]bool{}
	for _, name := range qualifiers(file) {
		used[name] = true
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool {
				im := s.(*ast.ImportSpec)
				return im.Name == nil || !used[im.Name.Name] // protoc-gen-go names all imports whose names it uses
			})
		}
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		return ok && len(g.Specs) == 0
	})
	var out bytes.Buffer
	err = format.Node(&out, fset, file)
	return out.Bytes(), err
}

// qualifiers returns the names of packages that n uses.
func qualifiers(n ast.Node) (names []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok {
				names = append(names, id.Name)
			}
		}
		return true
	})
	return names
}

// isRead reports whether bale gen reads a declaration. It removes the bodies of methods.
func isRead(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		d.Body = nil
		return d.Recv != nil
	case *ast.GenDecl:
		switch d.Tok {
		case token.IMPORT, token.TYPE:
			return true
		case token.CONST:
			v := d.Specs[0].(*ast.ValueSpec)
			return v.Type != nil || strings.HasSuffix(v.Names[0].Name, "_rawDesc")
		}
	}
	return false
}

// stubs have what the files of protoc-gen-go use of other packages. The sizes of the types are those of the protobuf library.
var stubs = []struct{ path, text string }{
	{"google.golang.org/protobuf/internal/impl", `package impl

type MessageState struct{ info *int }
type ExtensionField struct{}
type LazyUnmarshalInfo = *int
type RaceDetectHookData struct{}
`},
	{"google.golang.org/protobuf/reflect/protoreflect", `package protoreflect

type Message interface{ Descriptor() }
type EnumDescriptor interface{ Values() }
type EnumType interface{ New() }
type EnumNumber int32
type FieldNumber int32
type FileDescriptor interface{ Path() }
type ProtoMessage interface{ ProtoReflect() Message }
`},
	{"google.golang.org/protobuf/runtime/protoimpl", `package protoimpl

import "google.golang.org/protobuf/internal/impl"

type MessageState = impl.MessageState
type SizeCache = int32
type UnknownFields = []byte
type ExtensionFields = map[int32]impl.ExtensionField
type ExtensionRangeV1 = struct{}
type LazyUnmarshalInfo = impl.LazyUnmarshalInfo
type RaceDetectHookData = impl.RaceDetectHookData
`},
}
