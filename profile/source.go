package profile

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Source is the source of the program, as far as packages of it are known.
type Source struct {
	Modules  []string // paths of the modules with the user's code
	packages []*packages.Package
	found    map[place]argument
}

// A place is a call in the source.
type place struct {
	function, file string
	line           int
	callee         string // name of the called function
	index          int    // index of an argument, or -1
}

// An argument is what is known of a value that a call passes.
type argument struct {
	declaredType
	param int // if the value is a parameter of the function around the call, its index; otherwise -1
}

// A declaredType is a type as written in a package. It is empty for a type that is not known.
type declaredType struct{ pkg, name string }

// Load loads the packages that a pattern matches.
func Load(ctx context.Context, dir, pattern string) (*Source, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule
	list, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: mode, Tests: true}, pattern)
	if err != nil {
		return nil, fmt.Errorf("loading package %s: %w", pattern, err)
	}
	s := &Source{packages: list, found: map[place]argument{}}
	for _, p := range list {
		if p.Module == nil && len(p.GoFiles) == 0 {
			for _, e := range p.Errors {
				return nil, fmt.Errorf("loading package %s: %s", pattern, e.Msg)
			}
		}
		if p.Module != nil && !slices.Contains(s.Modules, p.Module.Path) {
			s.Modules = append(s.Modules, p.Module.Path)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no package matches %s: give ./... or a folder of the program's module", pattern)
	}
	return s, nil
}

// argument returns the type of the value that a call passes. It looks at all arguments if at.index is negative.
func (s *Source) argument(at place) argument {
	if a, ok := s.found[at]; ok {
		return a
	}
	a := s.search(at)
	if s.found != nil {
		s.found[at] = a
	}
	return a
}

func (s *Source) search(at place) argument {
	for _, p := range s.packages {
		if !strings.HasPrefix(at.function, p.PkgPath+".") && !(p.Name == "main" && strings.HasPrefix(at.function, "main.")) {
			continue
		}
		for _, file := range p.Syntax {
			if path.Base(p.Fset.Position(file.Pos()).Filename) != path.Base(at.file) {
				continue
			}
			if call := callAt(p, file, at); call != nil {
				return argumentOf(p, file, call, at.index)
			}
		}
	}
	return argument{param: -1}
}

// callAt returns the outermost call that has the line of a place and the name of the function that the profile has there, or nil.
func callAt(p *packages.Package, file *ast.File, at place) (found *ast.CallExpr) {
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && found == nil && spans(p.Fset, call, at.line) && calledName(call) == at.callee {
			found = call
		}
		return found == nil
	})
	return found
}

// argumentOf returns the argument of a call with an index, or else the last one that has a declared type or is a parameter.
func argumentOf(p *packages.Package, file *ast.File, call *ast.CallExpr, index int) argument {
	args := call.Args
	if index >= len(args) {
		return argument{param: -1}
	}
	if index >= 0 {
		args = args[index : index+1]
	}
	for _, arg := range slices.Backward(args) {
		if t := declared(p.TypesInfo.TypeOf(arg)); t.name != "" {
			return argument{t, -1}
		}
	}
	for _, arg := range slices.Backward(args) {
		if i := parameter(p, file, arg); i >= 0 {
			return argument{param: i}
		}
	}
	return argument{param: -1}
}

// parameter returns the index of the parameter of a function that an expression names, if the type of the parameter is an empty interface or a type parameter. Otherwise
// it returns -1.
func parameter(p *packages.Package, file *ast.File, expr ast.Expr) int {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return -1
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return -1
	}
	if i, ok := v.Type().Underlying().(*types.Interface); !ok || i.NumMethods() > 0 {
		return -1
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || id.Pos() < f.Pos() || f.End() < id.Pos() {
			continue
		}
		params := p.TypesInfo.Defs[f.Name].(*types.Func).Signature().Params()
		for i := range params.Len() {
			if params.At(i) == v {
				return i
			}
		}
	}
	return -1
}

// spans reports whether a line is one of those that a call takes.
func spans(fset *token.FileSet, call *ast.CallExpr, line int) bool {
	return fset.Position(call.Pos()).Line <= line && line <= fset.Position(call.End()).Line
}

// calledName returns the name of the function or method that a call calls.
func calledName(call *ast.CallExpr) string {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// lastName returns the name of a function or method without its receiver.
func (s symbol) lastName() string {
	_, base := splitMethod(outerName(s.Name))
	return base
}

// declared returns the package and the name of a type, or of what a pointer to it points to, if it is declared outside of the standard library or is a slice or a map of such
// types. Nothing is known about interfaces.
func declared(t types.Type) declaredType {
	for {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	var named *types.Named
	switch x := types.Unalias(t).(type) {
	case *types.Named:
		named = x
	case *types.Slice:
		if named, _ = types.Unalias(x.Elem()).(*types.Named); named == nil {
			if p, ok := types.Unalias(x.Elem()).(*types.Pointer); ok {
				named, _ = types.Unalias(p.Elem()).(*types.Named)
			}
		}
	case *types.Map:
		named, _ = types.Unalias(x.Elem()).(*types.Named)
	}
	if named == nil || named.Obj().Pkg() == nil || types.IsInterface(named) || parseSymbol(named.Obj().Pkg().Path()+".x", "").standard() {
		return declaredType{}
	}
	in := named.Obj().Pkg()
	if in.Scope().Lookup(named.Obj().Name()) != named.Obj() {
		return declaredType{} // it is declared in a function
	}
	return declaredType{in.Path(), types.TypeString(t, types.RelativeTo(in))}
}
