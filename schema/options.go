package schema

import (
	"context"
	"fmt"
	"go/types"
	"path/filepath"

	"golang.org/x/tools/go/packages"
)

// Options are for a caller that writes code into the package it loads.
type Options struct {
	// Into says that code is written into the package, so that nobody has to import it: package main will do.
	Into bool
	// Overlay has files, by absolute path, that are read as if they held these bytes. The methods declared
	// in them are not told of by Methods: they stand for what is yet to be written.
	Overlay map[string][]byte
	// Skip says which fields are taken out of their structs, whatever their type. f has no Type. Nil takes out none.
	Skip func(f *Field) bool
	// FieldUnion and TypeUnion are what is said at a field, or above the type of this name at pos, of the interface that
	// it is or that its lists, maps and pointers hold. Nil, and a nil *Union, say nothing.
	FieldUnion func(f *Field) *Union
	TypeUnion  func(pos, name string) *Union
	// Advice is what to do about a field that nobody can carry, instead of leaving it out of the type.
	Advice string
}

func (o Options) skips(p *places, f *types.Var, tag string) bool {
	return o.Skip != nil && o.Skip(fieldOf(p, f, tag))
}

// fieldOf is f without its type.
func fieldOf(p *places, f *types.Var, tag string) *Field {
	return &Field{Name: f.Name(), Tag: tag, Embedded: f.Embedded(), Exported: f.Exported(), Package: f.Pkg().Path(), Pos: p.of(f)}
}

// A Source is a package as it is found, before anybody has looked into its files.
type Source struct {
	Package string   // import path
	Name    string   // package name
	Dir     string   // folder of its source, absolute
	Files   []string // its Go files on this machine, absolute; no tests
	Module  Module
}

// Find is the one package that pattern matches, as Load has it with o.Into. It need not compile.
func Find(ctx context.Context, dir, pattern string) (*Source, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the working folder: %w", err)
	}
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedModule
	pkg, err := findPackage(ctx, dir, pattern, mode, Options{Into: true})
	if err != nil {
		return nil, err
	}
	l := loader{pkg: pkg}
	m := l.emptyModel()
	return &Source{Package: m.Package, Name: m.Name, Dir: m.Dir, Files: pkg.GoFiles, Module: m.Module}, nil
}

// Compile says what keeps the package from compiling with o.Overlay in place.
func Compile(ctx context.Context, dir, pattern string, o Options) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("finding the working folder: %w", err)
	}
	_, err = loadPackage(ctx, dir, pattern, o)
	return err
}
