package model

import (
	"bytes"
	"compress/gzip"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Proto is a .proto file from which protoc-gen-go generated Go code.
type Proto struct {
	Package string // import path of the Go code
	Old     bool   // by a version of golang/protobuf before 1.4, or by gogo
	Raw     []byte // the file's descriptor, a google.protobuf.FileDescriptorProto
}

// protosOf returns the .proto files from which the package and its imports were generated.
func protosOf(ctx context.Context, dir string, pkg *packages.Package) ([]Proto, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps
	list, err := findPackages(ctx, dir, []string{pkg.PkgPath}, mode, nil)
	if err != nil {
		return nil, err
	}
	var found []Proto
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, name := range p.GoFiles {
			if !strings.HasSuffix(name, ".pb.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil { // the go command has reported it, if it matters
				continue
			}
			for _, d := range rawDescriptors(file) {
				found = append(found, Proto{p.PkgPath, d.old, d.raw})
			}
		}
	})
	return found, nil
}

// isDescriptor reports whether a constant or variable of this name has a descriptor: file_..._rawDesc, or fileDescriptor... in code of
// golang/protobuf before version 1.4.
func isDescriptor(name string) bool {
	return strings.HasPrefix(name, "file_") && strings.HasSuffix(name, "_rawDesc") || strings.HasPrefix(name, oldDescriptor)
}

// oldDescriptor is the prefix of the names of variables with descriptors in code of golang/protobuf before version 1.4.
const oldDescriptor = "fileDescriptor"

// A rawDescriptor is a descriptor in the source of a package.
type rawDescriptor struct {
	raw []byte
	old bool
}

// unpacked returns a descriptor that may be compressed.
func unpacked(raw []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return raw
	}
	b, err := io.ReadAll(r)
	if err != nil {
		return raw
	}
	return b
}

// rawDescriptors returns the values of the constants, or variables in older code, with descriptors.
func rawDescriptors(file *ast.File) []rawDescriptor {
	var list []rawDescriptor
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok || len(v.Names) != 1 || len(v.Values) != 1 {
				continue
			}
			if name := v.Names[0].Name; isDescriptor(name) {
				if raw, ok := literal(nil, v.Values[0]); ok {
					list = append(list, rawDescriptor{unpacked(raw), strings.HasPrefix(name, oldDescriptor)})
				}
			}
		}
	}
	return list
}

// literal appends the bytes of a concatenation of string literals, or of a []byte literal. ok is false for other expressions.
func literal(b []byte, x ast.Expr) (_ []byte, ok bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(x.Value)
		return append(b, s...), err == nil
	case *ast.BinaryExpr:
		if b, ok = literal(b, x.X); ok {
			b, ok = literal(b, x.Y)
		}
		return b, ok
	case *ast.CallExpr: // string([]byte{...})
		if len(x.Args) == 1 {
			return literal(b, x.Args[0])
		}
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			lit, ok := e.(*ast.BasicLit)
			if !ok {
				return nil, false
			}
			n, err := strconv.ParseUint(lit.Value, 0, 8)
			if err != nil {
				return nil, false
			}
			b = append(b, byte(n))
		}
		return b, true
	}
	return nil, false
}
