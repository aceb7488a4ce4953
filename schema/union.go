package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Union is what the source says that an interface may hold.
type Union struct {
	Name    string   // of a *Named that stands for the interface, which is to be declared as an alias; "" is none: the *Interface stands for itself
	Members []string // types, as the file spells them in which this is said
	Pos     string   // of what says so
}

// A union is a Union in the types of the checker.
type union struct {
	*Union
	of      types.Type // the interface
	members []types.Type
	walked  bool
	node    Type
}

// is reports whether t is the interface that u is about. A nil u is about none.
func (u *union) is(t types.Type) bool { return u != nil && types.Identical(u.of, t) }

// fieldUnion is the union that is said at a field, or nil.
func (l *loader) fieldUnion(f *types.Var, tag, path string) *union {
	if u := l.customs.inside[f.Origin()]; u != nil {
		return l.union(u.Union, u.scope, held(f.Type()), path)
	}
	if l.options.FieldUnion == nil {
		return nil
	}
	return l.union(l.options.FieldUnion(fieldOf(l.places, f, tag)), func() scope { return l.scopeOf(f) }, held(f.Type()), path)
}

// typeUnion is the union that is said above a type, or nil.
func (l *loader) typeUnion(t *types.Named, path string) *union {
	obj := t.Obj()
	if u := l.oneof(t); u != nil {
		return u
	}
	if u := l.customs.inside[obj]; u != nil {
		return l.union(u.Union, u.scope, t, path)
	}
	if l.options.TypeUnion == nil || obj.Pkg() == nil {
		return nil
	}
	of := held(t.Underlying())
	if types.IsInterface(t) {
		of = t
	}
	return l.union(l.options.TypeUnion(l.places.of(obj), obj.Name()), func() scope { return l.scopeOf(obj) }, of, path)
}

// otherUnion is a directive, without its //bale:, that says what an interface of another package holds, or a field of a struct there.
var otherUnion = regexp.MustCompile(`^union\s+([\w./~-]+\.\w+)\s+([^\s,].*)$`)

// A saidUnion is what a directive says of an interface or a field of another package.
type saidUnion struct {
	*Union
	scope func() scope // in which its members are spelled
}

// otherUnion takes in one such directive.
func (l *loader) otherUnion(of, members string, file *ast.File, pos string) {
	wrong := func(format string, args ...any) { l.fail(pos, "", "union: "+format, args...) }
	u := &Union{Members: SplitTypes(members), Pos: pos}
	obj, why := l.interfaceOrField(of)
	switch {
	case why != "":
		wrong("%s", why)
		return
	case l.customs.inside[obj] != nil:
		wrong("%s has a union already: list all types in one", of)
		return
	}
	if _, ok := obj.(*types.Var); ok && l.options.UnionName != nil {
		u.Name = l.options.UnionName(pos, obj.Name())
	}
	l.customs.inside[obj] = &saidUnion{u, func() scope { return scope{l.pkg.Types, file.Name.Pos()} }}
}

// interfaceOrField finds the interface or the field of a struct that text names, with the path of its package, or says why not.
func (l *loader) interfaceOrField(text string) (types.Object, string) {
	name, why := l.typeName(text)
	if name != nil && types.IsInterface(name.Type()) {
		return name, ""
	}
	if name != nil {
		return nil, text + " is neither an interface nor a field of a struct"
	}
	f, why := l.structField(text, why)
	if f == nil {
		return nil, why
	}
	return f, ""
}

// SplitTypes splits a list of types at the commas between them.
func SplitTypes(list string) []string {
	var all []string
	depth, from := 0, 0
	for i, r := range list + "," {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && depth <= 0:
			if m := strings.TrimSpace(list[from:i]); m != "" {
				all = append(all, m)
			}
			from = i + 1
		}
	}
	return all
}

// held is the interface that t is, or that a list, map or pointer of this type holds in the end; nil for none.
func held(t types.Type) types.Type {
	if t = types.Unalias(t); types.IsInterface(t) {
		return t
	}
	switch t := t.(type) {
	case *types.Slice:
		return held(t.Elem())
	case *types.Array:
		return held(t.Elem())
	case *types.Pointer:
		return held(t.Elem())
	case *types.Map:
		if of := held(t.Elem()); of != nil {
			return of
		}
		return held(t.Key())
	}
	return nil
}

// union resolves what is said about the interface in a scope, once: what is wrong with it is recorded, and left out.
func (l *loader) union(said *Union, in func() scope, of types.Type, path string) *union {
	switch {
	case said == nil:
		return nil
	case of == nil:
		l.fail(said.Pos, path, "union is for interfaces, and for lists, maps and pointers of them: where such a type has a name, put it above the declaration")
		return nil
	}
	key := said.Pos + " " + said.Name + " " + types.TypeString(of, nil)
	if u := l.unions[key]; u != nil {
		return u
	}
	u := &union{Union: said, of: of}
	l.unions[key] = u
	for _, text := range said.Members {
		if t := l.member(text, u, in(), path); t != nil {
			u.members = append(u.members, t)
		}
	}
	if len(said.Members) == 0 {
		l.fail(said.Pos, path, "union names no types: list those that the interface may hold, as in //bale:union Circle, *Square")
	}
	return u
}

