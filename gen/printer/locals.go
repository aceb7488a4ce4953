package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Local variables of generated code must not shadow the types and packages that the code refers to. So their names are reserved: types and
// imported packages with such a name get another name in the file. In tests, File refuses a variable with any other name. Variables that are
// named after fields never have the name of a type, a package or a function. Generated tests have no such variables in the code that refers
// to types.

// localNames are the names of local variables in generated code. A number may follow each.
var localNames = reserved(`
	U a alias apart at b bare c check chunks code control count custom d decoded delays depth dst e early elem end ends entries entry err exact f failed field
	first fresh from group guess h has i im inner k kept key keys l left lens level list long m many mark marks memory message methods missing most msg n name
	next number ok old one out pair parts plain present put r re record removed rest room s scratch seen size small some start stop sum t tag tail text
	times to total u v value w was whole width x y z zone`)

func reserved(names string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// isLocal reports whether a local variable of generated code may have a name.
func isLocal(name string) bool { return localNames[strings.TrimRight(name, "0123456789")] }

// FieldVar returns the name of a variable for a part of v, which the current function does not use yet: "lines" for the path "Lines". stem is
// the name if the path has none.
func (p *Printer) FieldVar(path, stem string) string {
	name := VarName(path)
	switch {
	case name == "":
		return p.Var(stem)
	case !p.isFree(name):
		name += "Field"
		if !p.isFree(name) {
			return p.Var(stem)
		}
	}
	base := name
	for i := 2; p.inUse[name] || !p.isFree(name); i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	p.inUse[name], p.fieldVars[name] = true, true
	return name
}

// VarFor returns the variable of the current function with a key: FieldVar(path, stem), if the function has none yet.
func (p *Printer) VarFor(key, path, stem string) string {
	if p.keyed[key] == "" {
		p.keyed[key] = p.FieldVar(path, stem)
	}
	return p.keyed[key]
}

// VarName returns the path of a field as the name of a variable: "headFee" for "Head.Fee", "id" for "ID".
func VarName(path string) string {
	name := ""
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		name += upper(part)
	}
	runes := []rune(name)
	for i := range runes {
		if i > 0 && (!unicode.IsUpper(runes[i]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			break
		}
		runes[i] = unicode.ToLower(runes[i])
	}
	if name = string(runes); !token.IsIdentifier(name + "x") {
		return ""
	}
	return name
}

// isFree reports whether a variable named after a field may have a name: it is no other variable's, and no type, package, function or
// predeclared identifier has it.
func (p *Printer) isFree(name string) bool {
	return !isLocal(name) && !token.IsKeyword(name) && types.Universe.Lookup(name) == nil && p.Taken[name] == "" && !p.typeWords[name] && !slices.Contains(reservedPackages, name) &&
		!slices.Contains(slices.Collect(maps.Values(p.imports)), name) && !strings.HasPrefix(name, "bale") && (p.Prefix == "" || !strings.HasPrefix(name, p.Prefix))
}

// typeName returns the text of a type, or the name of an alias that it declares for the type if the text has a name that a local variable may
// have.
func (p *Printer) typeName(text string) string {
	if !p.Reserve {
		return text
	}
	words := unqualified(text)
	if !slices.ContainsFunc(words, func(name string) bool { return isLocal(name) || p.fieldVars[name] }) {
		for _, name := range words {
			p.typeWords[name] = true
		}
		return text
	}
	alias := "baleType" + p.nameOf(text)
	p.Declare("b "+alias, fmt.Sprintf("\n// %s stands for a type whose name local variables shadow.\ntype %s = %s\n", alias, alias, text))
	return alias
}

// unqualified returns the names in the text of a type that do not follow a dot.
func unqualified(text string) []string {
	x, err := parser.ParseExpr(text)
	if err != nil {
		panic(fmt.Sprintf("%s is not a type: %v", text, err)) // the text was printed from the model of a type
	}
	var names []string
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return false
		case *ast.Field: // local variables do not shadow the names of fields and methods
			ast.Inspect(n.Type, visit)
			return false
		case *ast.Ident:
			names = append(names, n.Name)
		}
		return true
	}
	ast.Inspect(x, visit)
	return names
}

// CheckLocals makes File refuse code with a local variable that does not have a reserved name. Tests set it. Otherwise such a variable does
// no harm unless it has the name of a type, which the compiler tells.
var CheckLocals = false

// checkLocals returns an error for a local variable in the text of a file that does not have a reserved name.
func (p *Printer) checkLocals(text string) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("generated code: %w", err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if i := slices.IndexFunc(locals(f), func(name string) bool { return !isLocal(name) && !p.fieldVars[name] }); i >= 0 {
			return fmt.Errorf("generated code: function %s has a variable %s, which is not in printer.localNames: add it", f.Name.Name, locals(f)[i])
		}
	}
	return nil
}

// locals returns the names of the parameters and local variables of a function.
func locals(f *ast.FuncDecl) []string {
	var names []string
	add := func(list ...ast.Expr) {
		for _, x := range list {
			if id, ok := x.(*ast.Ident); ok && id.Name != "_" {
				names = append(names, id.Name)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType, *ast.InterfaceType:
			return false
		case *ast.Field:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		}
		return true
	})
	return names
}
