package printer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// A declaration is a top-level declaration of the file, with the names that it mentions.
type declaration struct {
	from, to int      // offsets of the declaration with its comment
	receiver string   // of a method: its type, if the file declares it
	mentions []string // as mentionedNames returns them
}

// declarations holds the declarations of a file.
type declarations struct {
	byName  map[string][]*declaration // the name of a method begins with a dot
	methods map[string][]string       // names of methods, by type
	entries []string                  // names of the declarations that other code calls
}

// declarationsOf returns the declarations of a file.
func declarationsOf(fset *token.FileSet, file *ast.File) *declarations {
	own := map[string]bool{} // types that the file declares
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			names, _ := declared(d)
			for _, name := range names {
				own[name] = true
			}
		}
	}
	all := &declarations{byName: map[string][]*declaration{}, methods: map[string][]string{}}
	for _, d := range file.Decls {
		names, doc := declared(d)
		if doc == nil {
			doc = &ast.CommentGroup{List: []*ast.Comment{{Slash: d.Pos()}}}
		}
		one := &declaration{from: fset.Position(doc.Pos()).Offset, to: fset.Position(d.End()).Offset, mentions: mentionedNames(d)}
		t := receiver(d)
		if own[t] {
			one.receiver = t
		}
		for _, name := range names {
			exported := isEntryPoint(name)
			if t != "" {
				all.byName[t+"."+name] = append(all.byName[t+"."+name], one)
				name = "." + name
				all.methods[t] = append(all.methods[t], name, t+name)
			}
			all.byName[name] = append(all.byName[name], one)
			if exported { // a method stays if its type does: it may implement an interface of the runtime
				all.entries = append(all.entries, name)
			}
		}
	}
	return all
}

// live returns the declarations that other code calls, and all that these mention.
func (all *declarations) live() map[*declaration]bool {
	live, seen := map[*declaration]bool{}, map[string]bool{}
	for queue := all.entries; len(queue) > 0; {
		name := queue[0]
		queue = queue[1:]
		for _, d := range all.byName[name] {
			if !live[d] && (d.receiver == "" || seen[d.receiver]) {
				live[d] = true
				queue = append(queue, d.mentions...)
			}
		}
		if !seen[name] {
			seen[name] = true
			for _, m := range all.methods[name] { // methods that were mentioned before their type
				if seen[m] {
					queue = append(queue, m)
				}
			}
		}
	}
	return live
}

// prune removes unused declarations, which linters complain about. It keeps the declarations that other code calls, and everything
// that these mention: exported functions, methods of types that are declared elsewhere, and what Format.Print prints for roots.
func prune(text string) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return text, fmt.Errorf("generated code: %w", err)
	}
	all := declarationsOf(fset, file)
	live := all.live()
	dead := map[*declaration]bool{} // a declaration of several names is in byName for each
	var edits []edit
	for _, list := range all.byName {
		for _, d := range list {
			if !live[d] && !dead[d] {
				dead[d] = true
				edits = append(edits, edit{start: d.from, end: d.to})
			}
		}
	}
	return applyEdits(text, edits), nil
}

// mentionedNames returns the names in a declaration. That of a field or method begins with a dot.
func mentionedNames(d ast.Decl) []string {
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

// receiver returns the name of the type that a declaration is a method of, or "".
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

// declared returns the names that a declaration declares, and its comment. The name of a method has no receiver type.
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

// isEntryPoint reports whether code outside the file calls a function: an exported function, or one that Format.Print prints for a
// root. Declarations of _ count, too, since they are checks by the compiler, and so do functions init.
func isEntryPoint(name string) bool {
	if name == "_" || name == "init" {
		return true
	}
	verb, _, ok := strings.Cut(name, "_")
	return ast.IsExported(name) || ok && (strings.HasSuffix(verb, "Append") || strings.HasSuffix(verb, "Decode") || strings.HasSuffix(verb, "Clear"))
}