// member is one type of a union; nil after recording what is wrong with it.
func (l *loader) member(text string, u *union, in scope, path string) types.Type {
	wrong := func(format string, args ...any) types.Type {
		l.fail(u.Pos, path, "union: "+format, args...)
		return nil
	}
	expr, err := parser.ParseExprFrom(l.pkg.Fset, "", text, 0)
	if err != nil {
		return wrong("%q is no type: list types with commas, as in //bale:union Circle, *Square", text)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	if err := types.CheckExpr(l.pkg.Fset, in.pkg, in.pos, expr, info); err != nil {
		return wrong("%s is no type of package %s: %s", text, in.pkg.Path(), message(err))
	}
	t := info.Types[expr].Type
	iface := u.of.Underlying().(*types.Interface)
	switch {
	case !info.Types[expr].IsType():
		return wrong("%s is no type: list the types that the interface may hold", text)
	case len(typeParams(t)) > 0:
		return wrong("%s needs type arguments: %s[%s]", text, text, exampleArgs(typeParams(t)))
	case types.IsInterface(t):
		return wrong("%s is an interface, which is never what another one holds: list the types that implement it", text)
	case slices.ContainsFunc(u.members, func(m types.Type) bool { return types.Identical(m, t) }):
		return wrong("%s is there twice", text)
	case !carriable(t):
		return wrong("no serializer can carry %s: leave it out", text)
	case types.Implements(t, iface):
		return t
	case types.Implements(types.NewPointer(t), iface):
		return wrong("%s does not implement %s, but a pointer does: write *%s", text, l.spell(u.of), text)
	}
	missing, _ := types.MissingMethod(t, iface, true)
	return wrong("%s does not implement %s: it has no method %s", text, l.spell(u.of), missing.Name())
}

// A scope is a place of a package at which names mean what they do there.
type scope struct {
	pkg *types.Package
	pos token.Pos
}

// scopeOf is the package and place at which names mean what they do in the file that declares obj. Of another package
// there is no more than what it exports to compilers: a package is made that has its types and the file's imports.
func (l *loader) scopeOf(obj types.Object) scope {
	name := l.pkg.Fset.Position(obj.Pos()).Filename
	if obj.Pkg() == l.pkg.Types {
		for _, file := range l.pkg.Syntax {
			if l.pkg.Fset.Position(file.Package).Filename == name {
				return scope{l.pkg.Types, file.Name.Pos()}
			}
		}
	}
	pkg := types.NewPackage(obj.Pkg().Path(), obj.Pkg().Name())
	for _, n := range obj.Pkg().Scope().Names() {
		pkg.Scope().Insert(obj.Pkg().Scope().Lookup(n))
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	for i := 0; err == nil && i < len(file.Imports); i++ {
		path, _ := strconv.Unquote(file.Imports[i].Path.Value)
		for _, p := range obj.Pkg().Imports() {
			if p.Path() != path {
				continue
			}
			as := p.Name()
			if file.Imports[i].Name != nil {
				as = file.Imports[i].Name.Name
			}
			pkg.Scope().Insert(types.NewPkgName(token.NoPos, pkg, as, p))
		}
	}
	return scope{pkg, token.NoPos}
}

// unhashable is a type that a key of type t can hold, by a union, and that no map can find; nil if there is none.
func (l *loader) unhashable(t types.Type, u *union, seen map[types.Type]bool) types.Type {
	t = types.Unalias(t)
	if seen[t] {
		return nil
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok && !u.is(t) {
		if u = l.typeUnion(n, ""); !u.is(t) {
			t = n.Underlying()
		}
	}
	if u.is(t) {
		for _, m := range u.members {
			if !types.Comparable(m) {
				return m
			}
			if bad := l.unhashable(m, u, seen); bad != nil {
				return bad
			}
		}
		return nil
	}
	switch t := t.(type) {
	case *types.Array:
		return l.unhashable(t.Elem(), u, seen)
	case *types.Struct:
		for i := range t.NumFields() {
			if bad := l.unhashable(t.Field(i).Type(), l.fieldUnion(t.Field(i), t.Tag(i), ""), seen); bad != nil {
				return bad
			}
		}
	}
	return nil
}

// union walks the members of a union, once.
func (c *checker) union(u *union, path, pos string) {
	if u == nil || u.walked {
		return
	}
	u.walked = true
	for _, m := range u.members {
		c.walk(m, path+".("+c.spell(m)+")", pos, u)
	}
}

// unionNode is the node that stands for an interface that has no name of its own for what it may hold: one for each union.
func (b *builder) unionNode(u *union) Type {
	if u.node == nil {
		i := interfaceNode(u.of)
		u.node = i
		if u.Name != "" {
			u.node = &Named{Package: b.pkg.PkgPath, Name: u.Name, Underlying: i, Pos: u.Pos, Alias: true}
		}
		i.Members = b.nodes(u.members)
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
