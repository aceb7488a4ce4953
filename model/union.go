package model

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Union is a declaration of the types that an interface may hold.
type Union struct {
	Name    string   // name of the alias to declare for the interface, which becomes a *Named; "" if it remains an *Interface
	Members []string // types, as written in the file with the declaration
	Pos     string   // of the declaration
}

// A union is a Union resolved to types of the type checker.
type union struct {
	*Union
	of      types.Type // the interface
	members []types.Type
	written []string // the members, as in the declaration
	walked  bool
	node    Type
}

// is reports whether u applies to t. A nil u applies to no type.
func (u *union) is(t types.Type) bool { return u != nil && types.Identical(u.of, t) }

// fieldUnion returns the union declared at a field, or nil.
func (l *loader) fieldUnion(f *types.Var, tag, path string) *union {
	if u := l.customs.unions[f.Origin()]; u != nil {
		return l.union(u.Union, u.scope, f.Type(), path)
	}
	if l.options.FieldUnion == nil {
		return nil
	}
	return l.union(l.options.FieldUnion(fieldOf(l.places, f, tag)), func() scope { return l.scopeOf(f) }, f.Type(), path)
}

// typeUnion returns the union declared above a type, or nil.
func (l *loader) typeUnion(t *types.Named, path string) *union {
	obj := t.Obj()
	if u := l.oneof(t); u != nil && !l.options.JSON {
		return u
	}
	holder := t.Underlying()
	if types.IsInterface(t) {
		holder = t
	}
	if u := l.customs.unions[obj]; u != nil {
		return l.union(u.Union, u.scope, holder, path)
	}
	if l.options.TypeUnion == nil || obj.Pkg() == nil {
		return nil
	}
	return l.union(l.options.TypeUnion(l.places.of(obj), obj.Name()), func() scope { return l.scopeOf(obj) }, holder, path)
}

// otherUnion matches a directive, without its //bale:, that declares the union of a type, or of a struct's field, of another package.
var otherUnion = regexp.MustCompile(`^union\s+([\w./~-]+\.\w+)\s+([^\s,].*)$`)

// A declaredUnion is the union of a type or a field of another package.
type declaredUnion struct {
	*Union
	scope func() scope // the scope of the member names
}

// otherUnion records such a directive.
func (l *loader) otherUnion(of, members string, file *ast.File, pos string) {
	wrong := func(format string, args ...any) { l.fail(pos, "", "union: "+format, args...) }
	u := &Union{Members: SplitTypes(members), Pos: pos}
	obj, why := l.holderOf(of)
	switch {
	case why != "":
		wrong("%s", why)
		return
	case l.customs.unions[obj] != nil: // perhaps under another name: the fields of type Order lib.Order are those of lib.Order
		if slices.Equal(l.customs.unions[obj].Members, u.Members) {
			return
		}
		wrong("%s has a union already, at %s: list all types in one", of, l.customs.unions[obj].Pos)
		return
	}
	if _, ok := obj.(*types.TypeName); l.options.UnionName != nil && !(ok && types.IsInterface(obj.Type())) {
		u.Name = l.options.UnionName(pos, obj.Name())
	}
	l.customs.unions[obj] = &declaredUnion{u, func() scope { return scope{l.pkg.Types, file.Name.Pos()} }}
}

// holderOf finds what text names with its package path: an interface, a type of lists, maps or pointers that hold one, or the field of
// a struct. Otherwise it returns an error text.
func (l *loader) holderOf(text string) (types.Object, string) {
	name, why := l.typeName(text)
	if name != nil && heldInterface(name.Type().Underlying()) != nil {
		return name, ""
	}
	if name != nil {
		return nil, text + " is neither an interface nor a field of a struct, and holds no interface in lists, maps or pointers: name one that is or does"
	}
	f, why := l.structField(text, why)
	if f == nil {
		return nil, why
	}
	return f, ""
}

// SplitTypes splits a list of types at its commas, except those inside brackets.
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

// heldInterface returns the interface that t is, or that its lists, maps and pointers finally hold, or nil.
func heldInterface(t types.Type) types.Type {
	if t = types.Unalias(t); types.IsInterface(t) {
		return t
	}
	switch t := t.(type) {
	case *types.Slice:
		return heldInterface(t.Elem())
	case *types.Array:
		return heldInterface(t.Elem())
	case *types.Pointer:
		return heldInterface(t.Elem())
	case *types.Map:
		if of := heldInterface(t.Elem()); of != nil {
			return of
		}
		return heldInterface(t.Key())
	}
	return nil
}

