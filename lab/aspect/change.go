package aspect

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
	"bale/program/build"
)

// A change is a change of a type from one version of a program to the next.
type change struct {
	name string
	// make returns the changed struct, or false if the change does not apply to s. The remaining fields keep their places in messages as k says.
	make func(s *model.Struct, k keeping) (*changedStruct, bool)
}

// A keeping says whether fields keep their places in messages when other fields change, because a file of the user has the places. bale has no
// such file for the changed type, so it makes only changes with which the places are the same without a file.
type keeping struct {
	numbers bool // a schema has the numbers of all fields
	removed bool // a lock file has the places of removed fields, but the order of fields must not change
}

// keepingOf returns how fields keep their places in a variant's messages.
func keepingOf(v *codec.Variant) keeping { return keeping{v.Numbered, v.Locked} }

// A changedStruct describes a changed struct.
type changedStruct struct {
	fields  []*model.Field
	declare []*model.Field // fields in the order of the source; nil if it is the order of fields
	renamed [2]string      // old and new name of the renamed field, if any
}

// noChange is the name of an unchanged copy of the type.
const noChange = "same"

// changes lists the changes that are tried. The first two are unchanged copies: if one cannot decode the messages of the other, messages
// depend on the package of the type.
var changes = []change{
	{noChange, unchanged},
	{"copy", unchanged},
	{"appended", appended},
	{"removed", removed},
	{"renamed", renamed},
	{"moved", moved},
	{"swapped", swapped},
	{"widened", widened},
}

// unchanged returns the struct as it is.
func unchanged(s *model.Struct, _ keeping) (*changedStruct, bool) {
	return &changedStruct{fields: s.Fields}, true
}

// appendedField is the name of the field that appended adds.
const appendedField = "BaleAppended"

// appended adds a field at the end.
func appended(s *model.Struct, _ keeping) (*changedStruct, bool) {
	f := &model.Field{Name: appendedField, Type: &model.Basic{Kind: model.String}, Exported: true}
	return &changedStruct{fields: append(slices.Clone(s.Fields), f)}, true
}

// removed removes the field in the middle. If the others keep their places in messages, it removes the last field.
func removed(s *model.Struct, k keeping) (*changedStruct, bool) {
	if len(s.Fields) < 2 {
		return nil, false
	}
	i := len(s.Fields) / 2
	if k.numbers || k.removed {
		i = len(s.Fields) - 1
	}
	return &changedStruct{fields: slices.Delete(slices.Clone(s.Fields), i, i+1)}, true
}

// renamed changes the Go name of the first field that is not embedded. It does not change the tag.
func renamed(s *model.Struct, _ keeping) (*changedStruct, bool) {
	i := slices.IndexFunc(s.Fields, func(f *model.Field) bool { return !f.Embedded })
	if i < 0 {
		return nil, false
	}
	fields := slices.Clone(s.Fields)
	f := *fields[i]
	f.Name += "Renamed"
	fields[i] = &f
	return &changedStruct{fields: fields, renamed: [2]string{s.Fields[i].Name, f.Name}}, true
}

// moved exchanges the first field with the next field of another type. If fields have numbers, both keep theirs.
func moved(s *model.Struct, k keeping) (*changedStruct, bool) {
	for i := 1; i < len(s.Fields); i++ {
		if fieldType(s.Fields[i]) != fieldType(s.Fields[0]) {
			return exchanged(s, 0, i, k)
		}
	}
	return nil, false
}

// swapped exchanges the first two fields that have the same type. If fields have numbers, both keep theirs.
func swapped(s *model.Struct, k keeping) (*changedStruct, bool) {
	for i, f := range s.Fields {
		for j := i + 1; j < len(s.Fields); j++ {
			if fieldType(f) == fieldType(s.Fields[j]) {
				return exchanged(s, i, j, k)
			}
		}
	}
	return nil, false
}

func fieldType(f *model.Field) string {
	return model.GoType(f.Type, func(path string) string { return path })
}

// exchanged exchanges two fields in the source. The lock file of a variant refuses it if fields have no numbers.
func exchanged(s *model.Struct, i, j int, k keeping) (*changedStruct, bool) {
	fields := slices.Clone(s.Fields)
	fields[i], fields[j] = fields[j], fields[i]
	switch {
	case k.numbers:
		return &changedStruct{fields: s.Fields, declare: fields}, true
	case k.removed:
		return nil, false
	}
	return &changedStruct{fields: fields}, true
}

