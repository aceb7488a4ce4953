package model

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// resolved is one resolved expression of the request.
type resolved struct {
	expr    string     // as written inside the package
	name    string     // name of the declared type, without arguments; "" for []T and the like
	typ     types.Type // may still be an alias
	pos     string     // of the declaration of name
	samples *Samples
}

// resolveAll resolves the expressions, and records an error for each that cannot be resolved.
func (l *loader) resolveAll(exprs []string) []*resolved {
	var all []*resolved
	for _, expr := range exprs {
		r := l.resolve(strings.TrimSpace(expr))
		if r == nil || slices.ContainsFunc(all, func(a *resolved) bool { return a.expr == r.expr && types.Identical(a.typ, r.typ) }) {
			continue
		}
		all = append(all, r)
	}
	l.distinguish(all)
	return all
}

// distinguish gives different types that are spelled alike, because packages have the same name, different spellings: with the paths of packages.
func (l *loader) distinguish(all []*resolved) {
	byExpr := map[string][]*resolved{}
	for _, r := range all {
		byExpr[r.expr] = append(byExpr[r.expr], r)
	}
	for _, alike := range byExpr {
		for _, r := range alike {
			if len(alike) > 1 {
				r.expr = l.spellWith(r.typ, (*types.Package).Path)
			}
		}
	}
}

// resolve returns the type of expr, or nil after recording an error.
func (l *loader) resolve(expr string) *resolved {
	node, err := parser.ParseExprFrom(l.pkg.Fset, "", expr, 0)
	if err != nil {
		l.fail("", "", "%q is not a type expression: give -type the name of a type of package %s", expr, l.pkg.PkgPath)
		return nil
	}
	scope, ok := l.scopeFor(node)
	if !ok {
		l.fail("", "", "no file of package %s imports the packages in %s: declare `type T = %s` in a file that does and name T",
			l.pkg.PkgPath, expr, expr)
		return nil
	}
	if text := l.ambiguous(packageNames(node), scope); text != "" {
		l.fail("", "", "in %s, %s: declare `type T = %s` in the file that you mean and name T", expr, text, expr)
		return nil
	}
	if name := unknownName(node, scope); name != "" {
		l.fail("", "", "type %s not found in package %s: %s", name, l.pkg.PkgPath, l.suggestion(name))
		return nil
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	if err := types.CheckExpr(l.pkg.Fset, l.pkg.Types, scope.pos, node, info); err != nil {
		l.fail("", "", "%s is not a type of package %s: %s", expr, l.pkg.PkgPath, message(err))
		return nil
	}
	return l.usable(expr, node, info.Types[node])
}

// usable returns the resolved expression, or nil after recording an error if it is not a type with values.
func (l *loader) usable(expr string, node ast.Expr, tv types.TypeAndValue) *resolved {
	r := &resolved{expr: l.spell(tv.Type), name: typeName(node), typ: tv.Type}
	if obj := l.pkg.Types.Scope().Lookup(r.name); obj != nil {
		r.pos = l.places.of(obj)
	}
	if !tv.IsType() {
		l.fail(r.pos, "", "%s is not a type: give -type the name of a type of package %s", expr, l.pkg.PkgPath)
		return nil
	}
	if params := typeParams(tv.Type); len(params) > 0 {
		l.fail(r.pos, "", "%s needs type arguments: -type '%s[%s]'", expr, expr, exampleArgs(params))
		return nil
	}
	if i, ok := tv.Type.Underlying().(*types.Interface); ok && !i.IsMethodSet() {
		l.fail(r.pos, "", "%s is a constraint and has no values: give -type a type that satisfies it", expr)
		return nil
	}
	return r
}

// spell returns t as written inside the package, with other packages qualified by their name.
func (l *loader) spell(t types.Type) string { return l.spellWith(t, (*types.Package).Name) }

// spellWith is spell with other packages qualified by what qualify returns.
func (l *loader) spellWith(t types.Type, qualify func(*types.Package) string) string {
	text := types.TypeString(t, func(p *types.Package) string {
		if p == l.pkg.Types {
			return ""
		}
		return qualify(p)
	})
	if strings.Contains(text, `"`) { // a tag may hold anything
		return text
	}
	return strings.ReplaceAll(text, ", ", ",") // as in Key
}

// typeName returns the name in Name or Name[args], else "".
func typeName(node ast.Expr) string {
	switch n := ast.Unparen(node).(type) {
	case *ast.Ident:
		return n.Name
	case *ast.IndexExpr:
		return typeName(n.X)
	case *ast.IndexListExpr:
		return typeName(n.X)
	}
	return ""
}

// fileScope is a scope with a position inside it, as types.CheckExpr needs.
type fileScope struct {
	*types.Scope
	pos token.Pos
}

// scopeFor returns a scope that has every package named in node: the scope of the package if node names none, else that of the first
// file that imports them all. Imports belong to files, and the expression is not part of a file.
func (l *loader) scopeFor(node ast.Expr) (scope fileScope, ok bool) {
	used := packageNames(node)
	pkgScope := l.pkg.Types.Scope()
	if len(used) == 0 {
		return fileScope{pkgScope, token.NoPos}, true
	}
	for _, file := range l.pkg.Syntax {
		pos := file.Name.Pos()
		scope := pkgScope.Innermost(pos)
		if scope == nil {
			continue
		}
		if !slices.ContainsFunc(used, func(name string) bool { return scope.Lookup(name) == nil }) {
			return fileScope{scope, pos}, true
		}
	}
	return fileScope{}, false
}

// ambiguous returns a text about the first of the names that is a package in scope and another package in another file, or "".
func (l *loader) ambiguous(names []string, scope fileScope) string {
	for _, name := range names {
		here, ok := scope.Lookup(name).(*types.PkgName)
		if !ok {
			continue
		}
		for _, file := range l.pkg.Syntax {
			there, ok := l.pkg.Types.Scope().Innermost(file.Name.Pos()).Lookup(name).(*types.PkgName)
			if ok && there.Imported() != here.Imported() {
				return fmt.Sprintf("%s is package %s at %s and package %s at %s", name,
					here.Imported().Path(), l.places.at(here.Pos()), there.Imported().Path(), l.places.at(there.Pos()))
			}
		}
	}
	return ""
}

// packageNames returns the x of every x.T in node.
func packageNames(node ast.Expr) []string {
	var names []string
	ast.Inspect(node, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				names = append(names, x.Name)
			}
		}
		return true
	})
	return names
}

