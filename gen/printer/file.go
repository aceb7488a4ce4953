package printer

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// File is the whole file, formatted, with the imports and helpers that it needs and no others.
func (p *Printer) File(name string) ([]byte, error) {
	p.Import("cmp")
	p.Helper("a builtin", minText+maxText)
	text := p.body.String()
	for _, helper := range slices.Sorted(maps.Keys(p.helpers)) {
		text += "\n" + p.helpers[helper]
	}
	text, err := p.rename("package p\n" + text)
	if err != nil {
		return []byte(text), err
	}
	if text, err = prune(text); err != nil {
		return []byte(text), err
	}
	used := map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return []byte(text), fmt.Errorf("generated code: %w", err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	text = "package " + name + "\n\n" + p.importLines(used) + strings.TrimPrefix(text, "package p\n")
	return format.Source([]byte(text))
}

// A declaration is one of the file's own, with the names that it mentions.
type declaration struct {
	from, to int // offsets, with its comment
	mentions []string
}

// prune leaves out the declarations that nothing mentions, in turn from what a user or an adapter calls:
// exported names, and those of Format.Print. A linter would complain of the others.
func prune(text string) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return text, fmt.Errorf("generated code: %w", err)
	}
	decls := map[string][]*declaration{} // methods of several types may have one name
	var queue []string
	for _, d := range file.Decls {
		names, doc := declared(d)
		if doc == nil {
			doc = &ast.CommentGroup{List: []*ast.Comment{{Slash: d.Pos()}}}
		}
		one := &declaration{from: fset.Position(doc.Pos()).Offset, to: fset.Position(d.End()).Offset}
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				one.mentions = append(one.mentions, id.Name)
			}
			return true
		})
		for _, name := range names {
			decls[name] = append(decls[name], one)
			if kept(name) {
				queue = append(queue, name)
			}
		}
	}
	live := map[*declaration]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, d := range decls[name] {
			if !live[d] {
				live[d] = true
				queue = append(queue, d.mentions...)
			}
		}
	}
	var dead []*declaration
	for _, list := range decls {
		for _, d := range list {
			if !live[d] && !slices.Contains(dead, d) {
				dead = append(dead, d)
			}
		}
	}
	slices.SortFunc(dead, func(a, b *declaration) int { return b.from - a.from })
	for _, d := range dead {
		text = text[:d.from] + text[d.to:]
	}
	return text, nil
}

// declared are the names that a declaration goes by, and its comment. A method goes by its own name.
func declared(d ast.Decl) (names []string, doc *ast.CommentGroup) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}, d.Doc
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
		return names, d.Doc
	}
	return nil, nil
}

// kept says what is called from outside the file.
func kept(name string) bool {
	return ast.IsExported(name) || strings.Contains(name, "Append") || strings.Contains(name, "Decode") && !strings.Contains(name, "Decoder")
}
