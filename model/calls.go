package model

import (
	"cmp"
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A TypeName is the import path of a package and the name of a type that it declares.
type TypeName struct{ Package, Name string }

// A Call is a call of a function with a value of a type as an argument.
type Call struct {
	Func string         // the function in the source: "json.NewEncoder(w).Encode"
	Arg  string         // the argument in the source, without & in front
	Of   string         // full name of the function that gets the value in the end
	Type TypeName       // the type of the argument, or one that the argument holds
	Held bool           // the argument is not a value of Type or a pointer to one, but holds some
	Pos  token.Position // its file is absolute
}

// Calls returns the calls in the main module in the folder dir that give a value of one of the types to one of the functions, sorted by position.
// functions has the index of the parameter by the full name of the function, which is that of types.Func without parentheses, stars and versions:
// "encoding/json.Encoder.Encode". A function of the module that passes a parameter on to one of the functions counts as one of them. Files for tests,
// and packages that cannot be loaded, have no calls.
func Calls(ctx context.Context, dir string, functions map[string]int, of []TypeName) ([]Call, error) {
	list, err := Find(ctx, dir, "./...")
	if err != nil {
		return nil, err
	}
	set, err := list.Load(ctx, list.callers(functions, of), nil)
	if err != nil {
		return nil, err
	}
	s := &callSearch{types: of, functions: map[string]callee{}}
	for name, arg := range functions {
		s.functions[name] = callee{arg, name}
	}
	for _, path := range set.roots {
		if src := set.root(path); src != nil {
			s.add(src)
		}
	}
	for n := 0; n < len(s.functions); {
		n = len(s.functions)
		s.each(s.addWrapper)
	}
	s.each(s.addCall)
	slices.SortFunc(s.calls, func(a, b Call) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	return s.calls, nil
}

// callers returns the packages that were found and that depend on the package of one of the types, or import that of one of the functions.
func (l *Listing) callers(functions map[string]int, of []TypeName) (paths []string) {
	depends := map[string]bool{}
	for _, t := range of {
		depends[t.Package] = true
	}
	for _, p := range l.order { // each after its imports
		depends[p.ImportPath] = depends[p.ImportPath] || slices.ContainsFunc(p.Imports, func(path string) bool { return depends[path] })
	}
	for _, p := range l.Found {
		calls := slices.ContainsFunc(l.byPath[p.Package].Imports, func(path string) bool {
			for name := range functions {
				if strings.HasPrefix(name, unversioned(path)+".") {
					return true
				}
			}
			return false
		})
		if calls || depends[p.Package] {
			paths = append(paths, p.Package)
		}
	}
	return paths
}

// A callee is a function that gets values, and the function that it passes them to.
type callee struct {
	arg int
	of  string
}

// A callSearch finds calls in packages.
type callSearch struct {
	types     []TypeName
	functions map[string]callee // by full name
	packages  []*packages.Package
	calls     []Call
}

// add checks a package again, this time with the types of its expressions.
func (s *callSearch) add(src *source) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: src, Sizes: Sizes, Error: func(error) {}}
	_, _ = conf.Check(src.PkgPath, src.Fset, src.Syntax, info) // a package with errors has the types of the rest
	s.packages = append(s.packages, &packages.Package{Fset: src.Fset, Syntax: src.Syntax, TypesInfo: info})
}

// each calls visit for each call in a function's body of a known function, with the argument that the function gets.
func (s *callSearch) each(visit func(p *packages.Package, in *ast.FuncDecl, call *ast.CallExpr, to callee, arg ast.Expr)) {
	for _, p := range s.packages {
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				in, _ := d.(*ast.FuncDecl)
				ast.Inspect(d, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					if to, ok := s.functions[calledName(p.TypesInfo, call)]; ok && to.arg < len(call.Args) {
						visit(p, in, call, to, ast.Unparen(call.Args[to.arg]))
					}
					return true
				})
			}
		}
	}
}

