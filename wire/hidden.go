package wire

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
)

// Print is a printer with what print prints into it. Where variables of that are called as types or packages are that it
// names, it prints again: the types then have other names.
func Print(pkg string, safe bool, print func(p *Printer)) *Printer {
	p := NewPrinter(pkg, safe)
	print(p)
	hidden := p.hidden()
	if len(hidden) == 0 {
		return p
	}
	p = NewPrinter(pkg, safe)
	p.avoid = hidden
	print(p)
	return p
}

// hidden are the words of types for which there is a variable, too.
func (p *Printer) hidden() []string {
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
	for _, name := range p.avoid {
		if mentions(text, name) {
			alias := "baleType" + p.nameOf(text)
			p.Helper("b "+alias, fmt.Sprintf("\n// %s is what variables would hide.\ntype %s = %s\n", alias, alias, text))
			return alias
		}
	}
	return text
}
