package lab

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"path/filepath"
	"slices"
	"strings"

	"bale/codec/lower"
	"bale/schema"
)

// A change is one that a type goes through from one version of a program to the next.
type change struct {
	name string
	// make changes a struct; false where s has nothing to change so. In a numbered format the fields that stay keep their numbers.
	make func(s *schema.Struct, numbered bool) (*changedStruct, bool)
}

// numbered reports whether the fields of a wire format have numbers, which a schema keeps when the type changes. bale derives schemas
// whose numbers are the places of the fields.
func numbered(wire string) bool {
	return slices.ContainsFunc([]string{"protobuf", "Thrift", "Cap'n Proto", "FlatBuffers", "sproto"}, func(family string) bool {
		return strings.HasPrefix(wire, family)
	})
}

// A changedStruct is what becomes of the fields of a struct.
type changedStruct struct {
	fields  []*schema.Field
	declare []*schema.Field // the fields in the order of the source, where that is another
	renamed [2]string       // the old name of a field and the new one, if one was renamed
}

// noChange is the name of a copy of the type with nothing changed.
const noChange = "same"

// changes are the changes that are tried. The first two are copies: if one cannot read the messages of the other, messages depend on where
// a type is declared.
var changes = []change{
	{noChange, unchanged},
	{"copy", unchanged},
	{"appended", appended},
	{"removed", removed},
	{"renamed", renamed},
	{"moved", moved},
	{"widened", widened},
}

func unchanged(s *schema.Struct, _ bool) (*changedStruct, bool) {
	return &changedStruct{fields: s.Fields}, true
}

// appendedField is the name of the field that is added at the end.
const appendedField = "BaleAppended"

func appended(s *schema.Struct, _ bool) (*changedStruct, bool) {
	f := &schema.Field{Name: appendedField, Type: &schema.Basic{Kind: schema.String}, Exported: true}
	return &changedStruct{fields: append(slices.Clone(s.Fields), f)}, true
}

// removed leaves out the field in the middle; in a numbered format the last one, which is the same to it.
func removed(s *schema.Struct, numbered bool) (*changedStruct, bool) {
	if len(s.Fields) < 2 {
		return nil, false
	}
	i := len(s.Fields) / 2
	if numbered {
		i = len(s.Fields) - 1
	}
	return &changedStruct{fields: slices.Delete(slices.Clone(s.Fields), i, i+1)}, true
}

// renamed gives the first field that is not embedded another name in Go. Its tag stays.
func renamed(s *schema.Struct, _ bool) (*changedStruct, bool) {
	i := slices.IndexFunc(s.Fields, func(f *schema.Field) bool { return !f.Embedded })
	if i < 0 {
		return nil, false
	}
	fields := slices.Clone(s.Fields)
	f := *fields[i]
	f.Name += "Renamed"
	fields[i] = &f
	return &changedStruct{fields: fields, renamed: [2]string{s.Fields[i].Name, f.Name}}, true
}

// moved exchanges the first field with the next one of another type; in a numbered format with its number.
func moved(s *schema.Struct, numbered bool) (*changedStruct, bool) {
	text := func(f *schema.Field) string { return schema.GoType(f.Type, func(path string) string { return path }) }
	for i := 1; i < len(s.Fields); i++ {
		if text(s.Fields[i]) != text(s.Fields[0]) {
			fields := slices.Clone(s.Fields)
			fields[0], fields[i] = fields[i], fields[0]
			if numbered {
				return &changedStruct{fields: s.Fields, declare: fields}, true
			}
			return &changedStruct{fields: fields}, true
		}
	}
	return nil, false
}

// wider has the integer kinds that can become wider, with the kind that they become.
var wider = map[schema.Kind]schema.Kind{schema.Int8: schema.Int64, schema.Int16: schema.Int64, schema.Int32: schema.Int64,
	schema.Uint8: schema.Uint64, schema.Uint16: schema.Uint64, schema.Uint32: schema.Uint64}

// widened makes the first narrow integer wider.
func widened(s *schema.Struct, _ bool) (*changedStruct, bool) {
	for i, f := range s.Fields {
		b, ok := f.Type.(*schema.Basic)
		if !ok || wider[b.Kind] == 0 {
			continue
		}
		fields, wide := slices.Clone(s.Fields), *f
		wide.Type = &schema.Basic{Kind: wider[b.Kind]}
		fields[i] = &wide
		return &changedStruct{fields: fields}, true
	}
	return nil, false
}

// outermost is the struct whose fields change: the type itself, or the element of a list or pointer; nil if there is none.
func outermost(t schema.Type) *schema.Struct {
	for {
		switch u := schema.Underlying(t).(type) {
		case *schema.Struct:
			return u
		case *schema.Slice:
			t = u.Elem
		case *schema.Array:
			t = u.Elem
		case *schema.Pointer:
			t = u.Elem
		default:
			return nil
		}
	}
}

