package model

import "go/types"

// Options holds the information about a package that does not come from its types.
type Options struct {
	// Skip reports whether a field is left out of its struct, whatever its type. f has no Type. Nil leaves out no field.
	Skip func(f *Field) bool
	// FieldUnion and TypeUnion return the union declared at a field, or above the type with this name at pos. It applies to the
	// interface that the field or type is, or that its lists, maps and pointers hold. A nil function, and a nil *Union, mean no union.
	FieldUnion func(f *Field) *Union
	TypeUnion  func(pos, name string) *Union
	// UnionName returns the Name of the union that a directive of the package declares for a field of another package's struct, or for
	// a type of lists, maps or pointers. Nil means no name.
	UnionName func(place, name string) string
	// Custom reports whether a type of the package, with this name and these methods, is encoded by its own methods. The fields of such
	// a type may hold anything. Nil means that no type is.
	Custom func(name string, m Methods) bool
	// JSON means that structs have the fields that encoding/json sees, whatever other options and directives say: interfaces without a union
	// of FieldUnion or TypeUnion may hold anything, and the fields of types with methods of [JSONMethods] may be anything.
	JSON bool
	// Opaque means that the caller can encode messages of protobuf's opaque API. Without it, they are refused.
	Opaque bool
	// Advice tells the user what to do about a field that no codec can carry. The default is to leave it out of the type.
	Advice string

	inSet           bool            // the package is one of a Set
	stubs           map[string]bool // files whose methods are placeholders for code that is not written yet
	ignoreGenerated bool            // ignore code that bale gen generated
}

func (o Options) skips(p *places, f *types.Var, tag string) bool {
	if o.JSON {
		return jsonIgnores(f, tag)
	}
	return o.Skip != nil && o.Skip(fieldOf(p, f, tag))
}

// fieldOf returns f without its type.
func fieldOf(p *places, f *types.Var, tag string) *Field {
	return &Field{Name: f.Name(), Tag: tag, Embedded: f.Embedded(), Exported: f.Exported(), Package: f.Pkg().Path(), Pos: p.of(f), InText: p.isText(f)}
}
