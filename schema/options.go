package schema

import "go/types"

// Options are what a caller knows of the package it loads, beside the types.
type Options struct {
	// Skip says which fields are taken out of their structs, whatever their type. f has no Type. Nil takes out none.
	Skip func(f *Field) bool
	// FieldUnion and TypeUnion are what is said at a field, or above the type of this name at pos, of the interface that
	// it is or that its lists, maps and pointers hold. Nil, and a nil *Union, say nothing.
	FieldUnion func(f *Field) *Union
	TypeUnion  func(pos, name string) *Union
	// UnionName is the Name of a union that a directive of the package declares for a field of another package's struct. Nil is none.
	UnionName func(place, name string) string
	// Custom reports whether a type of the package, with this name and these methods, is encoded by methods of its own, so that its fields may
	// hold anything. Nil reports it of none.
	Custom func(name string, m Methods) bool
	// Advice is what to do about a field that nobody can carry, instead of leaving it out of the type.
	Advice string

	into      bool            // the package is one of a Set
	stubs     map[string]bool // files whose methods are yet to be written
	asWritten bool            // what bale gen has written does not count
}

func (o Options) skips(p *places, f *types.Var, tag string) bool {
	return o.Skip != nil && o.Skip(fieldOf(p, f, tag))
}

// fieldOf is f without its type.
func fieldOf(p *places, f *types.Var, tag string) *Field {
	return &Field{Name: f.Name(), Tag: tag, Embedded: f.Embedded(), Exported: f.Exported(), Package: f.Pkg().Path(), Pos: p.of(f)}
}