// addWrapper adds the function that makes a call if the argument is one of its parameters.
func (s *callSearch) addWrapper(p *packages.Package, in *ast.FuncDecl, _ *ast.CallExpr, to callee, arg ast.Expr) {
	id, ok := arg.(*ast.Ident)
	if !ok || in == nil {
		return
	}
	i := 0
	for _, f := range in.Type.Params.List {
		for _, name := range f.Names {
			if obj := p.TypesInfo.Defs[name]; obj != nil && obj == p.TypesInfo.Uses[id] && types.IsInterface(obj.Type()) {
				s.functions[fullName(p.TypesInfo.Defs[in.Name].(*types.Func))] = callee{i, to.of}
			}
			i++
		}
	}
}

// addCall adds a call if the argument is or holds a value of one of the types.
func (s *callSearch) addCall(p *packages.Package, _ *ast.FuncDecl, call *ast.CallExpr, to callee, arg ast.Expr) {
	t, held := s.typeIn(p.TypesInfo, arg)
	if t == (TypeName{}) {
		return
	}
	if x, ok := arg.(*ast.UnaryExpr); ok && x.Op == token.AND {
		arg = x.X
	}
	s.calls = append(s.calls, Call{types.ExprString(call.Fun), types.ExprString(arg), to.of, t, held, p.Fset.Position(call.Pos())})
}

// typeIn returns the type of an argument, if it is one of the types, or one of the types that the argument holds. A composite literal holds what its
// elements hold, such as map[string]any{"orders": orders}.
func (s *callSearch) typeIn(info *types.Info, arg ast.Expr) (t TypeName, held bool) {
	typ := info.TypeOf(arg)
	if typ == nil {
		return TypeName{}, false
	}
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	if t := nameOf(typ); slices.Contains(s.types, t) {
		return t, false
	}
	if t := s.heldBy(typ, map[types.Type]bool{}); t != (TypeName{}) {
		return t, true
	}
	ast.Inspect(arg, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			return false
		case *ast.KeyValueExpr:
			t = cmp.Or(t, s.heldBy(info.TypeOf(n.Value), map[types.Type]bool{}))
		}
		return true
	})
	return t, true
}

// heldBy returns one of the types that encoding a t reaches.
func (s *callSearch) heldBy(t types.Type, seen map[types.Type]bool) (found TypeName) {
	if t == nil || seen[t] {
		return TypeName{}
	}
	seen[t] = true
	if name := nameOf(t); slices.Contains(s.types, name) {
		return name
	} else if name != (TypeName{}) && types.NewMethodSet(types.NewPointer(t)).Lookup(nil, "MarshalJSON") != nil {
		return TypeName{}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return s.heldBy(u.Elem(), seen)
	case *types.Slice:
		return s.heldBy(u.Elem(), seen)
	case *types.Array:
		return s.heldBy(u.Elem(), seen)
	case *types.Map:
		return s.heldBy(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); !JSONIgnores(u.Tag(i), f.Exported()) {
				found = cmp.Or(found, s.heldBy(f.Type(), seen))
			}
		}
	}
	return found
}

// nameOf returns the name of a declared type, or none.
func nameOf(t types.Type) TypeName {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return TypeName{}
	}
	return TypeName{n.Obj().Pkg().Path(), n.Obj().Name()}
}

// calledName returns the full name of the function that is called, or "" if it is not a declared one.
func calledName(info *types.Info, call *ast.CallExpr) string {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	}
	f, ok := info.Uses[id].(*types.Func)
	if !ok {
		return ""
	}
	return fullName(f)
}

// fullName returns the name of a function by which [Calls] knows it.
func fullName(f *types.Func) string {
	return unversioned(strings.NewReplacer("(", "", ")", "", "*", "").Replace(f.Origin().FullName()))
}

var majorVersion = regexp.MustCompile(`/v[0-9]+(\.|$)`)

// unversioned returns an import path, or a name with one in front, without the version at the end of the path.
func unversioned(name string) string { return majorVersion.ReplaceAllString(name, "$1") }
