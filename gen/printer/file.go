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
	p.Runtime("core")
	parts := []string{"package p\n" + p.body.String()}
	for _, helper := range slices.Sorted(maps.Keys(p.helpers)) {
		parts = append(parts, p.helpers[helper])
	}
	text, err := p.rename(strings.Join(parts, "\n"))
	if err != nil {
		return []byte(text), err
	}
	if text, err = prune(text); err != nil {
		return []byte(text), err
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
	if err != nil {
		return []byte(text), fmt.Errorf("generated code: %w", err)
	}
	text = replaced(text, unused(text, file))
	used := map[string]bool{}
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

// A declaration is one of the file's own, with the names that it mentions. A method is mentioned behind a dot: ".size".
type declaration struct {
	from, to int    // offsets, with its comment
	receiver string // the type of a method, where it is one of the file's own
	mentions []string
}

// mentions are the names in a declaration, those of fields and methods with the dot before them.
func mentions(d ast.Decl) []string {
	var list []string
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			list = append(list, "."+n.Sel.Name)
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			list = append(list, n.Name)
		}
		return true
	}
	ast.Inspect(d, visit)
	return list
}

// prune leaves out the declarations that nothing mentions, in turn from what a user or an adapter calls: exported functions, the
// methods of types that are declared elsewhere, and what Format.Print prints for roots. A linter would complain of the others.
func prune(text string) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return text, fmt.Errorf("generated code: %w", err)
	}
	own := map[string]bool{} // types
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			names, _ := declared(d)
			for _, name := range names {
				own[name] = true
			}
		}
	}
	decls := map[string][]*declaration{} // methods of several types may have one name
	methods := map[string][]string{}     // names of the methods of a type
	queue := []string{"." + stringer}
	for _, d := range file.Decls {
		names, doc := declared(d)
		if doc == nil {
			doc = &ast.CommentGroup{List: []*ast.Comment{{Slash: d.Pos()}}}
		}
		one := &declaration{from: fset.Position(doc.Pos()).Offset, to: fset.Position(d.End()).Offset, mentions: mentions(d)}
		t := receiver(d)
		if own[t] {
			one.receiver = t
		}
		for _, name := range names {
			exported := kept(name)
			if t != "" {
				name = "." + name
				methods[t] = append(methods[t], name)
			}
			decls[name] = append(decls[name], one)
			if one.receiver == "" && exported {
				queue = append(queue, name)
			}
		}
	}
	live, seen := map[*declaration]bool{}, map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, d := range decls[name] {
			if !live[d] && (d.receiver == "" || seen[d.receiver]) {
				live[d] = true
				queue = append(queue, d.mentions...)
			}
		}
		if !seen[name] {
			seen[name] = true
			for _, m := range methods[name] { // those that were mentioned before their type
				if seen[m] {
					queue = append(queue, m)
				}
			}
		}
	}
	dead := map[*declaration]bool{} // one that declares several names is there for each
	var edits []edit
	for _, list := range decls {
		for _, d := range list {
			if !live[d] && !dead[d] {
				dead[d] = true
				edits = append(edits, edit{from: d.from, to: d.to})
			}
		}
	}
	return replaced(text, edits), nil
}

// receiver is the name of the type that a declaration is a method of.
func receiver(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
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

// kept says what is called from outside the file: by users, and what Format.Print prints for roots by those who have asked for that. What is
// called _ is there for the compiler.
func kept(name string) bool {
	if name == "_" {
		return true
	}
	verb, _, ok := strings.Cut(name, "_")
	return ast.IsExported(name) || ok && (strings.HasSuffix(verb, "Append") || strings.HasSuffix(verb, "Decode"))
}
