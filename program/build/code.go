package build

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/codec"
)

// A CodeFile is a file of the code that a runner has for one variant on one shape.
type CodeFile struct {
	// Name is the path in the folder of the user's package for files that are compiled, and the name that the serializer's generator reads for others.
	Name string
	Kind string // SchemaCode, AdapterCode or GeneratedCode
	Text []byte
}

// A PartCode is the code of a variant for shapes of one package, without generated code.
type PartCode struct {
	Codec   string // full name of the variant
	Package string
	Bases   []string // base names of the shapes
	Files   []CodeFile
}

// Has reports whether the code measures a row.
func (c *PartCode) Has(r *Row) bool {
	return r.Codec == c.Codec && r.On.Model.Package == c.Package && slices.Contains(c.Bases, r.On.Base)
}

// The kinds of files.
const (
	SchemaCode    = "schema"    // is read by the serializer's generator, or is what it reads in another form
	AdapterCode   = "adapter"   // calls the serializer, with the loops that are timed
	GeneratedCode = "generated" // is made by the serializer's generator or by bale, for types and conversions
)

// Code returns the files of the code that measures a variant on a shape, without those of all runners: schemas first, then the adapter. They are the ones that
// a comparison compiles for the variant alone.
func (b *Builder) Code(ctx context.Context, s *Shape, c *codec.Codec, v *codec.Variant) ([]CodeFile, error) {
	prog, err := b.alone(ctx, s, c, v, nil)
	if err != nil {
		return nil, err
	}
	list := schemas(prog.steps)
	for _, path := range slices.Sorted(maps.Keys(prog.files)) {
		name, err := filepath.Rel(s.Model.Dir, path)
		if err != nil || path == filepath.Join(prog.root, "main.go") {
			continue
		}
		file := CodeFile{filepath.ToSlash(name), GeneratedCode, prog.files[path]}
		if strings.HasPrefix(name, adapterPrefix) {
			file.Kind = AdapterCode
		}
		list = append(list, file)
	}
	order := []string{SchemaCode, AdapterCode, GeneratedCode}
	slices.SortStableFunc(list, func(a, b CodeFile) int { return slices.Index(order, a.Kind) - slices.Index(order, b.Kind) })
	return list, nil
}

// Unsafe returns the packages with package unsafe in the program that measures a variant on a shape: those of the serializer, of modules that it requires, and
// of generated code. It leaves out the standard library.
func (b *Builder) Unsafe(ctx context.Context, s *Shape, c *codec.Codec, v *codec.Variant) ([]string, error) {
	prog, err := b.alone(ctx, s, c, v, inRunner)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bale-unsafe-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return prog.importsUnsafe(ctx, dir)
}

// alone returns the program for one variant and one shape, with the given packages.
func (b *Builder) alone(ctx context.Context, s *Shape, c *codec.Codec, v *codec.Variant, packages map[string]fs.FS) (*Program, error) {
	one := b.codec("", []*Shape{s}, &Choice{c, []*codec.Variant{v}})
	parts, err := one.parts(ctx)
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return nil, errors.New(c.FullName(v) + " has no row for " + s.Base + ": " + whyNoRow(one.out.Rows))
	}
	return one.program(ctx, parts, packages)
}

// schemas returns the files that steps read, each once.
func schemas(steps []codec.Step) (list []CodeFile) {
	for _, s := range steps {
		for _, name := range slices.Sorted(maps.Keys(s.Files)) {
			if !slices.ContainsFunc(list, func(f CodeFile) bool { return f.Name == name }) {
				list = append(list, CodeFile{name, SchemaCode, s.Files[name]})
			}
		}
	}
	return list
}