// widerKind maps integer kinds of less than 64 bits to the kinds that widened gives them.
var widerKind = map[model.Kind]model.Kind{model.Int8: model.Int64, model.Int16: model.Int64, model.Int32: model.Int64,
	model.Uint8: model.Uint64, model.Uint16: model.Uint64, model.Uint32: model.Uint64}

// widened gives the first integer field of less than 64 bits a 64-bit type.
func widened(s *model.Struct, _ keeping) (*changedStruct, bool) {
	for i, f := range s.Fields {
		b, ok := f.Type.(*model.Basic)
		if !ok || widerKind[b.Kind] == 0 {
			continue
		}
		fields, wide := slices.Clone(s.Fields), *f
		wide.Type = &model.Basic{Kind: widerKind[b.Kind]}
		fields[i] = &wide
		return &changedStruct{fields: fields}, true
	}
	return nil, false
}

// outerStruct returns the struct whose fields change: the type itself, or the element of a list or pointer. It returns nil if there is none.
func outerStruct(t model.Type) *model.Struct {
	var outer *model.Struct
	model.Walk(t, func(t model.Type) bool {
		switch u := model.Underlying(t).(type) {
		case *model.Struct:
			outer = u
			return false
		case *model.Slice, *model.Array, *model.Pointer:
			return true
		}
		return false
	})
	return outer
}

// changedModel returns the model of a new package with a changed copy of the shape's type, and copies of the types of its package that it
// contains. The files of the package are only in the model's Overlay. ok is false if the change does not apply to the type.
func changedModel(s *build.Shape, c change, k keeping) (m *model.Model, made *changedStruct, ok bool, err error) {
	root := s.Model.Roots[s.Root]
	target := outerStruct(root.Type)
	if target == nil {
		return nil, nil, false, errors.New("the type has no struct whose fields could change")
	}
	if made, ok = c.make(target, k); !ok {
		return nil, nil, false, nil
	}
	folder := fmt.Sprintf("baleevolution/type%d/%s", s.Root, c.name)
	m = &model.Model{Package: s.Model.Package + "/" + folder, Name: "evolution", Dir: filepath.Join(s.Model.Dir, filepath.FromSlash(folder)),
		Module: s.Model.Module}
	cp := &copier{from: s.Model.Package, to: m.Package, target: target, made: made, copies: newCopies()}
	t, err := cp.copy(root.Type)
	if err != nil {
		return nil, nil, false, err
	}
	m.Roots = []*model.Root{{Expr: root.Expr, Type: t, Pos: root.Pos}}
	text, err := cp.source(m.Name)
	if err != nil {
		return nil, nil, false, err
	}
	m.Overlay = map[string][]byte{filepath.Join(m.Dir, "types.go"): text}
	return m, made, true, nil
}

// A copier copies types into another package.
type copier struct {
	from, to string         // import paths
	target   *model.Struct  // struct to change
	made     *changedStruct // changed struct
	declared *model.Struct  // copy of the changed struct for the source; nil before it is copied
	changed  *model.Struct  // copy of the changed struct for the model
	copies   *copies        // of types outside the changed struct
	inside   *copies        // of types inside it, which are unchanged if the type is recursive; nil outside of it
	order    []*model.Named // copies of all named types
}

// copies holds the copies of the types that may contain themselves.
type copies struct {
	named  map[*model.Named]*model.Named
	unions map[*model.Interface]*model.Interface
}

func newCopies() *copies {
	return &copies{map[*model.Named]*model.Named{}, map[*model.Interface]*model.Interface{}}
}

// known returns the copies that apply where the copier is.
func (c *copier) known() *copies {
	if c.inside != nil {
		return c.inside
	}
	return c.copies
}

func (c *copier) copy(t model.Type) (model.Type, error) {
	switch t := t.(type) {
	case *model.Named:
		return c.copyNamed(t)
	case *model.Struct:
		return c.copyStruct(t)
	case *model.Slice:
		elem, err := c.copy(t.Elem)
		return &model.Slice{Elem: elem}, err
	case *model.Array:
		elem, err := c.copy(t.Elem)
		return &model.Array{Len: t.Len, Elem: elem}, err
	case *model.Pointer:
		elem, err := c.copy(t.Elem)
		return &model.Pointer{Elem: elem}, err
	case *model.Map:
		key, err := c.copy(t.Key)
		if err != nil {
			return nil, err
		}
		elem, err := c.copy(t.Elem)
		return &model.Map{Key: key, Elem: elem}, err
	case *model.Interface:
		return c.copyInterface(t)
	}
	return t, nil
}

