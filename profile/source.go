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
	found    map[place]declaredType
}

// A place is a call in the source.
type place struct {
	function, file string
	line           int
	callee         string // name of the called function
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
	s := &Source{packages: list, found: map[place]declaredType{}}
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
		return nil, fmt.Errorf("no package matches %s: give a folder of the program's module, such as ./...", pattern)
	}
	return s, nil
}

// argument returns the type of the value that a call passes.
func (s *Source) argument(at place) declaredType {
	if t, ok := s.found[at]; ok {
		return t
	}
	t := s.search(at)
	if s.found != nil {
		s.found[at] = t
	}
	return t
}

func (s *Source) search(at place) declaredType {
	for _, p := range s.packages {
		if !strings.HasPrefix(at.function, p.PkgPath+".") && !(p.Name == "main" && strings.HasPrefix(at.function, "main.")) {
			continue
		}
		for _, file := range p.Syntax {
			if path.Base(p.Fset.Position(file.Pos()).Filename) != path.Base(at.file) {
				continue
			}
			if t := argumentIn(p, file, at); t.name != "" {
				return t
			}
		}
	}
	return declaredType{}
}

// argumentIn looks at the calls on the line that have the name of the function in the profile.
func argumentIn(p *packages.Package, file *ast.File, at place) (t declaredType) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || t.name != "" || !spans(p.Fset, call, at.line) || calledName(call) != at.callee {
			return t.name == ""
		}
		for _, arg := range slices.Backward(call.Args) {
			if t = declared(p.TypesInfo.TypeOf(arg)); t.name != "" {
				return false
			}
		}
		return true
	})
	return t
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