// changedModel is a package of its own with a copy of the shape's type and of all types of its package that it is made of, changed. The
// package is in no folder: it is in the model's Overlay. ok is false where the type has nothing to change so.
func changedModel(s *Shape, c change, numbered bool) (m *schema.Model, made *changedStruct, ok bool, err error) {
	root := s.Model.Roots[s.Root]
	target := outermost(root.Type)
	if target == nil {
		return nil, nil, false, errors.New("the type has no struct whose fields could change")
	}
	if made, ok = c.make(target, numbered); !ok {
		return nil, nil, false, nil
	}
	folder := "baleevolution/" + c.name
	m = &schema.Model{Package: s.Model.Package + "/" + folder, Name: "evolution", Dir: filepath.Join(s.Model.Dir, filepath.FromSlash(folder)),
		Module: s.Model.Module}
	cp := &copier{from: s.Model.Package, to: m.Package, target: target, made: made, named: map[*schema.Named]*schema.Named{}}
	t, err := cp.copy(root.Type)
	if err != nil {
		return nil, nil, false, err
	}
	m.Roots = []*schema.Root{{Expr: root.Expr, Type: t, Pos: root.Pos}}
	text, err := cp.source(m.Name)
	if err != nil {
		return nil, nil, false, err
	}
	m.Overlay = map[string][]byte{filepath.Join(m.Dir, "types.go"): text}
	return m, made, true, nil
}

// A copier copies types into another package.
type copier struct {
	from, to string                          // import paths
	target   *schema.Struct                  // the struct that is changed
	made     *changedStruct                  // what becomes of it
	declared *schema.Struct                  // as the source declares it, nil before it is copied
	changed  *schema.Struct                  // as it is in the model
	named    map[*schema.Named]*schema.Named // copies of the types around the changed struct
	inside   map[*schema.Named]*schema.Named // copies of the types inside it, nil around it: those of a recursive type are not changed
	order    []*schema.Named                 // the copies
}

func (c *copier) copy(t schema.Type) (schema.Type, error) {
	switch t := t.(type) {
	case *schema.Named:
		return c.copyNamed(t)
	case *schema.Struct:
		return c.copyStruct(t)
	case *schema.Slice:
		elem, err := c.copy(t.Elem)
		return &schema.Slice{Elem: elem}, err
	case *schema.Array:
		elem, err := c.copy(t.Elem)
		return &schema.Array{Len: t.Len, Elem: elem}, err
	case *schema.Pointer:
		elem, err := c.copy(t.Elem)
		return &schema.Pointer{Elem: elem}, err
	case *schema.Map:
		key, err := c.copy(t.Key)
		if err != nil {
			return nil, err
		}
		elem, err := c.copy(t.Elem)
		return &schema.Map{Key: key, Elem: elem}, err
	case *schema.Interface:
		return c.copyInterface(t)
	}
	return t, nil
}

// copyInterface copies a union as one without methods: the copies of its members have none.
func (c *copier) copyInterface(t *schema.Interface) (schema.Type, error) {
	switch {
	case len(t.Members) == 0 && t.Methods > 0:
		return nil, fmt.Errorf("a copy of the type cannot be made: it holds the interface %s", t.Text)
	case len(t.Members) == 0:
		return t, nil
	}
	made := &schema.Interface{Text: "any"}
	for _, m := range t.Members {
		member, err := c.copy(m)
		if err != nil {
			return nil, err
		}
		made.Members = append(made.Members, member)
	}
	return made, nil
}

// copyNamed copies a type of the package. One that marshals itself is copied without its methods, which would be another type: it is
// referred to, as those of other packages are.
func (c *copier) copyNamed(n *schema.Named) (schema.Type, error) {
	known := c.named
	if c.inside != nil {
		known = c.inside
	}
	if made := known[n]; made != nil {
		return made, nil
	}
	m := n.Methods
	switch marshals := m.Binary || m.Text || m.JSON || m.Gob || m.Gogo || n.Message != schema.NoMessage; {
	case marshals && schema.Underlying(n) == schema.Type(c.target):
		return nil, fmt.Errorf("a copy of the type cannot be made: %s has marshal methods", n.Name)
	case n.Package != c.from, marshals:
		if n.Package == c.from && !ast.IsExported(n.Name) {
			return nil, fmt.Errorf("a copy of the type cannot be made: %s is not exported and has marshal methods", n.Name)
		}
		return n, nil
	}
	made := &schema.Named{Package: c.to, Name: n.Name, Pos: n.Pos}
	if len(n.Args) > 0 {
		made.Name = lower.RootName(schema.GoType(n, func(string) string { return "" }))
	}
	if c.inside != nil && c.named[n] != nil {
		made.Name += "Inside"
	}
	known[n], c.order = made, append(c.order, made)
	var err error
	made.Underlying, err = c.copy(n.Underlying)
	return made, err
}

func (c *copier) copyStruct(s *schema.Struct) (schema.Type, error) {
	if len(s.Internal) > 0 || len(s.Left) > 0 {
		return nil, errors.New("a copy of the type cannot be made: it has fields that no codec carries")
	}
	if s != c.target || c.inside != nil {
		return c.copyFields(s.Fields)
	}
	c.inside = map[*schema.Named]*schema.Named{}
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

func (c *copier) copyFields(fields []*schema.Field) (*schema.Struct, error) {
	made := &schema.Struct{}
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

// source is the Go file with the copies.
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
		if t == schema.Type(c.changed) {
			t = c.declared
		}
		fmt.Fprintf(&body, "type %s %s\n\n", n.Name, schema.GoType(t, qualify))
	}
	fmt.Fprintf(&head, "// Code generated by bale; DO NOT EDIT.\n\npackage %s\n\n", name)
	for _, path := range sortedKeys(imports) {
		fmt.Fprintf(&head, "import %s %q\n", imports[path], path)
	}
	return format.Source([]byte(head.String() + "\n" + body.String()))
}