// copyInterface copies a union as an interface without methods, since the copies of its members have no methods.
func (c *copier) copyInterface(t *model.Interface) (model.Type, error) {
	switch {
	case len(t.Members) == 0 && t.Methods > 0:
		return nil, fmt.Errorf("the type cannot be copied: it contains the interface %s", t.Text)
	case len(t.Members) == 0:
		return t, nil
	}
	known := c.known().unions
	if made := known[t]; made != nil {
		return made, nil
	}
	made := &model.Interface{Text: "any"}
	known[t] = made // before its members, which may refer back to it
	for _, m := range t.Members {
		member, err := c.copy(m)
		if err != nil {
			return nil, err
		}
		made.Members = append(made.Members, member)
	}
	return made, nil
}

// copyNamed copies a type of the package. It returns custom types and types of other packages as they are: a copy would lack the methods.
func (c *copier) copyNamed(n *model.Named) (model.Type, error) {
	known := c.known().named
	if made := known[n]; made != nil {
		return made, nil
	}
	m := n.Methods
	switch marshals := m.Binary || m.Text || m.JSON || m.Gob || m.Gogo || n.Message != model.NoMessage; {
	case marshals && model.Underlying(n) == model.Type(c.target):
		return nil, fmt.Errorf("the type cannot be copied: %s has marshal methods", n.Name)
	case n.Package != c.from, marshals:
		if n.Package == c.from && !ast.IsExported(n.Name) {
			return nil, fmt.Errorf("the type cannot be copied: %s is not exported and has marshal methods", n.Name)
		}
		return n, nil
	}
	made := &model.Named{Package: c.to, Name: n.Name, Pos: n.Pos}
	if len(n.Args) > 0 {
		made.Name = lower.RootName(model.GoType(n, func(string) string { return "" }))
	}
	if c.inside != nil && c.copies.named[n] != nil {
		made.Name += "Inside"
	}
	known[n], c.order = made, append(c.order, made)
	var err error
	made.Underlying, err = c.copy(n.Underlying)
	return made, err
}

func (c *copier) copyStruct(s *model.Struct) (model.Type, error) {
	if len(s.Internal) > 0 || len(s.Unsupported) > 0 {
		return nil, errors.New("the type cannot be copied: it has fields that no codec carries")
	}
	if s != c.target || c.inside != nil {
		return c.copyFields(s.Fields)
	}
	c.inside = newCopies()
	made, err := c.copyFields(c.made.fields)
	if err != nil {
		return nil, err
	}
	c.changed, c.declared = made, made
	if c.made.declare != nil {
		if c.declared, err = c.copyFields(c.made.declare); err != nil {
			return nil, err
		}
	}
	c.inside = nil
	return made, nil
}

func (c *copier) copyFields(fields []*model.Field) (*model.Struct, error) {
	made := &model.Struct{}
	for _, f := range fields {
		one := *f
		if one.Package == c.from {
			one.Package = c.to
		}
		var err error
		if one.Type, err = c.copy(f.Type); err != nil {
			return nil, err
		}
		made.Fields = append(made.Fields, &one)
	}
	return made, nil
}

// source returns the Go file with the copies.
func (c *copier) source(name string) ([]byte, error) {
	imports := map[string]string{}
	qualify := func(path string) string {
		if path == c.to {
			return ""
		}
		if imports[path] == "" {
			imports[path] = fmt.Sprintf("p%d", len(imports))
		}
		return imports[path]
	}
	var body, head strings.Builder
	for _, n := range c.order {
		t := n.Underlying
		if t == model.Type(c.changed) {
			t = c.declared
		}
		fmt.Fprintf(&body, "type %s %s\n\n", n.Name, model.GoType(t, qualify))
	}
	fmt.Fprintf(&head, "// Code generated by bale; DO NOT EDIT.\n\npackage %s\n\n", name)
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&head, "import %s %q\n", imports[path], path)
	}
	return format.Source([]byte(head.String() + "\n" + body.String()))
}
