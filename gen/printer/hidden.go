package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
)

// Hidden are the words of types for which there is a variable, too.
func (p *Printer) Hidden() []string {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+p.body.String(), parser.SkipObjectResolution)
	if err != nil {
		return nil // File tells
	}
	var list []string
	add := func(names ...ast.Expr) {
		for _, x := range names {
			if id, ok := x.(*ast.Ident); ok && p.spelled[id.Name] {
				p.spelled[id.Name] = false // once is enough
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

// words are the names in a type that are not behind a dot.
var words = regexp.MustCompile(`(^|[^.\pL\pN_])([\pL_][\pL\pN_]*)`)

// known takes in how a type is spelled, and gives it another name if one of the words in it is a variable's.
func (p *Printer) known(text string) string {
	for _, m := range words.FindAllStringSubmatch(text, -1) {
		p.spelled[m[2]] = true
	}
	for _, name := range p.Avoid {
		if mentionsName(text, name) {
			alias := "baleType" + p.nameOf(text)
			p.Helper("b "+alias, fmt.Sprintf("\n// %s is what variables would hide.\ntype %s = %s\n", alias, alias, text))
			return alias
		}
	}
	return text
}

// mentionsName reports whether a text that is code has a name in it.
func mentionsName(text, name string) bool {
	return slices.ContainsFunc(words.FindAllStringSubmatch(text, -1), func(m []string) bool { return m[2] == name })
}