// namedHolder returns the type with a name that t is, or that its lists, maps and pointers finally hold, if such lists, maps and
// pointers of an interface are its own. Otherwise it returns nil.
func namedHolder(t types.Type) *types.TypeName {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if heldInterface(t.Underlying()) != nil {
			return t.Obj()
		}
	case *types.Map:
		if of := namedHolder(t.Elem()); of != nil {
			return of
		}
		return namedHolder(t.Key())
	case interface{ Elem() types.Type }:
		return namedHolder(t.Elem())
	}
	return nil
}

// noInterface returns the error text for a union at a field of type t, which holds no interface.
func (l *loader) noInterface(t types.Type, members []string) string {
	const text = "union is for interfaces, and for lists, maps and pointers of them"
	switch n := namedHolder(t); {
	case n == nil:
		return text + ": remove it"
	case n.Pkg() == l.pkg.Types:
		return text + ": put it above the declaration of " + n.Name()
	default:
		return fmt.Sprintf("%s: for %s, write //bale:union %s.%[2]s %[4]s, anywhere in a file of the package", text, n.Name(), n.Pkg().Path(), strings.Join(members, ", "))
	}
}

// union resolves the declared union of the interface that holder is or holds, once. It records errors, and leaves out members with
// errors.
func (l *loader) union(declared *Union, in func() scope, holder types.Type, path string) *union {
	if declared == nil {
		return nil
	}
	of := heldInterface(holder)
	if of == nil {
		l.fail(declared.Pos, path, "%s", l.noInterface(holder, declared.Members))
		return nil
	}
	key := declared.Pos + " " + declared.Name + " " + types.TypeString(of, nil)
	if u := l.unions[key]; u != nil {
		return u
	}
	u := &union{Union: declared, of: of}
	l.unions[key] = u
	for _, text := range declared.Members {
		if t := l.member(text, u, in(), path); t != nil {
			u.members, u.written = append(u.members, t), append(u.written, text)
		}
	}
	if len(declared.Members) == 0 {
		l.fail(declared.Pos, path, "union names no types: list those that the interface may hold, as in //bale:union Circle, *Square")
	}
	return u
}

// member returns one type of a union, or nil after recording an error.
func (l *loader) member(text string, u *union, in scope, path string) types.Type {
	wrong := func(format string, args ...any) types.Type {
		l.fail(u.Pos, path, "union: "+format, args...)
		return nil
	}
	expr, err := parser.ParseExprFrom(l.pkg.Fset, "", text, 0)
	if err != nil {
		return wrong("%q is no type: list types with commas, as in //bale:union Circle, *Square", text)
	}
	l.places.setText(expr.Pos(), text, u.Pos)
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	if err := types.CheckExpr(l.pkg.Fset, in.pkg, in.pos, expr, info); err != nil {
		return wrong("%s is no type of package %s (%s): list types with commas, as in //bale:union Circle, *Square", text, in.pkg.Path(), message(err))
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
		return wrong("%s appears twice: remove one", text)
	case !carriable(t):
		return wrong("no serializer can carry %s: leave it out", text)
	case types.Implements(t, iface):
		return t
	case types.Implements(types.NewPointer(t), iface):
		return wrong("%s does not implement %s, but a pointer does: write *%s", text, l.spell(u.of), text)
	}
	missing, _ := types.MissingMethod(t, iface, true)
	return wrong("%s does not implement %s: it has no method %s: add the method, or leave the type out", text, l.spell(u.of), missing.Name())
}

// A scope is a position in a package at which names are looked up.
type scope struct {
	pkg *types.Package
	pos token.Pos
}

// scopeOf returns the scope of the file that declares obj. For another package, only its export data is known; its scope is then a new
// package with its types and the file's imports.
func (l *loader) scopeOf(obj types.Object) scope {
	if obj.Pkg() == l.pkg.Types {
		for _, file := range l.pkg.Syntax {
			if file.FileStart <= obj.Pos() && obj.Pos() < file.FileEnd {
				return scope{l.pkg.Types, file.Name.Pos()}
			}
		}
	}
	pkg := types.NewPackage(obj.Pkg().Path(), obj.Pkg().Name())
	for _, n := range obj.Pkg().Scope().Names() {
		pkg.Scope().Insert(obj.Pkg().Scope().Lookup(n))
	}
	name := l.pkg.Fset.Position(obj.Pos()).Filename
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

// unhashable returns a type that is not comparable and that a map key of type t can hold through a union, or nil.
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
