package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
)

// Shadowed returns the words of printed types that are also names of local variables, which shadow the types.
func (p *Printer) Shadowed() []string {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+p.body.String(), parser.SkipObjectResolution)
	if err != nil {
		return nil // File reports the error
	}
	var list []string
	add := func(names ...ast.Expr) {
		for _, x := range names {
			if id, ok := x.(*ast.Ident); ok && p.typeWords[id.Name] {
				p.typeWords[id.Name] = false // each word is returned once
				list = append(list, id.Name)
			}
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
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
	}
	return list
}

// wordPattern matches the names in a type that do not follow a dot.
var wordPattern = regexp.MustCompile(`(^|[^.\pL\pN_])([\pL_][\pL\pN_]*)`)

// typeName records the words of a type's text. If a local variable shadows one of them, it declares an alias for the type and
// returns its name.
func (p *Printer) typeName(text string) string {
	for _, m := range wordPattern.FindAllStringSubmatch(text, -1) {
		p.typeWords[m[2]] = true
	}
	for _, name := range p.Avoid {
		if mentionsName(text, name) {
			alias := "baleType" + p.nameOf(text)
			p.Helper("b "+alias, fmt.Sprintf("\n// %s stands for a type whose name local variables shadow.\ntype %s = %s\n", alias, alias, text))
			return alias
		}
	}
	return text
}

// mentionsName reports whether a name occurs in the text of a type.
func mentionsName(text, name string) bool {
	return slices.ContainsFunc(wordPattern.FindAllStringSubmatch(text, -1), func(m []string) bool { return m[2] == name })
}