// unknownName returns the first name in node that is not declared in scope, or "".
func unknownName(node ast.Expr, scope fileScope) (name string) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr, // the type checker reports errors in the selected name
			*ast.StructType, *ast.InterfaceType, *ast.FuncType: // names of fields are not references
			return false
		case *ast.Ident:
			if _, obj := scope.LookupParent(n.Name, token.NoPos); obj == nil && name == "" {
				name = n.Name
			}
		}
		return true
	})
	return name
}

// suggestion returns advice about the unknown name.
func (l *loader) suggestion(name string) string {
	var names []string
	scope := l.pkg.Types.Scope()
	for _, n := range scope.Names() {
		if _, ok := scope.Lookup(n).(*types.TypeName); ok {
			names = append(names, n)
		}
	}
	if near := Nearest(name, names); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	if all := l.candidates(); len(all) > 0 {
		return "it has " + strings.Join(all, ", ")
	}
	return "check the name and the package"
}

// exampleArgs returns type arguments that params accept, as an example of the syntax.
func exampleArgs(params []*types.TypeParam) string {
	basics := []types.BasicKind{types.Int, types.String, types.Float64, types.Bool}
	args := make([]string, len(params))
	for i, p := range params {
		args[i] = p.Obj().Name()
		constraint, ok := p.Constraint().Underlying().(*types.Interface)
		for k := range basics {
			t := types.Typ[basics[(i+k)%len(basics)]]
			if ok && types.Satisfies(t, constraint) {
				args[i] = t.Name()
				break
			}
		}
	}
	return strings.Join(args, ",")
}

// message returns the text of a type checker error without its position, since the expression is not part of a file.
func message(err error) string {
	if e, ok := errors.AsType[types.Error](err); ok {
		return e.Msg
	}
	return err.Error()
}
