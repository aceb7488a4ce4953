package model

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// builder turns go/types into nodes. It leaves out struct fields that no codec can carry. The checker has already reported those that
// the user has to deal with.
type builder struct {
	*loader
	named  typeutil.Map // types.Type to *Named, by type identity: all uses of an instance share one node
	within *union       // union that applies to the interface inside the type being built
	ways   []func()     // set the ways that directives at fields name, when all types are complete
}

// node returns the node of t, which must be carriable.
func (b *builder) node(t types.Type) Type {
	if b.within.is(t) {
		return b.unionNode(b.within)
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return &Basic{Kind: Kind(t.Kind())}
	case *types.Named:
		return b.defined(t)
	case *types.Struct:
		return b.structure(t, NoMessage)
	case *types.Array:
		return &Array{Len: t.Len(), Elem: b.node(t.Elem())}
	case *types.Slice:
		return &Slice{Elem: b.node(t.Elem())}
	case *types.Map:
		return &Map{Key: b.node(t.Key()), Elem: b.node(t.Elem())}
	case *types.Pointer:
		return &Pointer{Elem: b.node(t.Elem())}
	case *types.Interface:
		return interfaceNode(t)
	}
	panic(fmt.Sprintf("schema: %s passed the check and has no node", t))
}

func (b *builder) defined(t *types.Named) Type {
	if isTime(t) {
		return &Time{}
	}
	obj := t.Obj()
	if obj.Pkg() == nil { // error, the only predeclared type with a name
		return &Interface{Methods: t.Underlying().(*types.Interface).NumMethods(), Text: obj.Name()}
	}
	if n, ok := b.named.At(t).(*Named); ok {
		return n
	}
	n := &Named{Package: obj.Pkg().Path(), Name: obj.Name(), PackageName: obj.Pkg().Name(), Methods: methodsOf(t, b.handwritten), JSON: jsonMethodsOf(t, b.handwritten), Message: messageKind(t), Marshal: b.customs.types[obj], Pos: b.places.of(obj)}
	b.named.Set(t, n) // before its parts, which may refer back to it
	defer func(u *union) { b.within = u }(b.within)
	b.within = nil
	args := slices.Collect(t.TypeArgs().Types())
	if !canName(obj.Pkg().Path(), obj.Name(), b.pkg.PkgPath) {
		if a, aliasArgs := b.exported.find(t); a != nil {
			n.Declared = obj.Pkg().Path() + "." + obj.Name()
			n.Package, n.PackageName, n.Name, args = a.Obj().Pkg().Path(), a.Obj().Pkg().Name(), a.Obj().Name(), aliasArgs
		}
	}
	for _, arg := range args {
		n.Args = append(n.Args, b.argument(arg))
	}
	n.Constrained = isConstrained(t)
	u := b.typeUnion(t, obj.Name())
	if s, ok := t.Underlying().(*types.Struct); ok {
		b.within = u
		n.Underlying = b.structure(s, messageFields(t))
		return n
	}
	if !u.is(t) {
		b.within = u
		n.Underlying = b.node(t.Underlying())
		return n
	}
	i := interfaceNode(t.Underlying())
	n.Underlying, i.HasUnion = i, true
	i.Members, i.Written = b.nodes(u.members), u.written
	return n
}

// isConstrained reports whether a generic type has a type parameter with another constraint than any and comparable.
func isConstrained(t *types.Named) bool {
	for p := range t.Origin().TypeParams().TypeParams() {
		c := p.Constraint().Underlying().(*types.Interface)
		if c.NumMethods() > 0 || !c.Empty() && !types.Identical(c, types.Universe.Lookup("comparable").Type().Underlying()) {
			return true
		}
	}
	return false
}

// argument returns the node of a type argument. A type that is not carriable becomes an Interface with its text; the checker reports
// the fields that hold it.
func (b *builder) argument(t types.Type) Type {
	if carriable(t) {
		return b.node(t)
	}
	return &Interface{source: t, Text: types.TypeString(t, (*types.Package).Name)}
}

func (b *builder) structure(t *types.Struct, kind MessageKind) *Struct {
	s := &Struct{source: t, Proto: b.protos.of(t, b.pkg), Opaque: opaqueLayout(t) != ""}
	defer func(u *union) { b.within = u }(b.within)
	for i := range t.NumFields() {
		f := t.Field(i)
		if f.Name() == "_" && s.Blank == nil {
			s.Blank = fieldOf(b.places, f, t.Tag(i))
		}
		if b.skips(f, t.Tag(i)) {
			s.Skipped = append(s.Skipped, fieldOf(b.places, f, t.Tag(i)))
			continue
		}
		if f.Name() == "_" || b.isMark(f) {
			continue
		}
		field := fieldOf(b.places, f, t.Tag(i))
		if (kind.internal(f) || s.Opaque && f.Pkg() != b.pkg.Types) && !b.options.JSON {
			s.Internal = append(s.Internal, field)
			continue
		}
		if !carriable(f.Type()) {
			s.Unsupported = append(s.Unsupported, field)
			continue
		}
		b.within = b.fieldUnion(f, t.Tag(i), f.Name())
		field.Type = b.node(f.Type())
		if way := b.fieldWay(f); way != "" {
			b.ways = append(b.ways, func() { field.Type = withWay(field.Type, way) })
		}
		s.Fields = append(s.Fields, field)
	}
	return s
}

// isMark reports whether f is an unexported field without data in another package, such as noSmithyDocumentSerde in the structs of
// AWS's services. It has nothing to encode.
func (l *loader) isMark(f *types.Var) bool {
	return !f.Exported() && f.Pkg() != l.pkg.Types && hasNoData(f.Type())
}

// hasNoData reports whether t has only one value.
func hasNoData(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if !hasNoData(f.Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		return t.Len() == 0 || hasNoData(t.Elem())
	}
	return false
}

// interfaceNode returns the node of a named or unnamed interface type.
func interfaceNode(t types.Type) *Interface {
	u := t.Underlying().(*types.Interface)
	n := &Interface{Methods: u.NumMethods(), source: t}
	n.Text = "any"
	if !u.Empty() {
		n.Text = types.TypeString(t, (*types.Package).Name)
	}
	return n
}

// nameable returns the alias by which code in the package names the interface t, or t.
func (b *builder) nameable(t types.Type) types.Type {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || canName(n.Obj().Pkg().Path(), n.Obj().Name(), b.pkg.PkgPath) {
		return t
	}
	if a, args := b.exported.find(n); a != nil && len(args) == 0 {
		return a
	}
	return t
}

// unionNode returns the node of an interface whose union is declared elsewhere than at its own declaration. There is one node for each
// union.
func (b *builder) unionNode(u *union) Type {
	if u.node == nil {
		i := interfaceNode(b.nameable(u.of))
		u.node = i
		if u.Name != "" {
			u.node = &Named{Package: b.pkg.PkgPath, PackageName: b.pkg.Name, Name: u.Name, Underlying: i, Pos: u.Pos, Alias: true}
		}
		i.Members, i.Written = b.nodes(u.members), u.written
	}
	return u.node
}

func (b *builder) nodes(list []types.Type) []Type {
	nodes := make([]Type, len(list))
	for i, t := range list {
		nodes[i] = b.node(t)
	}
	return nodes
}
